// Delivery: one Outbound with a key and a state. It stays in the outbox until it ends.

import type {EpochMs} from '../../time/time.ts';
import type {Address} from '../address.ts';
import type {Lateness} from '../channels.ts';
import type {DeliveryId} from '../ids.ts';
import {
  address,
  boolean,
  count,
  fixed,
  flag,
  type Infer,
  id,
  instant,
  json,
  list,
  number,
  oneOf,
  optional,
  record,
  sessionKey,
  text,
} from '../record.ts';

/**
 * `sent`: the channel accepted it for that recipient. `delivered` and `read`: receipts. `dead`: abandoned, with a
 * reason.
 */
export const DELIVERY_STATES = ['queued', 'sending', 'sent', 'delivered', 'read', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * A person's step before it can be sent: trust a safety number, solve a captcha, link the device, update signal-cli.
 */
const DELIVERY_NEEDS = ['trust', 'captcha', 'link', 'update'] as const;
export type DeliveryNeed = (typeof DELIVERY_NEEDS)[number];

export const delivery = record('deliveries', {
  id: fixed(id('dlv')),
  /** Run or turn, and address. Enqueueing the same key twice creates one Delivery. */
  key: fixed(text),
  address: fixed(address),
  /** The recipient, if the message may escalate to their next channel. Each way has a delivery; see `callOf`. */
  person: fixed(optional(text)),
  text: fixed(text),
  state: oneOf(DELIVERY_STATES),
  /** A person holds it back until they release it. Only when queued. */
  onHold: flag,
  attempts: number,
  nextAttemptAt: optional(instant),
  lastError: optional(text),
  /** A person's step to fix `lastError`. */
  needs: optional(oneOf(DELIVERY_NEEDS)),
  /**
   * A person discarded it or answered first, so it needs no more attention. Only when dead; while it is being sent, it
   * means that a failure isn't retried.
   */
  discarded: flag,
  runId: fixed(optional(id('run'))),
  turnId: fixed(optional(id('turn'))),
  session: fixed(optional(sessionKey)),
  createdAt: fixed(instant),
  sentAt: optional(instant),
  deliveredAt: optional(instant),
  readAt: optional(instant),
  /** Sent again after an unknown outcome: the person may see the message twice. */
  repeat: boolean,
  /** The text contains no markup and is sent byte for byte. */
  plain: fixed(flag),
  /** The message that it answers, quoted where the channel supports that. */
  quote: fixed(optional(json<QuotedMessage>())),
  /** Workspace files to attach. */
  files: fixed(optional(list(text))),
  /** The due instant of a late delivery and the zone to show it in. Phone channels show it beside the text. */
  late: fixed(optional(json<Lateness>())),
  /** Further fields of a wake-up for another program. */
  wake: fixed(optional(json<WakeFields>())),
  /** Group members who did not get it. It isn't resent to them, because all others would get it twice. */
  missed: optional(json<readonly Missed[]>()),
  /** An interim message: the conversation still waits for the answer. */
  holding: fixed(flag),
  /** Consecutive attempts with an unknown outcome. */
  doubts: count,
});
export type Delivery = Infer<typeof delivery>;

/** The part of a delivery's key that those on the person's other ways share: the key without the address. */
export const callOf = ({key, address}: Pick<Delivery, 'key' | 'address'>): string => {
  const at = key.lastIndexOf(`@${address}`);
  return at === -1 ? key : key.slice(0, at) + key.slice(at + address.length + 1);
};

/**
 * The reason why a queued delivery is waiting: its own reason, its channel's, or that of an earlier delivery in the
 * same chat.
 */
export type Wait = {readonly reason: string; readonly needs?: DeliveryNeed; readonly behind?: DeliveryId};

/** One attempt to reach a person on a channel. `withdrawn`: it was not sent, because they knew already. */
export type WayAttempt = {
  /** The channel. */
  readonly way: string;
  readonly address: Address;
  readonly at: EpochMs;
  readonly state: DeliveryState | 'withdrawn';
  /** The fate of the unread copy there once the person knew. */
  readonly afterwards?: 'deleted' | 'marked';
  /** The reason why this way was chosen. */
  readonly reason?: string;
};

/**
 * A delivery as shown; the further fields are computed on request. If a message went to a person on several channels,
 * the last delivery represents all, with every way in `attemptsBy`.
 */
export type ShownDelivery = Delivery & {
  readonly waits?: Wait;
  readonly attemptsBy?: readonly WayAttempt[];
};
/** A message as its channel identifies it: id, author, and the beginning of its text. */
export type QuotedMessage = {readonly id: string; readonly author: string; readonly text: string};

/** `user` is the alarm's person, `conversation` one of the receiver's, and `payload` JSON text, unchanged. */
type WakeFields = {readonly user: string; readonly conversation?: string; readonly payload?: string};

/** A recipient as the channel names them, and why sending failed, as a sentence. */
export type Missed = {readonly recipient: string; readonly reason: string};
