// Deletes inbox items that ended long ago, and downloaded files once no waiting message can refer to them.
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {DAY, type EpochMs, MINUTE} from '../../../shared/time/time.ts';
import type {World} from '../../ports/system.ts';

type PruneDeps = Pick<World, 'store' | 'clock' | 'log'> & {
  readonly channel: string;
  /** Deletes received files older than an instant. Resolves with how many. */
  readonly sweep?: (before: EpochMs) => Promise<number>;
};

export const startPruning = ({store, clock, log, channel, sweep}: PruneDeps): Disposable => {
  let timer: Disposable | undefined;
  const prune = (): void => {
    timer = clock.after(DAY, prune);
    try {
      const forgotten = store.inbox.prune(clock.now() - KEPT_MS);
      if (forgotten > 0) log.info({forgotten}, 'Old messages were deleted from the inbox.');
      if (store.inbox.counts(channel).received === 0) void clear();
    } catch (error) {
      log.warn({because: errorMessage(error)}, "Couldn't prune the inbox. Rooster retries tomorrow.");
    }
  };
  const clear = async (): Promise<void> => {
    try {
      const removed = (await sweep?.(clock.now() - DAY)) ?? 0;
      if (removed > 0) log.info({removed}, `Files that ${channel} had downloaded were deleted.`);
    } catch (error) {
      log.warn({because: errorMessage(error)}, `Couldn't delete the files of ${channel}. Rooster retries tomorrow.`);
    }
  };
  // Delayed, so that it doesn't slow down the start.
  timer = clock.after(MINUTE, prune);
  return {[Symbol.dispose]: () => timer?.[Symbol.dispose]()};
};

/** Longer than any source repeats a message: signal-cli keeps unreadable ones for two weeks. */
const KEPT_MS = 60 * DAY;
