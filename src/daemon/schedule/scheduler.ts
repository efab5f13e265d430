// The daemon's only timer. It sleeps until the earliest instant of its wake sources, then asks the clock what is due. The machine may
// have been suspended, or the clock set.

import {errorMessage} from '../../shared/records/gateway-error.ts';
import type {PlannedRun} from '../../shared/records/jobs/jobs.ts';
import type {Clock, Precision} from '../../shared/time/clock.ts';
import {type EpochMs, MINUTE, SECOND} from '../../shared/time/time.ts';
import type {Log} from '../ports/system.ts';

/** Something with due instants. Its methods are quick: long work is started, not awaited. */
export interface WakeSource {
  readonly kind: PlannedRun['kind'] | 'reach';
  /** The earliest due instant. Undefined if nothing is planned. */
  nextAt(now: EpochMs): EpochMs | undefined;
  /** Claims due work and starts it. May leave some for the next call, which `nextAt` then reports. */
  fireDue(now: EpochMs): void;
  /** Corrects what was planned before the clock was set back by `byMs`. Called at the start too, with 0 if it wasn't. */
  settleClock?(now: EpochMs, byMs: number): void;
  /** Planned work, earliest first. */
  upcoming(now: EpochMs, limit: number): readonly PlannedRun[];
}

export type Scheduler = Disposable & {
  readonly start: (sources: readonly WakeSource[]) => void;
  /** Recalculates the next instant, after a change. With `at`, does nothing if the timer fires before it anyway. */
  readonly reschedule: (at?: EpochMs) => void;
  /** Planned work of all sources, earliest first. */
  readonly upcoming: (limit: number) => readonly PlannedRun[];
};

type SchedulerDeps = {
  readonly clock: Clock;
  readonly log: Log;
  /** The last instant that the previous daemon recorded, if known: the clock may have been set back since. */
  readonly lastSeenAt?: EpochMs | undefined;
};

/** A scheduler whose sources come later, so that others can depend on it first. */
export const createScheduler = ({clock, log, lastSeenAt}: SchedulerDeps): Scheduler => {
  let sources: readonly WakeSource[] = [];
  let started = false;
  let timer: Disposable | undefined;
  let armed = {at: 0, until: 0};
  let closed = false;
  /** The last look at the clock, and the sources that haven't settled since it was set back. */
  let seenAt = lastSeenAt ?? Number.NEGATIVE_INFINITY;
  let unsettled = new Map<WakeSource, number>();

  /** Takes an instant, because a duration would be late if a millisecond passed since the clock was read. */
  const arm = (until: EpochMs, precision: Precision): void => {
    timer?.[Symbol.dispose]();
    const now = clock.now();
    seenAt = Math.max(seenAt, now);
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
      log.error({kind: source.kind, error}, `The ${source.kind} schedule failed: ${errorMessage(error)}`);
      return undefined;
    }
  };

  /** Every source learns of a clock that was set back. One that fails learns it again at the next wake. */
  const settleClock = (): void => {
    const now = clock.now();
    const byMs = seenAt - now >= SHORTEST_SET_BACK_MS ? seenAt - now : 0;
    seenAt = now;
    if (byMs > 0) unsettled = new Map(sources.map(source => [source, byMs + (unsettled.get(source) ?? 0)]));
    for (const [source, ms] of unsettled)
      if (attempt(source, () => source.settleClock?.(now, ms)) !== undefined) unsettled.delete(source);
  };

  const wake = (): void => {
    settleClock();
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
      unsettled = new Map(sources.map(source => [source, 0]));
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
/** Smaller corrections delay nothing noticeably. */
const SHORTEST_SET_BACK_MS = MINUTE;
