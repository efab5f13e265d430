// Reads the lines of signal-cli, each once: the same line is asked for when it is received, when it is its turn, and when it is
// carried out. The newest few are remembered; after a long wait a line is read again.
import type {SignalEvent} from './heard.ts';
import type {Own} from './people.ts';
import {readEnvelope} from './read-envelope.ts';

/** What a line says; undefined for what is no JSON. */
export type EnvelopeReader = (raw: string) => SignalEvent | undefined;

export const createEnvelopeReader = (own: () => Own): EnvelopeReader => {
  const newest = new Map<string, SignalEvent | undefined>();
  let readFor: Own | undefined;
  return raw => {
    const now = own();
    // What an envelope says depends on whose account received it.
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
