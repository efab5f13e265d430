// Delivery: one Outbound with a key and a state, kept in the outbox until it ended.
import type {Address} from './address.ts';
import type {DeliveryId, RunId, TurnId} from './ids.ts';
import type {SessionKey} from './session-key.ts';
import type {EpochMs} from './time.ts';

/** `sent`: the channel accepted it for that recipient. `delivered` and `read`: receipts. `dead`: given up, with a reason. */
export const DELIVERY_STATES = ['queued', 'sending', 'sent', 'delivered', 'read', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

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
  readonly runId?: RunId;
  readonly turnId?: TurnId;
  readonly session?: SessionKey;
  readonly createdAt: EpochMs;
  readonly sentAt?: EpochMs;
  readonly deliveredAt?: EpochMs;
  readonly readAt?: EpochMs;
  /** Sent again after an unknown outcome: the person may see it twice. */
  readonly repeat: boolean;
};
