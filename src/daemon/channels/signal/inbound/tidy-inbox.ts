// Forgets what was settled long ago. signal-cli and its journal give nothing again that is as old, so nothing is taken for new.
import {wordsFor} from '../../../../shared/gateway-error.ts';
import {DAY, MINUTE} from '../../../../shared/time.ts';
import type {World} from '../../../ports.ts';

export const startTidying = ({store, clock, log}: Pick<World, 'store' | 'clock' | 'log'>): Disposable => {
  let timer: Disposable | undefined;
  const tidy = (): void => {
    timer = clock.after(DAY, tidy);
    try {
      const forgotten = store.inbox.prune(clock.now() - KEPT_MS);
      if (forgotten > 0) log.info({forgotten}, 'Old messages were cleared from the inbox of Signal.');
    } catch (error) {
      log.warn({because: wordsFor(error)}, 'The inbox of Signal could not be tidied; it is tried again tomorrow.');
    }
  };
  // Not among the first things of a start.
  timer = clock.after(MINUTE, tidy);
  return {[Symbol.dispose]: () => timer?.[Symbol.dispose]()};
};

/** signal-cli keeps what it could not read for two weeks; this is longer. */
const KEPT_MS = 60 * DAY;
