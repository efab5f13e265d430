// Forgets what was settled long ago: signal-cli and its journal give nothing again that is as old, so nothing is taken for new. And
// clears what signal-cli downloaded and never deletes, once nothing that waits can name it any more.
import {errorMessage} from '../../../../shared/records/gateway-error.ts';
import {DAY, type EpochMs, MINUTE} from '../../../../shared/time/time.ts';
import type {World} from '../../../ports/system.ts';

export type TidyDeps = Pick<World, 'store' | 'clock' | 'log'> & {
  /** Removes received files that are older than an instant; how many. */
  readonly sweep?: (before: EpochMs) => Promise<number>;
};

export const startTidying = ({store, clock, log, sweep}: TidyDeps): Disposable => {
  let timer: Disposable | undefined;
  const tidy = (): void => {
    timer = clock.after(DAY, tidy);
    try {
      const forgotten = store.inbox.prune(clock.now() - KEPT_MS);
      if (forgotten > 0) log.info({forgotten}, 'Old messages were cleared from the inbox of Signal.');
      if (store.inbox.counts(CHANNEL).received === 0) void clear();
    } catch (error) {
      log.warn({because: errorMessage(error)}, 'The inbox of Signal could not be tidied; it is tried again tomorrow.');
    }
  };
  const clear = async (): Promise<void> => {
    try {
      const removed = (await sweep?.(clock.now() - DAY)) ?? 0;
      if (removed > 0) log.info({removed}, 'Files that signal-cli had downloaded were deleted.');
    } catch (error) {
      log.warn(
        {because: errorMessage(error)},
        'The files of signal-cli could not be cleared; it is tried again tomorrow.',
      );
    }
  };
  // Not among the first things of a start.
  timer = clock.after(MINUTE, tidy);
  return {[Symbol.dispose]: () => timer?.[Symbol.dispose]()};
};

const CHANNEL = 'signal';
/** signal-cli keeps what it could not read for two weeks; this is longer. */
const KEPT_MS = 60 * DAY;
