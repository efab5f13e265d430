// One guard around the work of all timers. A check that meets a broken folder or a full disk must not end the daemon.
// The failure becomes a problem that `rooster status` shows. The work of a timer is tried again after a growing pause,
// a check that looks again at the next tick.
import type {Problem} from '../../shared/records/problem.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {type EpochMs, MINUTE, SECOND} from '../../shared/time/time.ts';
import type {Log} from '../ports/system.ts';

type GuardedTimers = Disposable & {
  /** Its timers never throw, and a rejected promise that their work returns is handled. */
  readonly clock: Clock;
  /** The failures without a success since. */
  readonly problems: () => readonly Problem[];
};

/**
 * Failed work runs again after 1 s, then 2 s, up to a minute, until it succeeds. Work that has set its next timer
 * itself isn't repeated.
 */
export const guardTimers = (clock: Clock, log: Log): GuardedTimers => {
  const failures = new Map<object, Failure>();
  const retries = new Set<Disposable>();
  /** The checks whose last look failed. */
  const failing = new Map<object, {readonly name: string; readonly reason: string}>();
  /** The timers that the running work has set and not cancelled. */
  let armed: Set<object> | undefined;
  let closed = false;

  const after: Clock['after'] = (ms, run, precision) => {
    const timer = {};
    const armedBy = armed;
    armedBy?.add(timer);
    let current: Disposable | undefined;
    let tries = 0;
    let isCancelled = false;

    const failed = (error: unknown, isRepeated: boolean): void => {
      const pauseMs = Math.min(SHORTEST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS);
      tries += 1;
      failures.set(timer, {reason: errorMessage(error), at: clock.now()});
      if (failures.size > MOST_FAILURES) failures.delete([...failures.keys()][0] ?? timer);
      log.error({error}, `A regular check failed. Rooster retries. ${errorMessage(error)}`);
      if (closed || isCancelled || !isRepeated) return;
      if (current !== undefined) retries.delete(current);
      current = clock.after(pauseMs, work);
      retries.add(current);
    };
    const work = (): void => {
      const before = armed;
      const set = new Set<object>();
      armed = set;
      try {
        const result: unknown = run();
        if (!(result instanceof Promise)) failures.delete(timer);
        else
          result.then(
            () => failures.delete(timer),
            (error: unknown) => failed(error, true),
          );
      } catch (error) {
        failed(error, set.size === 0);
      } finally {
        armed = before;
      }
    };
    current = clock.after(ms, work, precision);
    return {
      [Symbol.dispose]: () => {
        isCancelled = true;
        armedBy?.delete(timer);
        current?.[Symbol.dispose]();
        failures.delete(timer);
      },
    };
  };

  const lookAgain: Clock['lookAgain'] = (name, check) => {
    const key = {};
    let isRunning = false;
    let isCancelled = false;

    const succeeded = (): void => {
      isRunning = false;
      failing.delete(key);
    };
    const failed = (error: unknown): void => {
      isRunning = false;
      log.error({check: name, error}, `A regular check failed (${name}). Rooster retries. ${errorMessage(error)}`);
      if (!isCancelled) failing.set(key, {name, reason: errorMessage(error)});
    };
    const ticking = clock.lookAgain(name, () => {
      if (isRunning) return;
      isRunning = true;
      try {
        const result: unknown = check();
        if (result instanceof Promise) result.then(succeeded, failed);
        else succeeded();
      } catch (error) {
        failed(error);
      }
    });
    return {
      [Symbol.dispose]: () => {
        isCancelled = true;
        ticking[Symbol.dispose]();
        failing.delete(key);
      },
    };
  };

  return {
    clock: {now: () => clock.now(), after, lookAgain},
    problems: () => {
      // Work that sets its next timer itself has a new one each time, so its failure is over when it is old.
      for (const [timer, {at}] of failures) if (Math.abs(clock.now() - at) > SHOWN_MS) failures.delete(timer);
      const named = [...failing.values()];
      // A check may also be run by a timer, and then fails for the same reason.
      const others = [...failures.values()].filter(({reason}) => named.every(check => check.reason !== reason));
      const sentences = new Set([
        ...others.map(({reason}) => `A regular check failed: ${reason}`),
        ...named.map(({name, reason}) => `A regular check failed (${name}): ${reason}`),
      ]);
      return [...sentences].map(reason => ({key: 'check', reason, inForce: AGAIN}));
    },
    [Symbol.dispose]: () => {
      closed = true;
      for (const retry of retries) retry[Symbol.dispose]();
    },
  };
};

type Failure = {readonly reason: string; readonly at: EpochMs};

const AGAIN = 'Rooster retries, at least once a minute.';
const SHORTEST_PAUSE_MS = SECOND;
const LONGEST_PAUSE_MS = MINUTE;
const SHOWN_MS = 10 * MINUTE;
const MOST_FAILURES = 20;
