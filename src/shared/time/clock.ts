// The clock is a port: tests pass their own and move it by hand.
import type {EpochMs} from './time.ts';

export interface Clock {
  now(): EpochMs;
  /**
   * Runs once, at least `ms` from now. Disposing cancels. A `punctual` timer runs within its millisecond if the machine
   * can, and costs up to 3 ms of CPU: for things a person waits for. Work that may reject returns its promise: the
   * daemon's clock guards it.
   */
  after(ms: number, run: () => unknown, precision?: Precision): Disposable;
  /**
   * Runs the check every 30 s until disposed: for changes that nothing reports, such as a clock that was set or a file
   * that is gone. All checks share one timer, so an idle process wakes up once for all of them. The daemon's clock
   * reports a check that fails under its name, and doesn't start a check that is still running.
   */
  lookAgain(name: string, check: () => unknown): Disposable;
}

export type Precision = 'usual' | 'punctual';

/**
 * The machine's clock. Its timers keep the process alive. `lookAgainMs` is the interval of its checks. @default 30 s
 */
export const systemClock = (lookAgainMs = LOOK_AGAIN_MS): Clock => ({
  now: () => Date.now(),
  after: (ms, run, precision = 'usual') => {
    const sleep = Math.min(Math.max(0, ms), LONGEST_TIMER_MS);
    if (precision === 'punctual') return punctually(sleep, run);
    const timer = setTimeout(run, sleep);
    return {[Symbol.dispose]: () => clearTimeout(timer)};
  },
  lookAgain: createTick(lookAgainMs),
});

/** The timer runs only while there are checks. */
const createTick = (everyMs: number): Clock['lookAgain'] => {
  const checks = new Set<{readonly check: () => unknown}>();
  let timer: NodeJS.Timeout | undefined;
  const tick = (): void => {
    for (const registered of [...checks]) if (checks.has(registered)) registered.check();
  };
  return (_, check) => {
    const registered = {check};
    checks.add(registered);
    timer ??= setInterval(tick, everyMs);
    return {
      [Symbol.dispose]: () => {
        checks.delete(registered);
        if (checks.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      },
    };
  };
};

/**
 * Timers count from the event loop's last clock read, so they are one to three milliseconds late. This one starts early
 * and checks the clock once per loop iteration, where other work still runs. A clock that is set back doesn't delay it.
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

/** Above 2^31-1 ms a timer fires at once. The scheduler, woken too early by a shortened one, sleeps again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The interval of all checks. A suspended machine or a clock that was set is noticed within this time. */
export const LOOK_AGAIN_MS = 30_000;
