// A clock moved by hand. Timers fire in order of their instants, and all their effects run before the next one, so that a test reads like
// time passing.
import type {Clock} from '../../src/shared/time/clock.ts';
import type {EpochMs} from '../../src/shared/time/time.ts';

export type FakeClock = Clock & {
  /** Advances by `ms`: fires all due timers on the way, in order, each at its own instant. */
  advance(ms: number): Promise<void>;
  /** Sets the clock, as a person or NTP does: the remaining wait of a timer doesn't change. */
  set(at: EpochMs): void;
  /** Number of armed timers. */
  readonly timers: number;
  /** The instant of the earliest timer. */
  readonly nextTimerAt: EpochMs | undefined;
};

/** @default at 2026-11-21T11:00:00Z, a Saturday noon in Berlin */
export const fakeClock = (at: EpochMs = Date.UTC(2026, 10, 21, 11)): FakeClock => {
  let now = at;
  let armed: Timer[] = [];
  let count = 0;

  const fireNext = (until: EpochMs): boolean => {
    const next = armed.reduce<Timer | undefined>(
      (first, timer) => (first && !sooner(timer, first) ? first : timer),
      undefined,
    );
    if (next === undefined || next.at > until) return false;
    armed = armed.filter(timer => timer !== next);
    now = Math.max(now, next.at);
    next.run();
    return true;
  };

  return {
    now: () => now,
    after: (ms, run) => {
      count += 1;
      const timer: Timer = {at: now + Math.max(0, ms), order: count, run};
      armed.push(timer);
      return {
        [Symbol.dispose]: () => {
          armed = armed.filter(other => other !== timer);
        },
      };
    },
    advance: async ms => {
      // `set` may move the clock in between, so only the remaining way counts.
      const until = now + ms;
      await settle();
      while (fireNext(until)) await settle();
      now = Math.max(now, until);
    },
    set: to => {
      const moved = to - now;
      now = to;
      armed = armed.map(timer => Object.assign(timer, {at: timer.at + moved}));
    },
    get timers() {
      return armed.length;
    },
    get nextTimerAt() {
      return armed.length === 0 ? undefined : Math.min(...armed.map(timer => timer.at));
    },
  };
};

/** Runs everything that waits only for the event loop: promises and their effects. */
export const settle = async (): Promise<void> => {
  for (let round = 0; round < ROUNDS; round += 1) await new Promise<void>(resolve => setImmediate(resolve));
};

type Timer = {readonly at: EpochMs; readonly order: number; readonly run: () => void};

const sooner = (one: Timer, other: Timer): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** A macrotask drains all microtasks; a few of them let streams and immediates pass on their data. */
const ROUNDS = 3;
