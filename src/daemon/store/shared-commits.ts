// Groups concurrent writes into one commit, because each commit costs a disk flush.
import type {Emit, Store} from '../ports/store.ts';

type SharedCommits = Pick<Store, 'transactBatched'> & {
  /** Commits all waiting writes now. */
  flush(): void;
};

export type Work<T> = (emit: Emit) => T;

export const createSharedCommits = (transact: Store['transact']): SharedCommits => {
  let waiting: WaitingWork[] = [];
  let lastGroup = 0;

  const transactBatched = <T>(work: Work<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(commitWhenGathered, 0, MOST_TURNS);
      waiting.push({
        attempt: emit => {
          const value = resultOf(work, emit);
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
   * Waits for more writes while each turn of the event loop brings some. Also waits until the group is as large as the
   * last one, because callers that were answered together ask again one by one. A single write, after a single one,
   * commits at once.
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

  const commitGroup = (group: readonly WaitingWork[]): void => {
    const [only, ...others] = group;
    // A single write needs no savepoint.
    if (only !== undefined && others.length === 0) {
      only.run()();
      return;
    }
    try {
      for (const settle of runTogether(group)) settle();
    } catch (error) {
      for (const work of group) work.reject(error);
    }
  };

  /** Writes rarely throw, and a savepoint costs as much as a small write. So the first try has none. */
  const runTogether = (group: readonly WaitingWork[]): readonly Settle[] => {
    let hasOneThrown = false;
    const attempt = (work: WaitingWork, emit: Emit): Settle => {
      try {
        return work.attempt(emit);
      } catch (error) {
        hasOneThrown = true;
        throw error;
      }
    };
    try {
      return transact(emit => group.map(work => attempt(work, emit)));
    } catch (error) {
      if (!hasOneThrown) throw error;
      return transact(() => group.map(work => work.run()));
    }
  };

  return {
    transactBatched,
    flush: () => {
      while (waiting.length > 0) commitWaiting();
    },
  };
};

/** The result of a write. Throws for a promise, whose effects would come after the transaction. */
export const resultOf = <T>(work: Work<T>, emit: Emit): T => {
  const outcome = work(emit);
  if (outcome instanceof Promise) throw new TypeError('a transaction ends when its work returns: it cannot wait');
  return outcome;
};

/** Resolves or rejects the caller's promise. */
type Settle = () => void;

/** A write that waits for a shared commit. Its settle function is called after the commit. */
type WaitingWork = {
  /** Runs the write without a savepoint. If it throws, the whole transaction is rolled back. */
  readonly attempt: (emit: Emit) => Settle;
  /** Runs the write with a savepoint. If it throws, only its own part is undone. */
  readonly run: () => Settle;
  readonly reject: (error: unknown) => void;
};

/** The longest wait, in turns of the event loop. */
const MOST_TURNS = 24;
/** Limits a commit, so that it doesn't block the event loop. */
const LARGEST_GROUP = 256;
