// What is to become of a thing that was heard, before anything is kept of it. Pure but for who is known: a message to be kept and
// worked off, news about what we sent, a knock of somebody who is not served, or nothing.
import type {Address} from '../../../../shared/records/address.ts';
import {assertNever} from '../../../../shared/records/gateway-error.ts';
import type {EpochMs} from '../../../../shared/time/time.ts';
import type {
  SignalEvent,
  SignalMessage,
  SignalPerson,
  SignalReaction,
  SignalReceipt,
  SignalRemoteDelete,
  SyncedSentMessage,
} from '../envelope/heard.ts';
import {personId} from '../envelope/people.ts';

/** What is kept in the inbox until something has come of it. */
export type Kept = SignalMessage | SignalReaction | SignalRemoteDelete;

export type Sorted =
  | {
      readonly kind: 'keep';
      readonly heard: Kept;
      /** By what it is known: exactly what the envelope says, so that a replay is recognised whatever was learned since. */
      readonly author: string;
      readonly chat: Address;
    }
  | {readonly kind: 'receipt'; readonly heard: SignalReceipt}
  | {readonly kind: 'elsewhere'; readonly heard: SyncedSentMessage}
  /** For the operator: it could not be read, and they can mend it. */
  | {readonly kind: 'unreadable'; readonly author: SignalPerson; readonly untrusted: boolean; readonly at?: EpochMs}
  | {readonly kind: 'nothing'; readonly because: string};

export const sortEvent = (heard: SignalEvent): Sorted => {
  switch (heard.kind) {
    case 'message':
    case 'reaction':
    case 'remoteDelete': {
      const author = personId(heard.author);
      if (author === undefined) return {kind: 'nothing', because: 'its author has no name'};
      const chat: Address = `signal:${heard.group === undefined ? author : `group:${heard.group.id}`}`;
      return {kind: 'keep', heard, author, chat};
    }
    case 'receipt':
      return {kind: 'receipt', heard};
    case 'ownMessageElsewhere':
      return {kind: 'elsewhere', heard};
    case 'untrusted':
    case 'undecryptable': {
      const {author, timestamp} = heard;
      if (author === undefined) return {kind: 'nothing', because: 'it could not be read, and names nobody'};
      const untrusted = heard.kind === 'untrusted';
      return {kind: 'unreadable', author, untrusted, ...(timestamp !== undefined && {at: timestamp})};
    }
    case 'typing':
      return {kind: 'nothing', because: 'a typing note'};
    case 'groupUpdate':
      return {kind: 'nothing', because: 'a change of a group'};
    case 'ignored':
      return {kind: 'nothing', because: heard.because};
    default:
      return assertNever(heard);
  }
};
