// Waiting with a bound, by the clock that was handed in.
import type {Clock} from '../../../../shared/time/clock.ts';

/** True when it came in time. */
export const within = async (clock: Clock, ms: number, what: Promise<unknown>): Promise<boolean> => {
  const {promise: late, resolve} = Promise.withResolvers<boolean>();
  using _ = clock.after(ms, () => resolve(false));
  // Awaited here: the timer must outlive the wait.
  return await Promise.race([what.then(() => true), late]);
};

export const pause = (clock: Clock, ms: number): Promise<void> => new Promise(resolve => clock.after(ms, resolve));
