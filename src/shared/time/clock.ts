// The clock is a port: tests pass their own and move it by hand.
import type {EpochMs} from './time.ts';

export interface Clock {
  now(): EpochMs;
  /**
   * Runs once, at least `ms` from now. Disposing cancels. A `punctual` timer runs within its millisecond if the machine can, and costs up
   * to 3 ms of CPU: for things a person waits for. Work that may reject returns its promise: the daemon's clock guards it.
   */
  after(ms: number, run: () => unknown, precision?: Precision): Disposable;
}

export type Precision = 'usual' | 'punctual';

/** The machine's clock. Its timers keep the process alive. */
export const systemClock = (): Clock => ({
  now: () => Date.now(),
  after: (ms, run, precision = 'usual') => {
    const sleep = Math.min(Math.max(0, ms), LONGEST_TIMER_MS);
    if (precision === 'punctual') return punctually(sleep, run);
    const timer = setTimeout(run, sleep);
    return {[Symbol.dispose]: () => clearTimeout(timer)};
  },
});

/**
 * Timers count from the event loop's last clock read, so they are one to three milliseconds late. This one starts early and checks the
 * clock once per loop iteration, where other work still runs. A clock that is set back doesn't delay it.
 */
const punctually = (ms: number, run: () => unknown): Disposable => {
  const due = Date.now() + ms;
  let turn: NodeJS.Immediate | undefined;
  // Read when the timer fires early: loading `performance` takes longer than a start may.
  let latest: number | undefined;
  const look = (): void => {
    if (Date.now() >= due) {
      run();
      return;
    }
    latest ??= performance.now() + Math.min(ms, TIMER_LATENESS_MS) + 1;
    if (performance.now() >= latest) run();
    else turn = setImmediate(look);
  };
  if (ms <= TIMER_LATENESS_MS) turn = setImmediate(look);
  const timer = turn === undefined ? setTimeout(look, ms - TIMER_LATENESS_MS) : undefined;
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      clearImmediate(turn);
    },
  };
};

const TIMER_LATENESS_MS = 3;

/** Above 2^31-1 ms a timer fires at once. Callers sleep far less (the scheduler at most 30 s). */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
