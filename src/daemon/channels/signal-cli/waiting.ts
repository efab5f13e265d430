// Waits with a time limit, by the given clock.
import type {Clock} from '../../../shared/time/clock.ts';

/** True if the promise resolved in time. */
export const within = async (clock: Clock, ms: number, what: Promise<unknown>): Promise<boolean> => {
  const {promise: late, resolve} = Promise.withResolvers<boolean>();
  using _ = clock.after(ms, () => resolve(false));
  // Awaited here, so that the timer lives as long as the wait.
  return await Promise.race([what.then(() => true), late]);
};

export const pause = (clock: Clock, ms: number): Promise<void> => new Promise(resolve => clock.after(ms, resolve));
