// Waits for something, but not for ever.
import type {Clock} from '../../shared/time/clock.ts';

/** Whether the work was over within `ms`. It goes on either way. */
export const inTime = async (work: Promise<unknown>, ms: number, clock: Clock): Promise<boolean> => {
  const {promise: late, resolve} = Promise.withResolvers<boolean>();
  using _timer = clock.after(ms, () => resolve(false));
  // Awaited here: leaving the block is what disposes of the timer.
  return await Promise.race([work.then(() => true), late]);
};
