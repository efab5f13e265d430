// A clock moved by hand. Timers fire in order of their instants, and all their effects run before the next one, so that
// a test reads like time passing.
import {performance} from 'node:perf_hooks';
import {type Clock, LOOK_AGAIN_MS} from '../../src/shared/time/clock.ts';
import type {EpochMs} from '../../src/shared/time/time.ts';

export type FakeClock = Clock & {
  /** Advances by `ms`: fires all due timers on the way, in order, each at its own instant. */
  advance(ms: number): Promise<void>;
  /** Sets the clock, as a person or NTP does: the remaining wait of a timer doesn't change. */
  set(at: EpochMs): void;
  /** Number of armed timers. The one of all checks that look again counts as one. */
  readonly timers: number;
  /** The instant of the earliest timer. */
  readonly nextTimerAt: EpochMs | undefined;
  /** Number of timers that have fired. */
  readonly fired: number;
};

type FakeClockOptions = {
  /**
   * `all`: the checks run every 30 s, as on a real machine. `needed`: they run only at the next tick after the clock was
   * set or a timer fired, and at the last tick of an `advance`. The other ticks would find nothing new, and a test that
   * crosses a night has a thousand of them.
   */
  readonly ticks?: 'needed' | 'all';
};

/** @default at 2026-11-21T11:00:00Z, a Saturday noon in Berlin */
export const fakeClock = (
  at: EpochMs = Date.UTC(2026, 10, 21, 11),
  {ticks = 'needed'}: FakeClockOptions = {},
): FakeClock => {
  let now = at;
  let armed: Timer[] = [];
  let count = 0;
  let fired = 0;
  const checks = new Set<{readonly check: () => unknown}>();
  let tick: Timer | undefined;
  /** Something happened since the last tick. */
  let stirred = false;

  const arm = (ms: number, run: Timer['run']): Timer => {
    count += 1;
    const timer = {at: now + Math.max(0, ms), order: count, run};
    armed.push(timer);
    return timer;
  };
  const cancel = (timer: Timer | undefined): void => {
    armed = armed.filter(other => other !== timer);
  };

  const runChecks = (): void => {
    tick = arm(LOOK_AGAIN_MS, runChecks);
    stirred = false;
    for (const registered of [...checks]) if (checks.has(registered)) registered.check();
  };

  /** The instant at which a timer fires on the way to `until`. */
  const firesAt = (timer: Timer, until: EpochMs): EpochMs => {
    if (timer !== tick || ticks === 'all' || timer.at > until) return timer.at;
    const leftOut = stirred
      ? Math.ceil((now - timer.at) / LOOK_AGAIN_MS)
      : Math.floor((until - timer.at) / LOOK_AGAIN_MS);
    return timer.at + Math.max(0, leftOut) * LOOK_AGAIN_MS;
  };

  const nextTimer = (until: EpochMs): Due =>
    armed.reduce<Due>(
      (first, timer) => {
        const due = {at: firesAt(timer, until), timer};
        return sooner(due, first) ? due : first;
      },
      {at: Number.POSITIVE_INFINITY},
    );

  const fire = ({at, timer}: Due): void => {
    if (timer === undefined) return;
    cancel(timer);
    now = Math.max(now, at);
    fired += 1;
    stirred ||= timer !== tick;
    timer.run();
  };

  return {
    now: () => now,
    after: (ms, run) => {
      const timer = arm(ms, run);
      return {[Symbol.dispose]: () => cancel(timer)};
    },
    lookAgain: (_, check) => {
      const registered = {check};
      checks.add(registered);
      tick ??= arm(LOOK_AGAIN_MS, runChecks);
      return {
        [Symbol.dispose]: () => {
          checks.delete(registered);
          if (checks.size > 0) return;
          cancel(tick);
          tick = undefined;
        },
      };
    },
    advance: async ms => {
      // `set` may move the clock in between, so only the remaining way counts.
      const until = now + ms;
      await settle();
      for (let next = nextTimer(until); next.at <= until; next = nextTimer(until)) {
        // Checks that only look don't need the end of other work.
        if (next.at > now && next.timer !== tick) await rest();
        fire(nextTimer(until));
        await settle();
      }
      now = Math.max(now, until);
    },
    set: to => {
      const moved = to - now;
      now = to;
      stirred = true;
      armed = armed.map(timer => Object.assign(timer, {at: timer.at + moved}));
    },
    get timers() {
      return armed.length;
    },
    get nextTimerAt() {
      return armed.length === 0 ? undefined : Math.min(...armed.map(timer => timer.at));
    },
    get fired() {
      return fired;
    },
  };
};

/** Runs everything that waits only for the event loop: promises and their effects, and commits that are shared. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < TURNS || (turn < LONG_TURNS && hasImmediate()); turn += 1) await nextTurn();
};

/**
 * Runs everything that needs no time to pass, also file requests, and data on its way through sockets of this process.
 * The process rests when no file request is open and nothing has come in from outside of JavaScript for some turns of
 * the event loop. A real process would then sleep until its next timer, so the clock may jump there.
 */
export const rest = async (): Promise<void> => {
  const latest = performance.now() + LONGEST_MS;
  const mayTakeLonger = (turn: number): boolean => turn < FEWEST_TURNS || performance.now() < latest;
  for (let [quiet, turn] = [0, 0]; quiet < QUIET_TURNS && mayTakeLonger(turn); turn += 1) {
    const before = eventCount();
    // A file request that takes long, such as a flush to the disk, is waited for without using the processor.
    if (turn < LONG_TURNS || !hasFileRequest()) await nextTurn();
    else await new Promise<void>(resolve => setTimeout(resolve, 1));
    quiet = eventCount() === before && !hasFileRequest() ? quiet + 1 : 0;
  }
};

const nextTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/** Number of events that the loop has got from outside of JavaScript: from sockets, pipes, files and programs. */
const eventCount = (): number => performance.nodeTiming.uvMetricsInfo.events;

const hasFileRequest = (): boolean =>
  process.getActiveResourcesInfo().some(resource => /^(?:FSReq|CloseReq)/u.test(resource));

const hasImmediate = (): boolean => process.getActiveResourcesInfo().includes('Immediate');

type Timer = {readonly at: EpochMs; readonly order: number; readonly run: () => unknown};
type Due = {readonly at: EpochMs; readonly timer?: Timer};

const sooner = (a: Due, b: Due): boolean =>
  a.at < b.at || (a.at === b.at && (a.timer?.order ?? 0) < (b.timer?.order ?? 0));

/** A turn drains all promises; a few of them let streams and immediates pass on their data. */
const TURNS = 3;
const QUIET_TURNS = 6;
const LONG_TURNS = 100;
/** Something that never rests, such as an endless stream or a file that can't be read, doesn't stop the clock. */
const LONGEST_MS = 100;
/** On a busy machine these take longer, as the others' work does. */
const FEWEST_TURNS = 2 * LONG_TURNS;
