// Runs transactions across tables. Events are published to listeners after the commit, in the order of their numbers.
import type {GatewayEvent} from '../../shared/events/gateway-event.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {Emit, Store} from '../ports/store.ts';
import type {Log} from '../ports/system.ts';
import type {Database} from './database/database.ts';
import {createSharedCommits, resultOf, type Work} from './shared-commits.ts';
import type {EventLog} from './tables/events.ts';

type Commits = Pick<Store, 'transact' | 'transactBatched' | 'onCommitted'> & {
  /** Commits all works that wait for a shared commit. */
  flush(): void;
};

type CommitsDeps = {
  readonly database: Database;
  readonly events: EventLog;
  readonly clock: Clock;
  readonly log: Log;
};

export const createCommits = ({database, events, clock, log}: CommitsDeps): Commits => {
  const listeners = new Set<Listener>();
  const unpublished: (readonly GatewayEvent[])[] = [];
  const emptyLogSoon = createLogEmptier({database, clock, log});
  let isPublishing = false;

  const emit: Emit = fact => events.append(fact);

  const transact = <T>(work: Work<T>): T => {
    const isOutermost = !database.inTransaction;
    const before = events.mark();
    let result: T;
    try {
      result = database.transaction(() => {
        const outcome = resultOf(work, emit);
        if (isOutermost) events.write();
        return outcome;
      });
    } catch (error) {
      events.rewind(before);
      throw error;
    }
    if (isOutermost) {
      publish(events.settle());
      emptyLogSoon();
    }
    return result;
  };

  /** A listener may commit too. Its events wait until all listeners have these. */
  const publish = (committed: readonly GatewayEvent[]): void => {
    if (committed.length > 0) unpublished.push(committed);
    if (isPublishing) return;
    isPublishing = true;
    try {
      for (let batch = unpublished.shift(); batch !== undefined; batch = unpublished.shift()) notify(batch);
    } finally {
      isPublishing = false;
    }
  };

  const notify = (batch: readonly GatewayEvent[]): void => {
    for (const listener of [...listeners]) {
      // A listener has already read earlier commits from the store.
      if ((batch[0]?.seq ?? 0) <= listener.since || !listeners.has(listener)) continue;
      try {
        listener.notify(batch);
      } catch (error) {
        log.error({err: error, reason: errorMessage(error)}, 'A listener failed on committed events.');
      }
    }
  };

  return {
    transact,
    ...createSharedCommits(transact),
    onCommitted: notified => {
      const listener = {notify: notified, since: events.seq};
      listeners.add(listener);
      return {
        [Symbol.dispose]: () => {
          listeners.delete(listener);
        },
      };
    },
  };
};

type Listener = {readonly notify: (events: readonly GatewayEvent[]) => void; readonly since: number};

type EmptierDeps = {
  readonly database: Pick<Database, 'logPages' | 'checkpoint'>;
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * Checkpoints the write-ahead log in idle moments. Otherwise SQLite does so within a commit, which then takes ten
 * times as long and delays due work. Call it after each commit, once its events are published. The checkpoint runs a
 * moment later and only for a large log. A page that many commits wrote is then copied once. Never throws: a failed
 * checkpoint doesn't make the commit fail.
 */
const createLogEmptier = ({database, clock, log}: EmptierDeps): (() => void) => {
  let sinceLooked = 0;
  let willEmpty = false;

  const safely = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      // The log's content is safe. If the disk fails, the next commit reports it.
      log.warn({reason: errorMessage(error)}, "Couldn't empty the log of the database.");
      return undefined;
    }
  };

  return () => {
    sinceLooked += 1;
    if (sinceLooked < COMMITS_BETWEEN_LOOKS) return;
    sinceLooked = 0;
    if (willEmpty || (safely(database.logPages) ?? 0) < MANY_PAGES) return;
    willEmpty = true;
    clock.after(EMPTY_AFTER_MS, () => {
      willEmpty = false;
      safely(database.checkpoint);
    });
  };
};

/** Asking takes ten microseconds. This many commits stay below SQLite's own checkpoint limit. */
const COMMITS_BETWEEN_LOOKS = 8;
const MANY_PAGES = 1_000;
const EMPTY_AFTER_MS = 4;
