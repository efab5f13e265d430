// The one timer of the daemon. It knows no jobs: it holds wake sources, sleeps to the earliest of their instants, and on
// waking asks the clock what is due instead of trusting the timer (a suspended machine, a clock that was set).

import {errorMessage} from '../../shared/records/gateway-error.ts';
import type {Wake} from '../../shared/records/jobs.ts';
import type {Clock, Precision} from '../../shared/time/clock.ts';
import {type EpochMs, SECOND} from '../../shared/time/time.ts';
import type {Log} from '../ports/system.ts';

/** Something that knows its next instant. Both verbs are quick: what takes time is started, not awaited. */
export interface WakeSource {
  readonly kind: Wake['kind'];
  /** The earliest instant at which something is to be done; undefined when nothing is planned. */
  nextAt(now: EpochMs): EpochMs | undefined;
  /** Claims what is due and starts its story. May leave a rest for the next call: `nextAt` then says so. */
  fireDue(now: EpochMs): void;
  /** What is planned, earliest first. */
  upcoming(now: EpochMs, limit: number): readonly Wake[];
}

export type Scheduler = Disposable & {
  /** Begins to wake these sources. Before that nothing is woken and nothing is planned. */
  readonly start: (sources: readonly WakeSource[]) => void;
  /** Looks again at once: a store changed. Not where all that changed is for `at`, and it wakes before that anyway. */
  readonly reschedule: (at?: EpochMs) => void;
  /** Everything planned by every source, earliest first. */
  readonly upcoming: (limit: number) => readonly Wake[];
};

/** A scheduler that waits for its sources: others may hold on to it before they exist. */
export const createScheduler = ({clock, log}: {readonly clock: Clock; readonly log: Log}): Scheduler => {
  let sources: readonly WakeSource[] = [];
  let started = false;
  let timer: Disposable | undefined;
  let armed = {at: 0, until: 0};
  let closed = false;

  /** An instant, not a length from a look at the clock a while ago: where a millisecond ends in between, it would be late by that. */
  const arm = (until: EpochMs, precision: Precision): void => {
    timer?.[Symbol.dispose]();
    const now = clock.now();
    armed = {at: now, until};
    timer = closed || !started ? undefined : clock.after(Math.max(0, until - now), wake, precision);
  };

  /** By a clock that has been set meanwhile nobody can tell. */
  const wakesBefore = (at: EpochMs): boolean => {
    const now = clock.now();
    return armed.at <= now && now <= armed.until && armed.until <= at;
  };

  /** One source that fails delays no other; it is asked again after a pause, never in a busy loop. Undefined where it failed. */
  const attempt = <T>(source: WakeSource, work: () => T): {readonly result: T} | undefined => {
    try {
      return {result: work()};
    } catch (error) {
      log.error({kind: source.kind, error}, `the ${source.kind} schedule failed: ${errorMessage(error)}`);
      return undefined;
    }
  };

  const wake = (): void => {
    const fired = sources.filter(source => attempt(source, () => source.fireDue(clock.now())) !== undefined);
    const now = clock.now();
    const planned = fired.flatMap(source => attempt(source, () => source.nextAt(now)) ?? []);
    const latest = now + (planned.length === sources.length ? LONGEST_SLEEP_MS : AFTER_FAILURE_MS);
    const next = Math.min(...planned.map(({result}) => result ?? Number.POSITIVE_INFINITY));
    // Nobody waits for a look at the clock.
    if (next < latest) arm(next, 'punctual');
    else arm(latest, 'usual');
  };

  return {
    start: wanted => {
      sources = wanted;
      started = true;
      arm(clock.now(), 'punctual');
    },
    reschedule: at => {
      if (at === undefined || !wakesBefore(at)) arm(clock.now(), 'punctual');
    },
    upcoming: limit => {
      const now = clock.now();
      return sources
        .flatMap(source => source.upcoming(now, limit))
        .sort((a, b) => a.wakeAt - b.wakeAt)
        .slice(0, limit);
    },
    [Symbol.dispose]: () => {
      closed = true;
      timer?.[Symbol.dispose]();
    },
  };
};

/** A longer timer is blind to a suspended machine, and one above 2^31-1 ms fires at once. */
const LONGEST_SLEEP_MS = 30 * SECOND;
const AFTER_FAILURE_MS = 5 * SECOND;
