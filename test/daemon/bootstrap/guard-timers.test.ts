// No timer's work ends the daemon, whatever it throws.
import {expect, test} from 'vitest';
import {guardTimers} from '../../../src/daemon/bootstrap/guard-timers.ts';
import {LOOK_AGAIN_MS} from '../../../src/shared/time/clock.ts';
import {MINUTE, SECOND} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {memoryLog} from '../../support/memory-log.ts';

const setUp = () => {
  const clock = fakeClock();
  const log = memoryLog();
  return {clock, log, timers: guardTimers(clock, log)};
};

const broken = new Error("EACCES: permission denied, lstat '/run/rooster.sock'");

test.each([
  [
    'throws',
    () => {
      throw broken;
    },
  ],
  ['returns a rejected promise', () => Promise.reject(broken)],
] as const)('work that %s becomes a problem, runs again after a growing pause, and then has none', async (_, fail) => {
  const {clock, log, timers} = setUp();
  const at: number[] = [];
  let works = false;
  const begin = clock.now();
  timers.clock.after(SECOND, () => {
    at.push((clock.now() - begin) / SECOND);
    return works ? undefined : fail();
  });
  await clock.advance(20 * SECOND);
  expect(at).toEqual([1, 2, 4, 8, 16]);
  expect(timers.problems()).toEqual([
    {
      key: 'check',
      reason: `A regular check failed: ${broken.message}`,
      inForce: 'Rooster retries, at least once a minute.',
    },
  ]);
  expect(log.lines).toHaveLength(5);
  works = true;
  await clock.advance(MINUTE);
  expect(timers.problems()).toEqual([]);
  expect(clock.timers).toBe(0);
});

test('work that had set its next timer before it failed isn’t doubled, and its problem is over in time', async () => {
  const {clock, timers} = setUp();
  let runs = 0;
  const check = (): void => {
    timers.clock.after(MINUTE, check);
    runs += 1;
    if (runs === 1) throw broken;
  };
  timers.clock.after(MINUTE, check);
  await clock.advance(5 * MINUTE);
  expect([runs, clock.timers, timers.problems().length]).toEqual([5, 1, 1]);
  await clock.advance(10 * MINUTE);
  expect(timers.problems()).toEqual([]);
});

test('a time limit that the failing work has cancelled again doesn’t count as its next timer', async () => {
  const {clock, timers} = setUp();
  let runs = 0;
  timers.clock.after(0, () => {
    using _limit = timers.clock.after(MINUTE, () => {});
    runs += 1;
    if (runs < 3) throw broken;
  });
  await clock.advance(MINUTE);
  expect(runs).toBe(3);
});

test('cancelled work isn’t tried again, and neither is any after closing', async () => {
  const {clock, timers} = setUp();
  const fail = (): void => {
    throw broken;
  };
  const cancelled = timers.clock.after(0, fail);
  timers.clock.after(0, fail);
  await clock.advance(0);
  cancelled[Symbol.dispose]();
  expect(clock.timers).toBe(1);
  timers[Symbol.dispose]();
  expect(clock.timers).toBe(0);
});

test.each([
  [
    'throws',
    () => {
      throw broken;
    },
  ],
  ['rejects', () => Promise.reject(broken)],
] as const)('a check that %s is a problem with its name until it succeeds, and stops no other', async (_, fail) => {
  const {clock, log, timers} = setUp();
  let works = false;
  let looks = 0;
  using _first = timers.clock.lookAgain('cron folder', () => (works ? undefined : fail()));
  using _second = timers.clock.lookAgain('sockets', () => {
    looks += 1;
  });
  for (let tick = 1; tick <= 30; tick += 1) {
    await clock.advance(LOOK_AGAIN_MS);
    expect(looks).toBe(tick);
    expect(timers.problems()).toEqual([
      {
        key: 'check',
        reason: `A regular check failed (cron folder): ${broken.message}`,
        inForce: 'Rooster retries, at least once a minute.',
      },
    ]);
  }
  expect(log.lines).toHaveLength(30);
  works = true;
  await clock.advance(LOOK_AGAIN_MS);
  expect(timers.problems()).toEqual([]);
});

test('a reason is told once, by the check that has a name, if a timer fails for it too', async () => {
  const {clock, timers} = setUp();
  using _check = timers.clock.lookAgain('cron folder', () => Promise.reject(broken));
  using _timer = timers.clock.after(SECOND, () => Promise.reject(broken));
  await clock.advance(LOOK_AGAIN_MS);
  expect(timers.problems().map(({reason}) => reason)).toEqual([
    `A regular check failed (cron folder): ${broken.message}`,
  ]);
});

test('a check that is still running isn’t started again', async () => {
  const {clock, timers} = setUp();
  let looks = 0;
  let looked = Promise.withResolvers<void>();
  using _check = timers.clock.lookAgain('sockets', () => {
    looks += 1;
    return looked.promise;
  });
  for (let tick = 0; tick < 3; tick += 1) await clock.advance(LOOK_AGAIN_MS);
  expect(looks).toBe(1);
  looked.reject(broken);
  looked = Promise.withResolvers<void>();
  for (let tick = 0; tick < 3; tick += 1) await clock.advance(LOOK_AGAIN_MS);
  expect([looks, timers.problems().length]).toEqual([2, 1]);
});

test('a disposed check runs no more, and is no problem, even if it fails later', async () => {
  const {clock, timers} = setUp();
  const looked = Promise.withResolvers<void>();
  let looks = 0;
  const failing = timers.clock.lookAgain('sockets', () => Promise.reject(broken));
  const running = timers.clock.lookAgain('cron folder', () => {
    looks += 1;
    return looked.promise;
  });
  await clock.advance(LOOK_AGAIN_MS);
  expect(timers.problems()).toHaveLength(1);
  failing[Symbol.dispose]();
  running[Symbol.dispose]();
  looked.reject(broken);
  await clock.advance(5 * LOOK_AGAIN_MS);
  expect([timers.problems(), looks, clock.timers]).toEqual([[], 1, 0]);
});
