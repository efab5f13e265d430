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
  let lastGroup = 0;
  let sinceLooked = 0;
  let willEmpty = false;

  const emit: Emit = fact => events.append(fact);

  const transact = <T>(work: Work<T>): T => {
    const isOutermost = !database.inTransaction;
    const before = events.mark();
    let result: T;
    try {
      result = database.transaction(() => {
        const outcome = doneBy(work, emit);
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

  /**
   * Left to SQLite, every so many pages a commit would take ten times as long, and whatever falls due with it would be late by
   * that. So the log is emptied a moment after a commit, when its events have been told; and not before there is much in it,
   * since the pages that many commits wrote are copied once.
   */
  const emptyLogSoon = (): void => {
    sinceLooked += 1;
    if (sinceLooked < COMMITS_BETWEEN_LOOKS) return;
    sinceLooked = 0;
    if (willEmpty || !isLong()) return;
    willEmpty = true;
    clock.after(EMPTY_AFTER_MS, () => {
      willEmpty = false;
      withoutFailing(database.checkpoint);
    });
  };

  const isLong = (): boolean => (withoutFailing(database.logPages) ?? 0) >= MANY_PAGES;

  /** What was committed is committed: nobody may take it for failed because of the log. */
  const withoutFailing = <T>(look: () => T): T | undefined => {
    try {
      return look();
    } catch (error) {
      // What the log holds is safe where it is, and the next commit that cannot be kept says so itself.
      log.warn({reason: wordsFor(error)}, 'The log of the database could not be emptied.');
      return undefined;
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

  const transactSoon = <T>(work: Work<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(commitWhenGathered, 0, MOST_TURNS);
      waiting.push({
        attempt: shared => {
          const value = doneBy(work, shared);
          return () => resolve(value);
        },
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

  /**
   * The end of a loop turn. Where many come and each turn brings more, they are waited for: those who were answered together ask
   * again one after the other, and half of them in each of two commits costs two flushes. One who is alone waits for nobody.
   */
  const commitWhenGathered = (before: number, turns: number): void => {
    const areMany = Math.max(waiting.length, lastGroup) > 1 && waiting.length < LARGEST_GROUP;
    if (areMany && waiting.length > before && turns > 0) setImmediate(commitWhenGathered, waiting.length, turns - 1);
    else commitWaiting();
  };

  const commitWaiting = (): void => {
    const group = waiting.slice(0, LARGEST_GROUP);
    waiting = waiting.slice(LARGEST_GROUP);
    if (waiting.length > 0) setImmediate(commitWaiting);
    if (group.length === 0) return;
    lastGroup = group.length;
    commitGroup(group);
  };

  const commitGroup = (group: readonly Waiting[]): void => {
    const [only, ...others] = group;
    // Alone, it is a transaction of its own, and needs no savepoint.
    if (only !== undefined && others.length === 0) {
      only.run()();
      return;
    }
    try {
      for (const settle of doneTogether(group)) settle();
    } catch (error) {
      for (const one of group) one.reject(error);
    }
  };

  /** Hardly ever does a work throw, and a savepoint for each costs as much as a small work does: so first they go without. */
  const doneTogether = (group: readonly Waiting[]): readonly Settle[] => {
    let hasOneThrown = false;
    const attempt = (one: Waiting): Settle => {
      try {
        return one.attempt(emit);
      } catch (error) {
        hasOneThrown = true;
        throw error;
      }
    };
    try {
      return transact(() => group.map(attempt));
    } catch (error) {
      if (!hasOneThrown) throw error;
      return transact(() => group.map(one => one.run()));
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

type Work<T> = (emit: Emit) => T;

const doneBy = <T>(work: Work<T>, emit: Emit): T => {
  const outcome = work(emit);
  if (outcome instanceof Promise) throw new TypeError('a transaction ends when its work returns: it cannot wait');
  return outcome;
};

/** Says to who waits how it ended. */
type Settle = () => void;

/** A work that waits for a shared commit. What it gives is to be called once the commit has held. */
type Waiting = {
  /** Does it as a part of the transaction: where it throws, all of that is to be undone. */
  readonly attempt: (emit: Emit) => Settle;
  /** Does it so that only its own part is undone where it throws. */
  readonly run: () => Settle;
  readonly reject: (error: unknown) => void;
};

/** Asking takes ten microseconds; in so many commits not as much gathers as makes SQLite do it in one. */
const COMMITS_BETWEEN_LOOKS = 8;
const MANY_PAGES = 1_000;
const EMPTY_AFTER_MS = 4;
/** So many turns of the loop, at most, works are waited for. */
const MOST_TURNS = 8;
/** One commit takes no more than this, so that the loop is not held up by many. */
const LARGEST_GROUP = 256;
