// Channels: how people reach the agent, and how the agent reaches them.
import type {ChannelStatus} from '../../shared/events/gateway-event.ts';
import type {Address} from '../../shared/records/address.ts';
import type {QuotedMessage} from '../../shared/records/delivery/delivery.ts';
import type {StaleEnd} from '../../shared/records/delivery/escalation.ts';
import type {
  Inbound,
  InboundChange,
  InboundReaction,
  Outbound,
  Receipt,
} from '../../shared/records/delivery/injection.ts';
import type {DeliveryId} from '../../shared/records/ids.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Trust} from '../../shared/records/trust.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {OutputGate} from './output-gate.ts';
import type {Emit} from './store.ts';

/** A connection to one messaging platform. */
export interface Channel {
  readonly name: string;
  status(): ChannelStatus;
  /**
   * The status that people see, if it is worse than the one by which deliveries leave: a server that rejects them isn't
   * up, although sending continues. @default that one
   */
  shownStatus?(): ChannelStatus;
  /**
   * Delivers received messages to the handler. The channel stores each one first and repeats it, even after a restart,
   * until the handler accepts or refuses it. A platform message id is accepted once. Handler methods never reject.
   * Disposing stops the deliveries and leaves the channel open.
   */
  listen(handler: InboundHandler): Promise<AsyncDisposable>;
  /**
   * Resolves once the platform has accepted the message, with the receipt of its last part. Each earlier part goes to
   * `onPart` when it is accepted; the next part waits for `onPart`. Rejects with a SendFailure or another GatewayError
   * (`unavailable`: retry later).
   */
  send(outbound: Outbound, signal: AbortSignal, onPart: (part: Receipt) => Promise<void>): Promise<Receipt>;
  /**
   * Withdraws an accepted message that the person hasn't read and doesn't need any more: deletes it, or else marks it
   * as answered. Doing that twice has one effect. Rejects if the platform can't be reached now. @default leaves it
   */
  withdraw?(copy: Withdrawal): Promise<StaleEnd>;
  /** Its sends wait there, and the time of an attempt counts from then. @default there is none */
  readonly gate?: OutputGate;
  /** After this time the result of a send counts as unknown. @default a minute */
  readonly sendLimitMs?: number;
  /**
   * The receivers are programs: they drop a repeat by its key, so a send with an unknown outcome is repeated as often
   * as any other. What they refuse is given up after six hours. @default people
   */
  readonly receivers?: 'programs';
}

/** A sent message that is to be withdrawn. */
export type Withdrawal = {
  readonly id: DeliveryId;
  readonly to: Address;
  /** The ids that the channel gave to its parts. */
  readonly channelIds: readonly string[];
  /** The person answered it. Otherwise they have only seen it elsewhere. */
  readonly answered: boolean;
};

/** Receives the messages, edits and reactions of a channel. */
export interface InboundHandler {
  /** A person wrote a message. */
  handle(inbound: Inbound): Promise<HandleResult>;
  /** A person edited or deleted a message. */
  change(change: InboundChange): Promise<HandleResult>;
  /** A person reacted to a delivered message. */
  react(reaction: InboundReaction): Promise<HandleResult>;
  /** The time of the message with this key is over, so its words are removed. */
  expire(key: string): Promise<HandleResult>;
}

/** The result of one received item. */
export type HandleResult =
  /** The item is stored. The channel may send a read receipt. */
  | {readonly kind: 'kept'}
  | {readonly kind: 'refused'; readonly because: string}
  /** Nothing is stored. The channel repeats the item later. */
  | {readonly kind: 'later'; readonly because: string};

/** A person's answer in a chat: a reply, or a reaction to a delivered message. */
export type ChatAnswer = {
  readonly chat: Address;
  readonly session: SessionKey;
  readonly user: string;
  readonly trust: Trust;
  readonly at: EpochMs;
  /** Earlier than `at` if it waited for the daemon. What was sent later isn't meant. */
  readonly writtenAt?: EpochMs;
  /**
   * The id of this answer. The handler stores it as a key in its transaction, so a repeated answer has no second
   * effect.
   */
  readonly key: string;
  /** The quote of a confirmation, where the channel shows it below its question. */
  readonly quote?: QuotedMessage;
} & (
  | {readonly kind: 'reply'; readonly text: string /** What was quoted, when it is ours. */; readonly to?: DeliveryId}
  | {readonly kind: 'reaction'; readonly emoji: string; readonly removed: boolean; readonly to: DeliveryId}
);

/**
 * Handles an answer that needs no model. `taken`: the answer's effect is stored, by this call or an earlier one. Never
 * rejects for an answer that belongs to another handler.
 */
export type TakeAnswer = (answer: ChatAnswer) => Promise<'taken' | 'not-ours'>;

/** Names of groups and contacts, as the channels report them. */
export interface ContactNames {
  /** Stores a name in the current transaction. */
  learn(address: Address, name: string, emit: Emit): void;
  /** Recent recipients whose name is unknown. The channel looks these up. */
  nameless(channel: string): readonly Address[];
}
