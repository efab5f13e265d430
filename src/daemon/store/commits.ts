// Transactions that span nouns: what must be true together is committed together, and told to listeners after the commit, in the
// order of the events' numbers. Works that wait at the same time share one commit, since a commit costs a flush of the disk.

import {wordsFor} from '../../shared/gateway-error.ts';
import type {GatewayEvent} from '../../shared/gateway-event.ts';
import type {Clock, Emit, Log, Store} from '../ports.ts';
import type {Database} from './database/database.ts';
import type {EventLog} from './events.ts';

type Commits = Pick<Store, 'transact' | 'transactSoon' | 'onCommitted'> & {
  /** Commits now whatever waits for a shared commit. */
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
  let isPublishing = false;
  let waiting: Waiting[] = [];
  let sinceEmptied = 0;

  const emit: Emit = fact => events.append(fact);

  const transact = <T>(work: (emit: Emit) => T): T => {
    const isOutermost = !database.inTransaction;
    const before = events.appended;
    let result: T;
    try {
      result = database.transaction(() => {
        const outcome = work(emit);
        if (outcome instanceof Promise) throw new TypeError('a transaction ends when its work returns: it cannot wait');
        if (isOutermost) events.prune();
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

  /**
   * Left to SQLite, every so many commits one would take ten times as long, and whatever falls due with it would be late by
   * that. So the log is emptied a moment after a commit, when its events have been told.
   */
  const emptyLogSoon = (): void => {
    sinceEmptied += 1;
    if (sinceEmptied === COMMITS_IN_LOG) clock.after(EMPTY_AFTER_MS, emptyLog);
  };

  const emptyLog = (): void => {
    sinceEmptied = 0;
    try {
      database.checkpoint();
    } catch (error) {
      // What the log holds is safe where it is, and the next commit that cannot be kept says so itself.
      log.warn({reason: wordsFor(error)}, 'The log of the database could not be emptied.');
    }
  };

  /** A listener may commit something itself: its events wait until everyone has heard these. */
  const publish = (committed: readonly GatewayEvent[]): void => {
    if (committed.length > 0) unpublished.push(committed);
    if (isPublishing) return;
    isPublishing = true;
    try {
      for (let batch = unpublished.shift(); batch !== undefined; batch = unpublished.shift()) tell(batch);
    } finally {
      isPublishing = false;
    }
  };

  const tell = (batch: readonly GatewayEvent[]): void => {
    for (const listener of [...listeners]) {
      // What was committed before someone began to listen is what they have read from the store already.
      if ((batch[0]?.seq ?? 0) <= listener.since || !listeners.has(listener)) continue;
      try {
        listener.hear(batch);
      } catch (error) {
        log.error({err: error, reason: wordsFor(error)}, 'A listener failed on what was committed.');
      }
    }
  };

  const transactSoon = <T>(work: (emit: Emit) => T): Promise<T> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(commitWaiting);
      waiting.push({
        run: () => {
          try {
            const value = transact(work);
            return () => resolve(value);
          } catch (error) {
            return () => reject(error);
          }
        },
        reject,
      });
    });

  /** The end of a loop turn: everything that arrived in it has had its chance to join. */
  const commitWaiting = (): void => {
    const group = waiting.slice(0, LARGEST_GROUP);
    waiting = waiting.slice(LARGEST_GROUP);
    if (waiting.length > 0) setImmediate(commitWaiting);
    if (group.length > 0) commitGroup(group);
  };

  const commitGroup = (group: readonly Waiting[]): void => {
    const [only, ...others] = group;
    // Alone, it is a transaction of its own, and needs no savepoint.
    if (only !== undefined && others.length === 0) {
      only.run()();
      return;
    }
    try {
      for (const settle of transact(() => group.map(one => one.run()))) settle();
    } catch (error) {
      for (const one of group) one.reject(error);
    }
  };

  return {
    transact,
    transactSoon,
    onCommitted: hear => {
      const listener = {hear, since: events.seq};
      listeners.add(listener);
      return {
        [Symbol.dispose]: () => {
          listeners.delete(listener);
        },
      };
    },
    flush: () => {
      while (waiting.length > 0) commitWaiting();
    },
  };
};

type Listener = {readonly hear: (events: readonly GatewayEvent[]) => void; readonly since: number};

/** A work that waits for a shared commit. `run` does it and says how it ends once the commit has held. */
type Waiting = {readonly run: () => () => void; readonly reject: (error: unknown) => void};

/** Of those that tell one thing: fewer than the thousand pages at which SQLite does it in a commit. */
const COMMITS_IN_LOG = 48;
const EMPTY_AFTER_MS = 4;
/** One commit takes no more than this, so that the loop is not held up by many. */
const LARGEST_GROUP = 256;
