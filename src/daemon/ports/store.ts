// The store: one database, one writer. What must be true together is committed together.
import type {Fact, GatewayEvent} from '../../shared/events/gateway-event.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {MessageStore, SessionStore, TurnStore} from './conversation-store.ts';
import type {DeliveryStore, InboxStore, LedgerStore} from './delivery-store.ts';
import type {AlarmStore, PreToolStore, ReminderStore, RunStore} from './schedule-store.ts';

/**
 * Memory. One database, one writer. What must be true together is committed together: `transact` runs its work in one
 * transaction, events get their numbers in it, and are published after the commit. A call inside another joins it.
 */
export interface Store {
  transact<T>(work: (emit: Emit) => T): T;
  /**
   * The same, but works that are waiting at the same time share one commit; resolves after it. One that throws undoes only itself.
   * A work may be done a second time, when another one threw: what it does, it does in the store.
   */
  transactBatched<T>(work: (emit: Emit) => T): Promise<T>;
  /** Called once per committed transaction, in order, with what it made true. */
  onCommitted(listener: (events: readonly GatewayEvent[]) => void): Disposable;
  /** Grows with everything that is written: what was read from the store still holds while it is the same. */
  writes(): number;

  readonly sessions: SessionStore;
  readonly messages: MessageStore;
  readonly turns: TurnStore;
  readonly reminders: ReminderStore;
  readonly alarms: AlarmStore;
  readonly runs: RunStore;
  readonly preTools: PreToolStore;
  readonly deliveries: DeliveryStore;
  readonly events: EventStore;
  readonly cursors: CursorStore;
  readonly inbox: InboxStore;
  readonly ledger: LedgerStore;
}

/** Records a fact in the transaction at hand. */
export type Emit = (fact: Fact) => void;

export interface EventStore {
  readonly seq: number;
  /** Events after `since`, in order; undefined when some of them are no longer kept. */
  after(since: number, limit: number): readonly GatewayEvent[] | undefined;
  /** The newest kept events before a number, in order, and whether older ones are kept. */
  before(seq: number, limit: number): {readonly events: readonly GatewayEvent[]; readonly more: boolean};
  /**
   * What is kept of what happened to reminders, alarms and deliveries, where it names one of the ids; in order. It looks through all that
   * is kept since an instant, and for a bounded number of ids: for a person's question, not for daily work.
   */
  about(ids: readonly string[], since?: EpochMs): readonly GatewayEvent[];
}

/** Single values that must outlive the process: what was last seen, how far something got. */
export interface CursorStore {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
}
