// The events of Signal that the inbox keeps, as they were read when they arrived.
import type {InboxItem} from '../../../ports/delivery-store.ts';
import {fieldsOf, textOf, timestampOf} from './fields.ts';
import type {Own} from './people.ts';
import {isForeign, readEnvelope, unwrapped} from './read-envelope.ts';
import type {SignalEvent, SignalMessage, SignalReaction, SignalRemoteDelete} from './signal-event.ts';

/** Facts about the envelope of an event. */
type Arrival = {
  /** The account that received it, if signal-cli names one. */
  readonly account?: string;
  /** The time that it waited at Signal's server. */
  readonly waitedMs?: number;
};

export type StoredEvent = (SignalMessage | SignalReaction | SignalRemoteDelete) & Arrival;

/** Databases from before version 48 hold a line of signal-cli. */
type StoredLine = {readonly kind: 'line'; readonly line: string};

/** The event of a line of signal-cli. Undefined for invalid JSON. */
export const readLine = (line: string, own: Own): (SignalEvent & Arrival) | undefined => {
  let received: unknown;
  try {
    received = JSON.parse(line);
  } catch {
    return undefined;
  }
  const account = textOf(unwrapped(received)?.['account']);
  return {...readEnvelope(received, own), account, waitedMs: waitedAtServer(received) || undefined};
};

/** Undefined if its content is gone, or another account received it. */
export const storedEvent = ({event}: Pick<InboxItem, 'event'>, own: Own): StoredEvent | undefined => {
  const stored = event as StoredEvent | StoredLine | undefined;
  const read = stored?.kind === 'line' ? readLine(stored.line, own) : stored;
  if (read?.kind !== 'message' && read?.kind !== 'reaction' && read?.kind !== 'remoteDelete') return undefined;
  return read.account !== undefined && isForeign(read.account, own) ? undefined : read;
};

/** In ms; 0 if the envelope doesn't say. Both instants are the server's, so no other clock has to be right. */
export const waitedAtServer = (received: unknown): number => {
  const envelope = fieldsOf(unwrapped(received)?.['envelope']) ?? {};
  const [from, to] = [envelope['serverReceivedTimestamp'], envelope['serverDeliveredTimestamp']].map(timestampOf);
  return from === undefined || to === undefined ? 0 : Math.max(0, to - from);
};
