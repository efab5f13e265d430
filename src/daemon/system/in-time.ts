// Waits with a time limit.
import type {Clock} from '../../shared/time/clock.ts';

/** True if the work finished within `ms`. The work continues either way. */
export const inTime = async (work: Promise<unknown>, ms: number, clock: Clock): Promise<boolean> => {
  const {promise: late, resolve} = Promise.withResolvers<boolean>();
  using _timer = clock.after(ms, () => resolve(false));
  // Awaited here, because leaving the block disposes the timer.
  return await Promise.race([work.then(() => true), late]);
};
