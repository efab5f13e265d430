// The store: one database, one writer. What must be true together is committed together.
import type {EventType, Fact, GatewayEvent} from '../../shared/events/gateway-event.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {ApprovalStore} from './approval-store.ts';
import type {MessageStore, SessionStore, TurnStore} from './conversation-store.ts';
import type {DeliveryStore, InboxStore, LedgerStore} from './delivery-store.ts';
import type {RequestStore} from './door.ts';
import type {IdFinder} from './id-finder.ts';
import type {ReachStore} from './reach-store.ts';
import type {AlarmStore, PreToolStore, ReminderStore, RunStore} from './schedule-store.ts';
import type {StatsStore} from './stats-store.ts';
import type {FileLimitStore} from './workspace.ts';

/**
 * One database with one writer. `transact` runs its work in one transaction and numbers its events in it. The events
 * are published after the commit. A nested call joins the outer transaction.
 */
export interface Store {
  transact<T>(work: (emit: Emit) => T): T;
  /**
   * Like `transact`, but concurrent calls share one commit; resolves after it. A work that throws undoes only itself.
   * When another work throws, a work may run again, so its only effects must be in the store.
   */
  transactBatched<T>(work: (emit: Emit) => T): Promise<T>;
  /** Called once per committed transaction, in order, with its events. */
  onCommitted(listener: (events: readonly GatewayEvent[]) => void): Disposable;
  /** Increases with every write. What was read from the store is current while this number is the same. */
  writes(): number;

  readonly sessions: SessionStore;
  readonly messages: MessageStore;
  readonly turns: TurnStore;
  readonly reminders: ReminderStore;
  readonly alarms: AlarmStore;
  readonly approvals: ApprovalStore;
  readonly runs: RunStore;
  readonly preTools: PreToolStore;
  readonly deliveries: DeliveryStore;
  readonly escalations: ReachStore;
  readonly events: EventStore;
  readonly fileLimits: FileLimitStore;
  readonly cursors: CursorStore;
  readonly inbox: InboxStore;
  readonly ledger: LedgerStore;
  readonly requests: RequestStore;
  readonly findIds: IdFinder;
  readonly stats: StatsStore;
}

/** Records a fact in the current transaction. */
export type Emit = (fact: Fact) => void;

export interface EventStore {
  readonly seq: number;
  /** Events after `since`, in order. Undefined if some of them have been deleted. */
  after(since: number, limit: number): readonly GatewayEvent[] | undefined;
  /** The newest events before a number, in order. `more`: older ones exist. */
  before(seq: number, limit: number): {readonly events: readonly GatewayEvent[]; readonly more: boolean};
  /**
   * Events of reminders, alarms and deliveries that name one of the ids, in order. Scans all events since an instant,
   * for a bounded number of ids, so use it for a person's question only. Pauses after each slice.
   */
  about(ids: readonly string[], since?: EpochMs): Promise<readonly GatewayEvent[]>;
  /** Events of some types since an instant, in order. Scans as `about` does. */
  ofTypes(types: readonly EventType[], since: EpochMs): Promise<readonly GatewayEvent[]>;
}

/** Single values that outlive the process, such as how far something was read. */
export interface CursorStore {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
  remove(name: string): void;
}
