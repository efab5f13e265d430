import {expect, test} from 'vitest';
import type {Log} from '../../../src/daemon/ports/system.ts';
import type {WakeSource} from '../../../src/daemon/schedule/scheduler.ts';
import {DAY, HOUR, MINUTE, SECOND} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {startScheduler} from '../../support/start-scheduler.ts';

const noon = Date.UTC(2026, 10, 21, 12);

test('an instant fires when the clock reaches it, not before', async () => {
  const clock = fakeClock(noon);
  const source = oneShots([noon + 5 * SECOND]);
  using _scheduler = startScheduler({clock, log: silent, sources: [source]});
  await clock.advance(5 * SECOND - 1);
  expect(source.fired).toEqual([]);
  await clock.advance(1);
  expect(source.fired).toEqual([noon + 5 * SECOND]);
});

test('a timer that wakes early fires nothing and sleeps again', async () => {
  const clock = fakeClock(noon);
  const source = oneShots([noon + HOUR]);
  using _scheduler = startScheduler({clock, log: silent, sources: [source]});
  await clock.advance(HOUR - 1);
  expect(source.fired).toEqual([]);
});

test("the scheduler sleeps at most thirty seconds, so a distant reminder doesn't overflow the timer", async () => {
  const clock = fakeClock(noon, {ticks: 'all'});
  const source = oneShots([noon + 3650 * DAY]);
  using _scheduler = startScheduler({clock, log: silent, sources: [source]});
  await clock.advance(10 * 60 * SECOND);
  expect(source.fired).toEqual([]);
  expect(source.asked).toBeGreaterThanOrEqual(20);
});

test('a clock that jumps ahead is noticed within thirty seconds', async () => {
  const clock = fakeClock(noon);
  const source = oneShots([noon + 8 * HOUR]);
  using _scheduler = startScheduler({clock, log: silent, sources: [source]});
  await clock.advance(SECOND);
  clock.set(noon + 8 * HOUR);
  await clock.advance(30 * SECOND);
  expect(source.fired).toHaveLength(1);
});

test('an instant that is hours away fires in its millisecond, with or without ticks before it', async () => {
  for (const ticks of ['needed', 'all'] as const) {
    const clock = fakeClock(noon, {ticks});
    const firedAt: number[] = [];
    const source = oneShots([noon + 5 * HOUR + 1]);
    const fireDue = (now: number) => {
      source.fireDue(now);
      if (source.fired.length > firedAt.length) firedAt.push(now);
    };
    using _scheduler = startScheduler({clock, log: silent, sources: [{...source, fireDue}]});
    await clock.advance(6 * HOUR);
    expect(firedAt).toEqual([noon + 5 * HOUR + 1]);
  }
});

test('what follows is taken together by a scheduler that is behind, and by no other', async () => {
  const clock = fakeClock(noon);
  const wokenAt: number[] = [];
  const source = oneShots([0, 50, 100, 150, 300, 350].map(ms => noon + SECOND + ms));
  const fireDue = (now: number) => {
    const before = source.fired.length;
    source.fireDue(now);
    if (source.fired.length > before) wokenAt.push(now - noon - SECOND);
    // Work that takes long.
    if (source.fired.length === 2) clock.set(clock.now() + 170);
  };
  using _scheduler = startScheduler({clock, log: silent, sources: [{...source, fireDue}]});
  await clock.advance(10 * SECOND);
  expect(wokenAt).toEqual([0, 50, 220, 420]);
});

test('a scheduler with nothing planned has no timer of its own, and a disposed one has none at all', async () => {
  const clock = fakeClock(noon);
  {
    using _scheduler = startScheduler({clock, log: silent, sources: [oneShots([])]});
    await clock.advance(SECOND);
    expect(clock.timers).toBe(1);
    expect(clock.nextTimerAt).toBe(noon + 30 * SECOND);
  }
  expect(clock.timers).toBe(0);
});

test('a clock that is set back fires nothing a second time', async () => {
  const clock = fakeClock(noon);
  const source = oneShots([noon + SECOND]);
  using _scheduler = startScheduler({clock, log: silent, sources: [source]});
  await clock.advance(2 * SECOND);
  clock.set(noon - HOUR);
  await clock.advance(2 * HOUR);
  expect(source.fired).toHaveLength(1);
});

test('each source settles at the start and after the clock was set back, and again if it fails', async () => {
  const clock = fakeClock(noon);
  const settled: number[] = [];
  let isFull = false;
  const source = {
    ...oneShots([]),
    settleClock: (_: number, byMs: number) => {
      if (isFull) throw new Error('disk full');
      settled.push(byMs);
    },
  };
  using _scheduler = startScheduler({clock, log: silent, sources: [source], lastSeenAt: noon + DAY});
  await clock.advance(SECOND);
  expect(settled).toEqual([DAY]);
  isFull = true;
  clock.set(clock.now() - HOUR);
  await clock.advance(30 * SECOND);
  clock.set(clock.now() - HOUR);
  await clock.advance(30 * SECOND);
  isFull = false;
  await clock.advance(MINUTE);
  expect(settled).toHaveLength(2);
  expect(Math.abs((settled[1] ?? 0) - 2 * HOUR)).toBeLessThanOrEqual(MINUTE);
});

test('a poke for an instant after the next wake keeps the timer; one before it resets it', async () => {
  const clock = fakeClock(noon);
  const source = oneShots([noon + 10 * SECOND, noon + 5 * SECOND]);
  using scheduler = startScheduler({clock, log: silent, sources: [source]});
  await clock.advance(SECOND);
  const asked = source.asked;
  scheduler.reschedule(noon + 20 * SECOND);
  await clock.advance(SECOND);
  expect(source.asked).toBe(asked);
  scheduler.reschedule(noon + 3 * SECOND);
  await clock.advance(SECOND);
  expect(source.asked).toBeGreaterThan(asked);
});

test('after the clock was set, every poke counts', async () => {
  const clock = fakeClock(noon);
  const source = oneShots([]);
  using scheduler = startScheduler({clock, log: silent, sources: [source]});
  await clock.advance(SECOND);
  clock.set(noon - HOUR);
  const asked = source.asked;
  scheduler.reschedule(noon - HOUR + 2 * DAY);
  await clock.advance(1);
  expect(source.asked).toBeGreaterThan(asked);
});

test('an instant added during sleep fires on time after a poke', async () => {
  const clock = fakeClock(noon);
  const source = oneShots([noon + DAY]);
  using scheduler = startScheduler({clock, log: silent, sources: [source]});
  await clock.advance(SECOND);
  source.add(noon + 3 * SECOND);
  scheduler.reschedule();
  await clock.advance(2 * SECOND);
  expect(source.fired).toEqual([noon + 3 * SECOND]);
});

test('a source that throws is asked again after a pause and blocks no other source', async () => {
  const clock = fakeClock(noon);
  let failures = 2;
  const broken: WakeSource = {
    kind: 'cron',
    nextAt: () => undefined,
    fireDue: () => {
      failures -= 1;
      if (failures >= 0) throw new Error('the disk is full');
    },
    upcoming: () => [],
  };
  const source = oneShots([noon + SECOND]);
  using _scheduler = startScheduler({clock, log: silent, sources: [broken, source]});
  await clock.advance(30 * SECOND);
  expect(source.fired).toHaveLength(1);
});

test("a source that can't say its next instant stops neither the others nor the timer", async () => {
  const clock = fakeClock(noon);
  let failures = 2;
  const broken: WakeSource = {
    kind: 'cron',
    nextAt: () => {
      failures -= 1;
      if (failures >= 0) throw new Error('the database is locked');
      return undefined;
    },
    fireDue: () => {},
    upcoming: () => [],
  };
  const source = oneShots([noon + SECOND, noon + HOUR]);
  using _scheduler = startScheduler({clock, log: silent, sources: [broken, source]});
  await clock.advance(30 * SECOND);
  expect(source.fired).toEqual([noon + SECOND]);
  expect(failures).toBeLessThan(0);
  await clock.advance(HOUR);
  expect(source.fired).toHaveLength(2);
});

test('the plan lists all sources, earliest first', async () => {
  const clock = fakeClock(noon);
  using scheduler = startScheduler({
    clock,
    log: silent,
    sources: [oneShots([noon + 2 * HOUR, noon + 9 * HOUR]), oneShots([noon + HOUR])],
  });
  expect(scheduler.upcoming(2).map(({wakeAt}) => wakeAt)).toEqual([noon + HOUR, noon + 2 * HOUR]);
});

const oneShots = (instants: readonly number[]) => {
  const planned = [...instants];
  const fired: number[] = [];
  let asked = 0;
  return {
    kind: 'reminder' as const,
    fired,
    get asked() {
      return asked;
    },
    add: (at: number) => planned.push(at),
    nextAt: () => {
      asked += 1;
      return planned.length === 0 ? undefined : Math.min(...planned);
    },
    fireDue: (now: number) => {
      for (const at of planned.filter(each => each <= now)) {
        planned.splice(planned.indexOf(at), 1);
        fired.push(at);
      }
    },
    upcoming: (_: number, limit: number) =>
      planned.slice(0, limit).map(wakeAt => ({kind: 'reminder' as const, name: 'x', what: 'x', wakeAt})),
  };
};

const silent: Log = {debug: () => {}, info: () => {}, warn: () => {}, error: () => {}};
