// Tables of deliveries, the inbox and the ledger.

import type {Address} from '../../shared/records/address.ts';
import type {Delivery, DeliveryState} from '../../shared/records/delivery/delivery.ts';
import type {DeliveryId, RunId, TurnId} from '../../shared/records/ids.ts';
import {
  address,
  type Infer,
  instant,
  json,
  number,
  oneOf,
  optional,
  record,
  text,
} from '../../shared/records/record.ts';
import type {EpochMs} from '../../shared/time/time.ts';

export interface DeliveryStore {
  /** A repeated key returns the first delivery and adds nothing. */
  add(delivery: Delivery): Delivery;
  get(id: DeliveryId): Delivery | undefined;
  byKey(key: string): Delivery | undefined;
  /** `was`: the record as it was read. With it, only changed columns are written. */
  update(delivery: Delivery, was?: Delivery): void;
  /** Newest first. `before`: only deliveries that were added before this one. */
  list(filter: {
    readonly state?: DeliveryState;
    readonly before?: DeliveryId;
    readonly limit: number;
  }): readonly Delivery[];
  /**
   * The oldest delivery of each address of the channel that may be tried at `now`, at most `limit`. A reply waits for
   * the earlier ones of its conversation; everything else passes a delivery that failed.
   */
  ready(channel: string, now: EpochMs, limit?: number): readonly Delivery[];
  /** The oldest delivery to an address that hasn't ended. */
  head(address: Address): Delivery | undefined;
  /**
   * The first waiting delivery of each chat of a channel, oldest first, with the number of messages that wait there.
   */
  heads(channel: string, limit: number): readonly {readonly head: Delivery; readonly messages: number}[];
  /**
   * When the first delivery of the channel may leave, of those that may only leave after an instant. @default of all
   */
  nextAttemptAt(channel: string, after?: EpochMs): EpochMs | undefined;
  ofRun(id: RunId): readonly Delivery[];
  ofTurn(id: TurnId): readonly Delivery[];
  /** Waiting deliveries for channels other than these, oldest first. */
  unserved(served: readonly string[], limit: number): readonly Delivery[];
  /** Deliveries to an address that a client has not shown yet. */
  unread(address: Address): readonly Delivery[];
  /** Stores further ids that the channel gave to the parts of a delivery, in order. */
  noteSentIds(delivery: Pick<Delivery, 'id' | 'address'>, channelIds: readonly string[]): void;
  sentIds(id: DeliveryId): readonly string[];
  /** The delivery with this channel id. Several only if the channel used one id twice. */
  sentAs(channel: string, channelId: string): readonly Delivery[];
  /** `dead` doesn't count deliveries that a person discarded. */
  counts(): {readonly waiting: number; readonly dead: number};
  /**
   * Deletes deliveries that arrived (sent, delivered, read) or that a person discarded. They must be older than
   * `before` or beyond the newest `keep`. Deletes at most `limit` per state and returns the count. Waiting deliveries,
   * failed ones that nobody discarded, and those of an active run stay. A deleted key would be delivered again.
   */
  prune(of: {readonly keep: number; readonly before: EpochMs; readonly limit: number}): number;
}

/** A received message. */
export const inboxItem = record('inbox', {
  /** Increases in order of arrival. */
  ord: number,
  channel: text,
  author: text,
  /** The author's clock may be wrong, so this is an id and not an instant. */
  timestamp: number,
  chat: address,
  /** The message as the channel read it once, when it arrived, in the channel's own form. Absent without content. */
  event: optional(json<unknown>()),
  receivedAt: instant,
  /** `received`: stored, not processed yet. */
  state: oneOf(['received', 'handled', 'ignored']),
  /** The reason why the message was ignored. */
  because: optional(text),
  settledAt: optional(instant),
  /** The state of the read receipt for the author. */
  receipt: oneOf(['none', 'owed', 'sent']),
});
export type InboxItem = Infer<typeof inboxItem>;
export type InboxState = InboxItem['state'];

/** Identifies a received message: its author, the author's timestamp and the chat. */
export type InboxIdentity = Pick<InboxItem, 'channel' | 'author' | 'timestamp' | 'chat'>;

/**
 * Received messages, stored before they are processed. The cursor of a channel's source changes in the transaction that
 * adds the messages. So no message is skipped, and a repeated one is recognized.
 */
export interface InboxStore {
  /** Adds a message as received. Returns undefined and changes nothing if the message is already stored. */
  add(message: Pick<InboxItem, keyof InboxIdentity | 'event' | 'receivedAt'>): InboxItem | undefined;
  get(ord: number): InboxItem | undefined;
  find(identity: InboxIdentity): InboxItem | undefined;
  /** Unprocessed messages in order of arrival. `after`: only those that arrived after this one. */
  waiting(channel: string, limit: number, after?: number): readonly InboxItem[];
  /**
   * Ends a waiting message. Returns false if the message had ended before. Only a handled message can owe a receipt.
   */
  settle(ord: number, end: InboxEnd, at: EpochMs): boolean;
  /** Messages whose authors are owed a read receipt, in order of arrival. */
  receiptsOwed(channel: string, limit: number): readonly InboxItem[];
  receiptSent(ord: number): void;
  /** Deletes the content of a message and keeps its record. */
  blank(ord: number): void;
  /** Replaces the content of a message. */
  rewrite(ord: number, event: unknown): void;
  /** Later messages of the channel whose content has a text in it, in order of arrival. Scans all of them. */
  naming(text: string, after: InboxItem): readonly InboxItem[];
  /** Newest first. */
  list(filter: {
    readonly channel: string;
    readonly chat?: Address;
    readonly state?: InboxState;
    readonly limit: number;
  }): readonly InboxItem[];
  counts(channel: string): {readonly received: number; readonly handled: number; readonly ignored: number};
  /**
   * Deletes messages that ended before an instant and returns how many. A deleted message would count as new if it
   * arrived again.
   */
  prune(before: EpochMs): number;
}

export type InboxEnd =
  | {readonly state: 'handled'; readonly receipt: 'none' | 'owed'}
  | {readonly state: 'ignored'; readonly because: string};

/** The newest incoming and outgoing message of every address. Decides whether a message has been answered. */
export interface LedgerStore {
  of(address: Address): Ledger;
  /** Addresses by their newest message, newest first. */
  list(limit: number): readonly (Ledger & {readonly address: Address})[];
  /** Records a message, unless a newer one of its direction is recorded. */
  note(entry: {readonly address: Address; readonly way: 'in' | 'out'} & LedgerEntry): void;
  /** Marks incoming messages up to an instant as needing no reply. */
  clear(address: Address, at: EpochMs): void;
}

export type LedgerEntry = {
  readonly at: EpochMs;
  readonly id: string;
};

export type Ledger = {
  readonly newestIn?: LedgerEntry;
  readonly newestOut?: LedgerEntry;
  /** Messages received up to this instant need no reply. */
  readonly clearedAt?: EpochMs;
};
