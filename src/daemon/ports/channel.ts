// Channels: how people reach the agent, and how the agent reaches them.
import type {ChannelStatus} from '../../shared/events/gateway-event.ts';
import type {Address} from '../../shared/records/address.ts';
import type {DeliveryId} from '../../shared/records/ids.ts';
import type {Inbound, InboundChange, InboundReaction, Outbound, Receipt} from '../../shared/records/injection.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Trust} from '../../shared/records/trust.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Emit} from './store.ts';

/** A way in and out for people. */
export interface Channel {
  readonly name: string;
  status(): ChannelStatus;
  /**
   * Contract: what was received is kept before anybody is told, and brought again, also by the next daemon, until it was kept or
   * refused: once per platform message id. The ears never reject. Disposing stops the bringing, not the channel.
   */
  listen(handler: InboundHandler): Promise<AsyncDisposable>;
  /**
   * Contract: resolves only when the platform accepted it, with what was not told before; rejects with a SendFailure or another
   * GatewayError otherwise (`unavailable`: try later). One that leaves in several messages tells of each but the last as soon as it
   * is accepted, and waits until that is kept.
   */
  send(outbound: Outbound, signal: AbortSignal, onPart: (part: Receipt) => Promise<void>): Promise<Receipt>;
  /** How long one message may take before its end is doubted. @default a minute */
  readonly sendLimitMs?: number;
}

/** Whom a channel tells what people did there. */
export interface InboundHandler {
  /** Somebody said something. */
  hear(inbound: Inbound): Promise<HandleResult>;
  /** Somebody replaced what they had said, or took it back. */
  change(change: InboundChange): Promise<HandleResult>;
  /** Somebody reacted to what was delivered to them. */
  react(reaction: InboundReaction): Promise<HandleResult>;
}

/** What becomes of a thing that a channel brought. */
export type HandleResult =
  /** Stored: its author may be told that it was read. */
  | {readonly kind: 'kept'}
  | {readonly kind: 'refused'; readonly because: string}
  /** Nothing was kept of it: to be brought again after a while. */
  | {readonly kind: 'later'; readonly because: string};

/** A person answered something in a chat: in words, or by a reaction to what was delivered to them. */
export type ChatAnswer = {
  readonly chat: Address;
  readonly session: SessionKey;
  readonly user: string;
  readonly trust: Trust;
  readonly at: EpochMs;
  /** The answer's own id: who acts on it keeps the key in the transaction that acts, so that twice is once. */
  readonly key: string;
} & (
  | {readonly kind: 'reply'; readonly text: string /** What was quoted, when it is ours. */; readonly to?: DeliveryId}
  | {readonly kind: 'reaction'; readonly emoji: string; readonly removed: boolean; readonly to: DeliveryId}
);

/** Takes an answer that needs no model: `taken` when it was acted on (now or before), durably. Never rejects for an answer that is not its own. */
export type TakeAnswer = (answer: ChatAnswer) => Promise<'taken' | 'not-ours'>;

/** What channels call groups and contacts. */
export interface ContactNames {
  /** Keeps a name; in the transaction at hand. */
  learn(address: Address, name: string, emit: Emit): void;
  /** Whom a channel should be asked about: people to whom something went lately, and of whom no name is known. */
  nameless(channel: string): readonly Address[];
}
