// Reads signal-cli's lines with a cache, because each line is read when received, when queued and when handled.

import type {Own} from './people.ts';
import {readEnvelope} from './read-envelope.ts';
import type {SignalEvent} from './signal-event.ts';

/** The event of a line. Undefined for invalid JSON. */
export type EnvelopeReader = (raw: string) => SignalEvent | undefined;

export const createEnvelopeReader = (own: () => Own): EnvelopeReader => {
  const newest = new Map<string, SignalEvent | undefined>();
  let readFor: Own | undefined;
  return raw => {
    const now = own();
    // The result depends on the account that received the envelope.
    if (readFor === undefined || !isSame(readFor, now)) newest.clear();
    readFor = now;
    if (newest.has(raw)) return newest.get(raw);
    const read = readRaw(raw, now);
    newest.set(raw, read);
    const [oldest] = newest.keys();
    if (newest.size > MOST_REMEMBERED && oldest !== undefined) newest.delete(oldest);
    return read;
  };
};

const isSame = (one: Own, other: Own): boolean =>
  one.uuid === other.uuid && one.number === other.number && one.name === other.name;

export const readRaw = (raw: string, own: Own): SignalEvent | undefined => {
  try {
    return readEnvelope(JSON.parse(raw), own);
  } catch {
    return undefined;
  }
};

const MOST_REMEMBERED = 200;
