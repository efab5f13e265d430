// The clock is a door: whoever needs the time or a timer is handed one, so that tests move it by hand.
import type {EpochMs} from './time.ts';

export interface Clock {
  now(): EpochMs;
  /**
   * Runs once, no sooner than `ms` from now. Disposing cancels. A `punctual` one runs within the millisecond in which it is
   * due, where the machine has time for it, and costs up to three of work: for what a person waits for.
   */
  after(ms: number, run: () => void, precision?: Precision): Disposable;
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
 * A timer counts whole milliseconds from when the loop last looked at its clock, so it is one or two late, and now and then three. This one gets up
 * before that, and looks at the clock once a turn of the loop, in which everything else has its turn too. A clock that is
 * set back meanwhile does not hold it up.
 */
const punctually = (ms: number, run: () => void): Disposable => {
  const due = Date.now() + ms;
  let turn: NodeJS.Immediate | undefined;
  // Asked for when it is up: loading what it is takes longer than a start has.
  let latest: number | undefined;
  const look = (): void => {
    latest ??= performance.now() + Math.min(ms, TIMER_LATENESS_MS) + 1;
    if (Date.now() >= due || performance.now() >= latest) run();
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

/** Above 2^31-1 ms a timer fires at once; callers sleep far less (the scheduler never more than 30 s). */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
