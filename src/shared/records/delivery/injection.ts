// The router's input. An Inbound comes from a channel and is never fabricated; an Injection is internal and says so.

import type {EpochMs} from '../../time/time.ts';
import type {Address} from '../address.ts';
import type {Frame} from '../frame.ts';
import type {DeliveryId, RunId} from '../ids.ts';
import type {RunKind} from '../jobs/run-kinds.ts';
import type {InternalSource} from '../message.ts';
import type {Attachment, MessageDetails} from '../message-details.ts';
import type {SessionKey} from '../session-key.ts';
import type {TextLimit, Trust} from '../trust.ts';
import type {Delivery, Missed} from './delivery.ts';

/** An internal message for a known session. The caller sets trust, user and formatting; policy still applies. */
export type Injection = {
  readonly target: SessionKey;
  readonly content: string;
  /** The model's frame around the content. People never see it. */
  readonly frame?: Frame;
  /** Data that comes with the content, stored and shown to the model unchanged. */
  readonly payload?: string;
  readonly trust: Trust;
  readonly user?: string;
  /** The address for the answer. @default the session's own address */
  readonly replyTo?: Address;
  /** The channel whose formatting rules the prompt has. It doesn't affect routing. */
  readonly promptChannel?: string;
  readonly source: InternalSource;
  /** The texts from elsewhere that the content holds. @default none */
  readonly limits?: readonly TextLimit[];
  /** The run that the message belongs to. */
  readonly runId?: RunId;
  /** The same key twice is the same message. */
  readonly key?: string;
};

/** A dry run of a manual injection: what it would contain and do. */
export type InjectionPreview = {
  readonly session: SessionKey;
  /** The text that the model would see, word for word. */
  readonly message: string;
  /** The source that the message would have. */
  readonly source: InternalSource;
  /** The trust its turn would have. */
  readonly trust: Trust;
  /** The address for the reply, if any. */
  readonly replyTo?: Address;
  /** The consequences, one sentence each. */
  readonly effects: readonly string[];
};

/** A message from a channel. */
export type Inbound = {
  readonly channel: string;
  /** The author's id on the channel (`default` on the terminal, an ACI on Signal). */
  readonly sender: string;
  /** The person's own text, and nothing else. Empty if the message has only files. */
  readonly text: string;
  readonly at: EpochMs;
  /** Earlier than `at` if the message waited for the daemon or its connection. */
  readonly writtenAt?: EpochMs;
  /** The group it was written in, if any. */
  readonly group?: string;
  /** The mail thread that it belongs to. Its conversation is made for its first mail. */
  readonly thread?: {readonly id: string; readonly title: string};
  /** On the terminal the person picks the session. Elsewhere the address decides. */
  readonly session?: SessionKey;
  /** The channel's message id. Each is handled once. */
  readonly key?: string;
  /** Stored in the conversation without a reply: a group message addressed to somebody else. */
  readonly context?: true;
  readonly attachments?: readonly Attachment[];
  readonly details?: MessageDetails;
  /** The delivery that it answers, if the person quoted one. */
  readonly answers?: DeliveryId;
  /** The texts from elsewhere in its text, such as a mail that the person forwards. @default none */
  readonly limits?: readonly TextLimit[];
};

/** The place that a message comes from: its route follows from it. */
export type Origin = Pick<Inbound, 'channel' | 'sender' | 'group' | 'thread' | 'session'>;

/** A person edited or deleted one of their messages. */
export type InboundChange = Pick<Inbound, 'channel' | 'sender' | 'group' | 'at' | 'attachments' | 'details'> & {
  /** The key of the change. */
  readonly key: string;
  /** The key of the changed message. */
  readonly of: string;
  /** The new text; absent when the message was deleted. */
  readonly text?: string;
  /** An administrator of the group deleted it. `sender` is its author nevertheless. */
  readonly byAdmin?: true;
  /** Keys of earlier edits. A deletion removes them too. */
  readonly revisions?: readonly string[];
};

/** A person reacted to a delivery. */
export type InboundReaction = Pick<Inbound, 'channel' | 'sender' | 'group' | 'at'> & {
  readonly key: string;
  readonly emoji: string;
  readonly removed: boolean;
  readonly to: DeliveryId;
};

/** The run that an Outbound belongs to. */
export type OutboundRun = {
  readonly kind: RunKind;
  /** The id of the reminder or alarm, or the name of the job. */
  readonly name: string;
  readonly scheduledFor: EpochMs;
  /** A reminder that still waits for the person's answer: done, or later. */
  readonly waits?: true;
};

/** A message for a channel. `key` is the delivery's: the channel detects a second send where it can. */
export type Outbound = {
  readonly id: DeliveryId;
  readonly key: string;
  readonly to: Address;
  readonly text: string;
  /** An earlier attempt ended with an unknown outcome. */
  readonly repeat: boolean;
  /** Number of its parts that the channel accepted before; sending continues after them. @default 0 */
  readonly accepted?: number;
  /** Other channels where the person may see the same text. */
  readonly also?: readonly string[];
  readonly run?: OutboundRun;
  /** The language in which it asks for a yes or no, while that still counts: `de`. */
  readonly asks?: string;
  /** It rings in quiet hours, and as loud as the channel can. */
  readonly urgent?: true;
} & Pick<Delivery, 'plain' | 'quote' | 'files' | 'late' | 'wake'>;

/** The channel's proof that it accepted an Outbound for that recipient. */
export type Receipt = {
  readonly at: EpochMs;
  /** The ids that the channel gave to its parts. Receipts and reactions refer to them. */
  readonly channelIds?: readonly string[];
  /** Group members who did not get it. */
  readonly missed?: readonly Missed[];
  /** It arrived once for certain, although the outcome of an earlier attempt was unknown. */
  readonly once?: true;
};
