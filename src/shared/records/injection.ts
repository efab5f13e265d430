// What enters the router: an Inbound comes from a channel and is never fabricated; an Injection is internal and says so.

import type {EpochMs} from '../time/time.ts';
import type {Address} from './address.ts';
import type {Delivery, Missed} from './delivery.ts';
import type {Frame} from './frame.ts';
import type {DeliveryId, RunId} from './ids.ts';
import type {Attachment, InternalSource} from './message.ts';
import type {SessionKey} from './session-key.ts';
import type {Trust} from './trust.ts';

/** An internal message for a known session. Trust, user and formatting are stated by the caller; policy still applies. */
export type Injection = {
  readonly target: SessionKey;
  readonly content: string;
  /** How the content is to be taken: the model is told so, people are not. */
  readonly frame?: Frame;
  /** Data that comes with the content, kept and shown to the model as it is written. */
  readonly payload?: string;
  readonly trust: Trust;
  readonly user?: string;
  /** Whose formatting rules the prompt carries; it routes nothing. */
  readonly promptChannel?: string;
  readonly source: InternalSource;
  /** The run it belongs to. */
  readonly runId?: RunId;
  /** The same key twice is the same message. */
  readonly key?: string;
};

/** What an injection by hand would be and do, before it is one. */
export type InjectionPreview = {
  readonly session: SessionKey;
  /** What the model is shown of it, word for word. */
  readonly message: string;
  /** The trust its turn would have. */
  readonly trust: Trust;
  /** What follows from it, a sentence each. */
  readonly effects: readonly string[];
};

/** A message from a channel. */
export type Inbound = {
  readonly channel: string;
  /** Who wrote it, as the channel names them (`default` on the terminal, an ACI on Signal). */
  readonly sender: string;
  readonly text: string;
  readonly at: EpochMs;
  /** The group it was written in, if any. */
  readonly group?: string;
  /** On the terminal a person picks the session; elsewhere the address decides. */
  readonly session?: SessionKey;
  /** The channel's own id of the message: handled once. */
  readonly key?: string;
  /** Kept in the conversation, and not answered: what was said in a group to somebody else. */
  readonly context?: true;
  readonly attachments?: readonly Attachment[];
  /** The delivery it answers, where the person said which. */
  readonly answers?: DeliveryId;
  /** What the person said themselves, where the text holds more for the model: a quote, notes about files. @default text */
  readonly words?: string;
};

/** A person replaced a message of theirs, or took it back. */
export type InboundChange = Pick<Inbound, 'channel' | 'sender' | 'group' | 'at'> & {
  /** Of the change itself. */
  readonly key: string;
  /** Of the message that is changed. */
  readonly of: string;
  /** What it says now; absent when it was taken back. */
  readonly text?: string;
  /** What it said in between: the changes of it that go when it is taken back. */
  readonly revisions?: readonly string[];
};

/** A person reacted to a delivery. */
export type InboundReaction = Pick<Inbound, 'channel' | 'sender' | 'group' | 'at'> & {
  readonly key: string;
  readonly emoji: string;
  readonly removed: boolean;
  readonly to: DeliveryId;
};

/** A message for a channel. `key` is the delivery's: sending it twice is the channel's to notice, where it can. */
export type Outbound = {
  readonly key: string;
  readonly to: Address;
  readonly text: string;
  /** Sent once before with an unknown end. */
  readonly repeat: boolean;
  /** How many of the messages it leaves in were accepted before: it goes on behind them. @default 0 */
  readonly accepted?: number;
} & Pick<Delivery, 'plain' | 'quote' | 'files' | 'late'>;

/** The channel's proof that it accepted an Outbound for that recipient. */
export type Receipt = {
  readonly at: EpochMs;
  /** The ids that the channel gave to it, one for each message it left in: receipts and reactions name them. */
  readonly channelIds?: readonly string[];
  /** Members of a group that it did not reach. */
  readonly missed?: readonly Missed[];
};
