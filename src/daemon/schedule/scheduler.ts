// The daemon's only timer. It sleeps until the earliest instant of its wake sources, then asks the clock what is due. The machine may
// have been suspended, or the clock set.

import {errorMessage} from '../../shared/records/gateway-error.ts';
import type {Wake} from '../../shared/records/jobs/jobs.ts';
import type {Clock, Precision} from '../../shared/time/clock.ts';
import {type EpochMs, SECOND} from '../../shared/time/time.ts';
import type {Log} from '../ports/system.ts';

/** Something with due instants. Its methods are quick: long work is started, not awaited. */
export interface WakeSource {
  readonly kind: Wake['kind'] | 'reach';
  /** The earliest due instant. Undefined if nothing is planned. */
  nextAt(now: EpochMs): EpochMs | undefined;
  /** Claims due work and starts it. May leave some for the next call, which `nextAt` then reports. */
  fireDue(now: EpochMs): void;
  /** Planned work, earliest first. */
  upcoming(now: EpochMs, limit: number): readonly Wake[];
}

export type Scheduler = Disposable & {
  readonly start: (sources: readonly WakeSource[]) => void;
  /** Recalculates the next instant, after a change. With `at`, does nothing if the timer fires before it anyway. */
  readonly reschedule: (at?: EpochMs) => void;
  /** Planned work of all sources, earliest first. */
  readonly upcoming: (limit: number) => readonly Wake[];
};

/** A scheduler whose sources come later, so that others can depend on it first. */
export const createScheduler = ({clock, log}: {readonly clock: Clock; readonly log: Log}): Scheduler => {
  let sources: readonly WakeSource[] = [];
  let started = false;
  let timer: Disposable | undefined;
  let armed = {at: 0, until: 0};
  let closed = false;

  /** Takes an instant, because a duration would be late if a millisecond passed since the clock was read. */
  const arm = (until: EpochMs, precision: Precision): void => {
    timer?.[Symbol.dispose]();
    const now = clock.now();
    armed = {at: now, until};
    timer = closed || !started ? undefined : clock.after(Math.max(0, until - now), wake, precision);
  };

  /** False if the clock was set meanwhile. */
  const wakesBefore = (at: EpochMs): boolean => {
    const now = clock.now();
    return armed.at <= now && now <= armed.until && armed.until <= at;
  };

  /** A failing source doesn't delay the others, and is asked again after a pause. Undefined if it failed. */
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
    // A mere check of the clock needn't be punctual.
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

/** A longer timer misses a suspended machine, and one above 2^31-1 ms fires at once. */
const LONGEST_SLEEP_MS = 30 * SECOND;
const AFTER_FAILURE_MS = 5 * SECOND;
