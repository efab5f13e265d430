// Tables of what goes out and comes in: deliveries, the inbox and the ledger.

import type {Address} from '../../shared/records/address.ts';
import type {Delivery, DeliveryState} from '../../shared/records/delivery.ts';
import type {DeliveryId, RunId, TurnId} from '../../shared/records/ids.ts';
import type {EpochMs} from '../../shared/time/time.ts';

export interface DeliveryStore {
  /** Enqueueing the same key twice is one Delivery: the first is returned. */
  add(delivery: Delivery): Delivery;
  get(id: DeliveryId): Delivery | undefined;
  byKey(key: string): Delivery | undefined;
  /** `was`: as it was read; then no more is written than differs. */
  update(delivery: Delivery, was?: Delivery): void;
  /** Newest first. `before`: only those that were added before this one. */
  list(filter: {
    readonly state?: DeliveryState;
    readonly before?: DeliveryId;
    readonly limit: number;
  }): readonly Delivery[];
  /** The oldest unsent delivery of each address of the channel that may be tried at `now`; the oldest `limit` of them. */
  ready(channel: string, now: EpochMs, limit?: number): readonly Delivery[];
  /** The oldest delivery to an address that has not ended: no later one leaves before it. */
  head(address: Address): Delivery | undefined;
  /** Those of a channel, oldest first, each with how many messages wait in its chat. */
  heads(channel: string, limit: number): readonly {readonly head: Delivery; readonly messages: number}[];
  nextAttemptAt(): EpochMs | undefined;
  ofRun(id: RunId): readonly Delivery[];
  ofTurn(id: TurnId): readonly Delivery[];
  /** What waits for other channels than these, oldest first. */
  unserved(served: readonly string[], limit: number): readonly Delivery[];
  /** Deliveries to an address that a client has not shown yet. */
  unread(address: Address): readonly Delivery[];
  /** Keeps further ids that the channel gave to the messages of a delivery, in the order of its parts. */
  noteSentIds(delivery: Pick<Delivery, 'id' | 'address'>, channelIds: readonly string[]): void;
  sentIds(id: DeliveryId): readonly string[];
  /** What was sent under that id: a delivery; several only where the channel gave one id twice. */
  sentAs(channel: string, channelId: string): readonly Delivery[];
  /** `dead`: without those that a person discarded. */
  counts(): {readonly waiting: number; readonly dead: number};
  /**
   * Forgets deliveries that arrived (sent, delivered, read) or were discarded by hand, and were made before `before`, or are more
   * than the `keep` newest that ended so; at most `limit` of each end at a time, and how many. What waits, what was given up without
   * a person's word and what belongs to a run at work stays. A key that is forgotten would be delivered again.
   */
  prune(of: {readonly keep: number; readonly before: EpochMs; readonly limit: number}): number;
}

/** What tells one received message from every other: who wrote it, by their own clock when, and in which chat. */
export type InboxIdentity = {
  readonly channel: string;
  readonly author: string;
  /** The author's clock. It may be wrong, so it is an id and no instant. */
  readonly timestamp: number;
  /** The address of the conversation it was written in. */
  readonly chat: Address;
};

/** `received`: on disk, and nothing has come of it yet. */
export type InboxState = 'received' | 'handled' | 'ignored';

export type InboxItem = InboxIdentity & {
  /** Rises in the order of arrival. */
  readonly ord: number;
  /** As the channel gave it, unread. */
  readonly raw: string;
  readonly receivedAt: EpochMs;
  readonly state: InboxState;
  /** Why it was ignored. */
  readonly because?: string;
  readonly settledAt?: EpochMs;
  /** Whether its author is to be told that it was read, and has been. */
  readonly receipt: 'none' | 'owed' | 'sent';
};

/**
 * What was received, before anything comes of it. How far a channel's source has been read is a mark, set in the transaction that
 * adds what was read: so nothing is skipped, and what is read again is known.
 */
export interface InboxStore {
  /** Adds a message as received; undefined, and nothing changes, when it is there already. */
  add(message: Pick<InboxItem, keyof InboxIdentity | 'raw' | 'receivedAt'>): InboxItem | undefined;
  get(ord: number): InboxItem | undefined;
  find(identity: InboxIdentity): InboxItem | undefined;
  /** What nothing has come of yet, in the order of arrival; only what came after the item `after`, when it is given. */
  waiting(channel: string, limit: number, after?: number): readonly InboxItem[];
  /** Ends a message that is waiting: false when something has come of it before. A receipt can be owed for a handled one. */
  settle(ord: number, end: InboxEnd, at: EpochMs): boolean;
  /** Messages whose authors are still to be told that they were read, in the order of arrival. */
  receiptsOwed(channel: string, limit: number): readonly InboxItem[];
  receiptSent(ord: number): void;
  /** Forgets what it says, and keeps that it was there. */
  blank(ord: number): void;
  /** Newest first. */
  list(filter: {
    readonly channel: string;
    readonly chat?: Address;
    readonly state?: InboxState;
    readonly limit: number;
  }): readonly InboxItem[];
  counts(channel: string): {readonly received: number; readonly handled: number; readonly ignored: number};
  /** Forgets what was settled before an instant; how many. What is forgotten would be taken for new if it came again. */
  prune(before: EpochMs): number;
}

export type InboxEnd =
  | {readonly state: 'handled'; readonly receipt: 'none' | 'owed'}
  | {readonly state: 'ignored'; readonly because: string};

/** The newest message each way of every address: the ground truth of "has this been answered?". */
export interface LedgerStore {
  of(address: Address): Ledger;
  /** The addresses something was last heard from or said to, newest first. */
  list(limit: number): readonly (Ledger & {readonly address: Address})[];
  /** Notes a message, unless a newer one of its direction is noted already. */
  note(entry: {readonly address: Address; readonly way: 'in' | 'out'} & LedgerEntry): void;
  /** What came in up to an instant needs no reply. */
  clear(address: Address, at: EpochMs): void;
}

export type LedgerEntry = {
  readonly at: EpochMs;
  /** The message's or the delivery's own. */
  readonly id: string;
};

export type Ledger = {
  readonly newestIn?: LedgerEntry;
  readonly newestOut?: LedgerEntry;
  /** What came in up to here needs no reply. */
  readonly clearedAt?: EpochMs;
};
