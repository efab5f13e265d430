// Delivery: one Outbound with a key and a state, kept in the outbox until it ended.

import type {EpochMs} from '../time/time.ts';
import type {Address} from './address.ts';
import type {DeliveryId, RunId, TurnId} from './ids.ts';
import type {SessionKey} from './session-key.ts';

/** `sent`: the channel accepted it for that recipient. `delivered` and `read`: receipts. `dead`: given up, with a reason. */
export const DELIVERY_STATES = ['queued', 'sending', 'sent', 'delivered', 'read', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** What a person has to do before it can be sent: trust a safety number, solve a captcha, link the device, update signal-cli. */
export type DeliveryNeed = 'trust' | 'captcha' | 'link' | 'update';

export type Delivery = {
  readonly id: DeliveryId;
  /** Run or turn, and address: enqueueing the same key twice is one Delivery. */
  readonly key: string;
  readonly address: Address;
  readonly text: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly nextAttemptAt?: EpochMs;
  readonly lastError?: string;
  /** What has to be done about `lastError` by a person. */
  readonly needs?: DeliveryNeed;
  /** A person gave it up: nobody has to see to it any more. Only where it is dead. */
  readonly discarded?: true;
  readonly runId?: RunId;
  readonly turnId?: TurnId;
  readonly session?: SessionKey;
  readonly createdAt: EpochMs;
  readonly sentAt?: EpochMs;
  readonly deliveredAt?: EpochMs;
  readonly readAt?: EpochMs;
  /** Sent again after an unknown outcome: the person may see it twice. */
  readonly repeat: boolean;
  /** Nothing in it is markup: it leaves byte for byte. */
  readonly plain?: true;
  /** The message that it answers, shown above it where the channel can. */
  readonly quote?: QuotedMessage;
  /** Files of the workspace that go with it. */
  readonly files?: readonly string[];
  /** It isn't an answer: the conversation is still owed one. */
  readonly holding?: true;
  /** When it was due, where it comes late, and in which zone that is said. A channel that goes to a phone says so beside the text. */
  readonly late?: Lateness;
  /** Who of a group did not get it. They are not sent it again: all others would have it twice. */
  readonly missed?: readonly Missed[];
  /** How often in a row nobody knew whether it arrived. */
  readonly doubts?: number;
};

/** Why a queued delivery has not left: its own reason, its channel's, or that of the one ahead of it in the same chat. */
export type Wait = {readonly reason: string; readonly needs?: DeliveryNeed; readonly behind?: DeliveryId};

/** A delivery as it is shown: `waits` is worked out when somebody asks, and is not kept. */
export type ShownDelivery = Delivery & {readonly waits?: Wait};

export type Lateness = {readonly dueAt: EpochMs; readonly zone: string};

/** A message as its channel names it: by its id, who wrote it, and how it begins. */
export type QuotedMessage = {readonly id: string; readonly author: string; readonly text: string};

/** A recipient as the channel names them, and why it did not reach them, in a sentence. */
export type Missed = {readonly recipient: string; readonly reason: string};
