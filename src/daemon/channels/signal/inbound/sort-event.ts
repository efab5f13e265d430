// Decides how to handle an event before anything is stored: an inbox message, a receipt or reaction to our messages, a
// contact request, or nothing. Pure except for the lookup of people.
import type {Address} from '../../../../shared/records/address.ts';
import {assertNever} from '../../../../shared/text/gateway-error.ts';
import type {EpochMs} from '../../../../shared/time/time.ts';
import type {InboxItem} from '../../../ports/delivery-store.ts';
import type {
  SignalEvent,
  SignalMessage,
  SignalPerson,
  SignalReaction,
  SignalReceipt,
  SignalRemoteDelete,
  SyncedSentMessage,
} from '../../signal-cli/envelope/signal-event.ts';
import {type Arrival, isForeign, type Own, personId, readLine} from '../../signal-cli/index.ts';

/** The events that the inbox keeps, as they were read when they arrived. */
export type StoredEvent = (SignalMessage | SignalReaction | SignalRemoteDelete) & Arrival;

/** Databases from before version 48 hold a line of signal-cli. */
type StoredLine = {readonly kind: 'line'; readonly line: string};

/** Undefined if its content is gone, or another account received it. */
export const storedEvent = ({event}: Pick<InboxItem, 'event'>, own: Own): StoredEvent | undefined => {
  const stored = event as StoredEvent | StoredLine | undefined;
  const read = stored?.kind === 'line' ? readLine(stored.line, own) : stored;
  if (read?.kind !== 'message' && read?.kind !== 'reaction' && read?.kind !== 'remoteDelete') return undefined;
  return read.account !== undefined && isForeign(read.account, own) ? undefined : read;
};

export type Sorted =
  | {
      readonly kind: 'keep';
      /** It stays in the inbox until it is handled. */
      readonly event: StoredEvent;
      /** The author's id in the envelope itself, so that a repeat is recognized whatever was learned since. */
      readonly author: string;
      readonly chat: Address;
    }
  | {readonly kind: 'receipt'; readonly event: SignalReceipt}
  | {readonly kind: 'elsewhere'; readonly event: SyncedSentMessage}
  /** An unreadable message, which the operator can fix. */
  | {
      readonly kind: 'unreadable';
      readonly author: SignalPerson;
      readonly because: 'untrusted' | 'undecryptable' | 'no-timestamp';
      readonly at?: EpochMs;
    }
  | {readonly kind: 'nothing'; readonly because: string};

export const sortEvent = (event: SignalEvent): Sorted => {
  switch (event.kind) {
    case 'message':
    case 'reaction':
    case 'remoteDelete': {
      const author = personId(event.author);
      if (author === undefined) return {kind: 'nothing', because: 'its author has no name'};
      const chat: Address = `signal:${event.group === undefined ? author : `group:${event.group.id}`}`;
      return {kind: 'keep', event, author, chat};
    }
    case 'receipt':
      return {kind: 'receipt', event};
    case 'ownMessageElsewhere':
      return {kind: 'elsewhere', event};
    case 'untrusted':
    case 'undecryptable': {
      const {author, timestamp} = event;
      if (author === undefined) return {kind: 'nothing', because: 'it could not be read, and names nobody'};
      const hasNone = event.kind === 'undecryptable' && event.noTimestamp === true;
      const because = hasNone ? 'no-timestamp' : event.kind;
      return {kind: 'unreadable', author, because, at: timestamp};
    }
    case 'typing':
      return {kind: 'nothing', because: 'a typing note'};
    case 'groupUpdate':
      return {kind: 'nothing', because: 'a change of a group'};
    case 'ignored':
      return {kind: 'nothing', because: event.because};
    default:
      return assertNever(event);
  }
};
