// Works that wait at the same time share one commit, since a commit costs a flush of the disk.
import type {Emit, Store} from '../ports/store.ts';

type SharedCommits = Pick<Store, 'transactBatched'> & {
  /** Commits now whatever waits. */
  flush(): void;
};

export type Work<T> = (emit: Emit) => T;

export const createSharedCommits = (transact: Store['transact']): SharedCommits => {
  let waiting: Waiting[] = [];
  let lastGroup = 0;

  const transactBatched = <T>(work: Work<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(commitWhenGathered, 0, MOST_TURNS);
      waiting.push({
        attempt: emit => {
          const value = doneBy(work, emit);
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
   * The end of a loop turn. Where many come, they are waited for while each turn brings more, and until as many are there as last
   * time: those who were answered together ask again one after the other, and half of them in each of two commits costs two
   * flushes. One who is alone, as last time, waits for nobody.
   */
  const commitWhenGathered = (before: number, turns: number): void => {
    const areMany = Math.max(waiting.length, lastGroup) > 1 && waiting.length < LARGEST_GROUP;
    const isMoreExpected = waiting.length > before || waiting.length < lastGroup;
    if (areMany && isMoreExpected && turns > 0) setImmediate(commitWhenGathered, waiting.length, turns - 1);
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
    const attempt = (one: Waiting, emit: Emit): Settle => {
      try {
        return one.attempt(emit);
      } catch (error) {
        hasOneThrown = true;
        throw error;
      }
    };
    try {
      return transact(emit => group.map(one => attempt(one, emit)));
    } catch (error) {
      if (!hasOneThrown) throw error;
      return transact(() => group.map(one => one.run()));
    }
  };

  return {
    transactBatched,
    flush: () => {
      while (waiting.length > 0) commitWaiting();
    },
  };
};

/** What the work gave. Throws where it gave a promise: what comes of that would no longer be in the transaction. */
export const doneBy = <T>(work: Work<T>, emit: Emit): T => {
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

/** So many turns of the loop, at most, works are waited for. */
const MOST_TURNS = 24;
/** One commit takes no more than this, so that the loop is not held up by many. */
const LARGEST_GROUP = 256;
