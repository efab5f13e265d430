// Time limits: of a wait, and of a request to another program.
import type {Clock} from '../../shared/time/clock.ts';

/** True if the work finished within `ms`. The work continues either way. */
export const inTime = async (work: Promise<unknown>, ms: number, clock: Clock): Promise<boolean> => {
  const {promise: late, resolve} = Promise.withResolvers<boolean>();
  using _timer = clock.after(ms, () => resolve(false));
  // Awaited here, because leaving the block disposes the timer.
  return await Promise.race([work.then(() => true), late]);
};

type Limit = {readonly clock: Clock; readonly ms: number; readonly signal: AbortSignal};

/** Rejects with the error that `failed` makes of a failure. It is late if the limit ended the request. */
export const withinLimit = async <T>(
  {clock, ms, signal}: Limit,
  ask: (both: AbortSignal) => Promise<T>,
  failed: (error: unknown, isLate: boolean) => Error,
): Promise<T> => {
  const over = new AbortController();
  using _limit = clock.after(ms, () => over.abort());
  try {
    return await ask(AbortSignal.any([signal, over.signal]));
  } catch (error) {
    throw failed(error, over.signal.aborted);
  }
};
