// The one timer of the daemon. It knows no jobs: it holds wake sources, sleeps to the earliest of their instants, and on
// waking asks the clock what is due instead of trusting the timer (a suspended machine, a clock that was set).
import {wordsFor} from '../../shared/gateway-error.ts';
import {type EpochMs, SECOND} from '../../shared/time.ts';
import type {Wake} from '../../shared/wake.ts';
import type {Clock, Log} from '../ports.ts';

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
  /** Looks again at once: a store changed. Not where all that changed is for `at`, and it wakes before that anyway. */
  readonly recheck: (at?: EpochMs) => void;
  /** Everything planned by every source, earliest first. */
  readonly upcoming: (limit: number) => readonly Wake[];
};

export const startScheduler = ({
  clock,
  log,
  sources,
}: {
  readonly clock: Clock;
  readonly log: Log;
  readonly sources: readonly WakeSource[];
}): Scheduler => {
  let timer: Disposable | undefined;
  let armed = {at: 0, until: 0};
  let closed = false;

  const arm = (ms: number): void => {
    timer?.[Symbol.dispose]();
    const now = clock.now();
    armed = {at: now, until: now + ms};
    timer = closed ? undefined : clock.after(ms, wake, ms < LONGEST_SLEEP_MS ? 'punctual' : 'usual');
  };

  /** By a clock that has been set meanwhile nobody can tell. */
  const wakesBefore = (at: EpochMs): boolean => {
    const now = clock.now();
    return armed.at <= now && now <= armed.until && armed.until <= at;
  };

  /** One source that fails delays no other; it is asked again after a pause, never in a busy loop. */
  const works = (source: WakeSource): boolean => {
    try {
      source.fireDue(clock.now());
      return true;
    } catch (error) {
      log.error({kind: source.kind, error}, `the ${source.kind} schedule could not be worked off: ${wordsFor(error)}`);
      return false;
    }
  };

  const wake = (): void => {
    const sound = sources.filter(works);
    const longest = sound.length === sources.length ? LONGEST_SLEEP_MS : AFTER_FAILURE_MS;
    arm(Math.min(longest, sleepMs(sound, clock.now())));
  };

  arm(0);
  return {
    recheck: at => {
      if (at === undefined || !wakesBefore(at)) arm(0);
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

/** How long to sleep: to the earliest instant, never longer than LONGEST_SLEEP_MS. */
const sleepMs = (sources: readonly Pick<WakeSource, 'nextAt'>[], now: EpochMs): number => {
  let sleep = LONGEST_SLEEP_MS;
  for (const source of sources) {
    const at = source.nextAt(now);
    if (at !== undefined) sleep = Math.min(sleep, Math.max(0, at - now));
  }
  return sleep;
};

/** A longer timer is blind to a suspended machine, and one above 2^31-1 ms fires at once. */
const LONGEST_SLEEP_MS = 30 * SECOND;
const AFTER_FAILURE_MS = 5 * SECOND;
