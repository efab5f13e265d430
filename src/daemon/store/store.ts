// The store: one SQLite database with one writer. Each table has its own module, and transactions span them.

import {GatewayError} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {CommitLog} from '../ports/commit-log.ts';
import type {Store} from '../ports/store.ts';
import type {Log} from '../ports/system.ts';
import {type Backups, createBackups} from './backup/keep-backups.ts';
import {createCommits} from './commits.ts';
import {createCommitLog} from './copy/commit-log.ts';
import type {Database} from './database/database.ts';
import {MIGRATIONS, versionAfter} from './database/migrations.ts';
import {openDatabase, openingError} from './database/open-database.ts';
import {savedPath, startNotes} from './database/start-notes.ts';
import {createHealth, type StoreHealth} from './health.ts';
import {createQuarantine, type Quarantine} from './quarantine.ts';
import {createAlarms} from './tables/alarms.ts';
import {createApprovals} from './tables/approvals.ts';
import {createCursors} from './tables/cursors.ts';
import {createDeliveries} from './tables/deliveries.ts';
import {createEscalations} from './tables/escalations.ts';
import {createEventLog} from './tables/events.ts';
import {createFileLimits} from './tables/file-limits.ts';
import {createIdFinder} from './tables/find-ids.ts';
import {createInbox} from './tables/inbox.ts';
import {createLedger} from './tables/ledger.ts';
import {createMessages} from './tables/messages/messages.ts';
import {createPreTools} from './tables/pre-tools.ts';
import {createReminders} from './tables/reminders.ts';
import {createRequests} from './tables/requests.ts';
import {createRuns} from './tables/runs.ts';
import {createSessionCounts} from './tables/sessions/session-counts.ts';
import {createSessions} from './tables/sessions/sessions.ts';
import {createStats} from './tables/stats.ts';
import {createTurns} from './tables/turns.ts';
import {createWeeklyCheck, type WeeklyCheck} from './weekly-check.ts';

export type StoreOptions = {
  /** The database file, created or migrated as needed. */
  readonly path: string;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * The least number of events that can be replayed.
   * @default 100,000
   */
  readonly eventsKept?: number;
  /**
   * Called once after a failure that makes the stored content doubtful. From then on writes fail, and the next start
   * checks the whole database. The caller should end the process.
   */
  readonly onBroken?: (error: GatewayError) => void;
  /** Called once with a sentence when the whole home was moved or deleted. The caller should end the process. */
  readonly onHomeGone?: (sentence: string) => void;
  /** True if a daemon has run in this home. A missing database was lost then. @default false */
  readonly ranBefore?: boolean;
  /** Called with its schema when the database was copied, before a step of the migration changes it. */
  readonly onCopied?: (schema: number) => void;
  /** Further folders that the daemon writes to, whose disks may be full. */
  readonly folders?: readonly string[];
  /**
   * True if all commits from now on go to a log elsewhere, and count once they are there.
   * @default they are recorded when somebody asks for them
   */
  readonly isLogged?: boolean;
};

/** The daemon's store, with the state of its file. */
export type OpenStore = Store &
  Disposable & {
    readonly health: StoreHealth;
    readonly backups: Backups;
    readonly check: WeeklyCheck;
    /** From now on nothing is stored, and reading goes on. */
    readonly refuseChanges: (sentence: string) => void;
    /** Commits all that waits for a shared commit. */
    readonly flush: () => void;
    /** The commits, for a copy of the database on another machine. */
    readonly commitLog: CommitLog;
    readonly setAside: Pick<Quarantine, 'dismiss'>;
  };

/** Throws a GatewayError with one sentence if an existing database is unusable. The file stays unchanged. */
export const openStore = ({
  path,
  clock,
  log,
  eventsKept,
  onBroken,
  ranBefore = false,
  folders,
  onHomeGone,
  onCopied,
  isLogged = false,
}: StoreOptions): OpenStore => {
  const notes = startNotes(path, ranBefore);
  const database = openDatabase({
    path,
    log,
    savedPath: () => savedPath(path, clock.now()),
    onBroken,
    onHomeGone,
    onCopied,
    isLogged,
  });
  try {
    const commitLog = createCommitLog({database, clock, log, isNeeded: isLogged});
    const store = storeOn(database, {clock, log, kept: eventsKept ?? EVENTS_KEPT});
    const check = createWeeklyCheck({database, store, clock, log});
    const setAside = createQuarantine(database);
    return Object.assign(store, {
      check,
      setAside,
      health: createHealth({
        database,
        clock,
        log,
        store,
        startNotes: () => [...notes(), ...setAside.problems(), ...check.problems()],
        folders,
      }),
      backups: createBackups({database, clock, log}),
      refuseChanges: (sentence: string) => database.refuseChanges(new GatewayError('refused', sentence)),
      commitLog,
    });
  } catch (error) {
    database[Symbol.dispose]();
    throw openingError(error, path);
  }
};

/** A store on an open database. Closing the store closes the database. */
export const storeOn = (
  database: Database,
  {clock, log, kept = EVENTS_KEPT}: {readonly clock: Clock; readonly log: Log; readonly kept?: number},
): Store & Disposable & Pick<OpenStore, 'flush'> => {
  const events = createEventLog({database, clock, kept: Math.max(1, kept)});
  const commits = createCommits({database, events, clock, log});
  const counts = createSessionCounts(database);
  const store: Store & Disposable & Pick<OpenStore, 'flush'> = {
    transact: commits.transact,
    transactBatched: commits.transactBatched,
    onCommitted: commits.onCommitted,
    writes: database.writes,
    sessions: createSessions({database, counts, events}),
    messages: createMessages({database, counts, events}),
    turns: createTurns(database),
    reminders: createReminders(database),
    alarms: createAlarms(database),
    approvals: createApprovals(database),
    runs: createRuns(database),
    preTools: createPreTools(database),
    deliveries: createDeliveries(database),
    escalations: createEscalations(database),
    events,
    fileLimits: createFileLimits(database),
    cursors: createCursors(database),
    inbox: createInbox(database),
    ledger: createLedger(database, clock),
    requests: createRequests(database),
    findIds: createIdFinder(database),
    stats: createStats(database),
    flush: commits.flush,
    [Symbol.dispose]: () => {
      commits.flush();
      database[Symbol.dispose]();
    },
  };
  checkShape(database, store);
  return store;
};

/**
 * Prepares every query, so that a wrong schema fails at the start and not at the first message. That takes a tenth of
 * the start, so it runs only when SQLite's schema version has changed.
 */
const checkShape = (database: Database, store: Pick<Store, 'cursors' | 'transact'>): void => {
  const shape = `${versionAfter(MIGRATIONS)}.${database.query('PRAGMA schema_version').get()?.['schema_version']}`;
  if (store.cursors.get(FITTING_SHAPE) === shape) return;
  database.prepareAll();
  store.transact(() => store.cursors.set(FITTING_SHAPE, shape));
};

const FITTING_SHAPE = 'store.shape';

const EVENTS_KEPT = 100_000;
