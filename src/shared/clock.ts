// The clock is a door: whoever needs the time or a timer is handed one, so that tests move it by hand.
import type {EpochMs} from './time.ts';

export interface Clock {
  now(): EpochMs;
  /** Runs once, no sooner than `ms` from now. Disposing cancels. */
  after(ms: number, run: () => void): Disposable;
}

/** The machine's clock. Its timers keep the process alive. */
export const systemClock = (): Clock => ({
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(Math.max(0, ms), LONGEST_TIMER_MS));
    return {[Symbol.dispose]: () => clearTimeout(timer)};
  },
});

/** Above 2^31-1 ms a timer fires at once; callers sleep far less (the scheduler never more than 30 s). */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
