// Starts planned work at its instant. One timer sleeps until the earliest instant of all wake sources.
//
// An instant is a time of the wall clock, but a timer only counts how long the process slept. The two differ when the
// machine is suspended, when somebody sets the clock, and a little all the time. So no timer is trusted: every wake
// reads the clock and asks each source what is due by it. There are four cases:
//
// - On time. The work fires with its planned instant, not with the time of the wake. So a series never drifts.
// - Early. The timer ran ahead, or the clock was set back. Nothing is due, and the scheduler sleeps again.
// - Late. The machine was suspended, the clock was set ahead, or the daemon was stopped. The timer knows nothing of
//   that and might sleep for hours, so the scheduler also looks at the clock with every tick, each 30 s. Everything
//   due fires then. Its source decides if late work still counts, runs once for many, or is reported as missed.
// - Set back by a minute or more. Work that was planned from the wrong time would stay silent until the clock has
//   caught up. Each source learns by how much, and plans again (`settleClock`). The last event of the previous daemon
//   tells if that happened while none was running.

import type {PlannedRun} from '../../shared/records/jobs/jobs.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {Clock, Precision} from '../../shared/time/clock.ts';
import {type EpochMs, MINUTE, SECOND} from '../../shared/time/time.ts';
import type {Log} from '../ports/system.ts';

/** Something with due instants. Its methods are quick: long work is started, not awaited. */
export interface WakeSource {
  readonly kind: PlannedRun['kind'] | 'reach' | 'watch';
  /** The earliest due instant. Undefined if nothing is planned. */
  nextAt(now: EpochMs): EpochMs | undefined;
  /** Claims due work and starts it. May leave some for the next call, which `nextAt` then reports. */
  fireDue(now: EpochMs): void;
  /**
   * Corrects what was planned before the clock was set back by `byMs`. Called at the start too, with 0 if it wasn't.
   */
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
  let ticking: Disposable | undefined;
  let armed = {at: 0, until: 0};
  let closed = false;
  /** The last look at the clock, and the sources that haven't settled since it was set back. */
  let seenAt = lastSeenAt ?? Number.NEGATIVE_INFINITY;
  let unsettled = new Map<WakeSource, number>();

  /** Takes an instant, because a duration would be late if a millisecond passed since the clock was read. */
  const arm = (until: EpochMs, precision: Precision = 'punctual'): void => {
    timer?.[Symbol.dispose]();
    const now = clock.now();
    seenAt = Math.max(seenAt, now);
    armed = {at: now, until};
    const sleeps = !closed && started && until !== NEVER;
    timer = sleeps ? clock.after(Math.max(0, until - now), wake, precision) : undefined;
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
    const isBehind = clock.now() - armed.until > BEHIND_MS;
    settleClock();
    const fired = sources.filter(source => attempt(source, () => source.fireDue(clock.now())) !== undefined);
    const now = clock.now();
    const planned = fired.flatMap(source => attempt(source, () => source.nextAt(now)) ?? []);
    const retryAt = planned.length === sources.length ? NEVER : now + AFTER_FAILURE_MS;
    const next = Math.min(...planned.map(({result}) => result ?? NEVER));
    if (next > retryAt) arm(retryAt, 'usual');
    // Work that is due together costs less. A daemon that can't keep up takes more together until it can.
    else if (isBehind && next > now) arm(Math.max(next, now + TOGETHER_MS), 'usual');
    else arm(next);
  };

  return {
    start: wanted => {
      sources = wanted;
      started = true;
      unsettled = new Map(sources.map(source => [source, 0]));
      arm(clock.now());
      ticking = clock.lookAgain('schedule', wake);
    },
    reschedule: at => {
      if (at === undefined || !wakesBefore(at)) arm(clock.now());
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
      ticking?.[Symbol.dispose]();
      timer?.[Symbol.dispose]();
    },
  };
};

/** The instant if nothing is planned. */
const NEVER = Number.POSITIVE_INFINITY;
const TOGETHER_MS = 200;
const BEHIND_MS = 100;
const AFTER_FAILURE_MS = 5 * SECOND;
/** Smaller corrections delay nothing noticeably. */
const SHORTEST_SET_BACK_MS = MINUTE;
