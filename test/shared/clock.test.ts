// The contract of the Clock port, for the system clock and for the test clock.
import {expect, test} from 'vitest';
import {type Clock, LOOK_AGAIN_MS, systemClock} from '../../src/shared/time/clock.ts';
import {fakeClock} from '../support/fake-clock.ts';

type Subject = {
  readonly clock: Clock;
  readonly pass: (ms: number) => Promise<void>;
  /** The interval of the checks, in ms. */
  readonly tick: number;
};

const subjects: readonly (readonly [string, () => Subject])[] = [
  [
    'the machine’s clock',
    () => {
      const clock = systemClock(TICK_MS);
      return {clock, pass: ms => new Promise(resolve => clock.after(ms + 20, resolve)), tick: TICK_MS};
    },
  ],
  [
    'the clock of the tests',
    () => {
      const clock = fakeClock(0, {ticks: 'all'});
      return {clock, pass: ms => clock.advance(ms), tick: LOOK_AGAIN_MS};
    },
  ],
];

/** The machine's clock gets a shorter interval, because its time really passes. */
const TICK_MS = 40;

test.each(subjects)('%s runs a timer once, no sooner than asked', async (_, make) => {
  const {clock, pass} = make();
  const start = clock.now();
  const ran: number[] = [];
  clock.after(10, () => ran.push(clock.now() - start));
  await pass(10);
  await pass(10);
  expect(ran.length).toBe(1);
  // System timers round to a millisecond, in either direction.
  expect(ran[0]).toBeGreaterThanOrEqual(9);
});

test.each(subjects)('%s never runs a disposed timer', async (_, make) => {
  const {clock, pass} = make();
  const ran: string[] = [];
  const timer = clock.after(5, () => ran.push('disposed'));
  clock.after(5, () => ran.push('kept'));
  timer[Symbol.dispose]();
  await pass(10);
  expect(ran).toEqual(['kept']);
});

test.each(subjects)('%s runs timers in order of their instants, then in order of creation', async (_, make) => {
  const {clock, pass} = make();
  const ran: string[] = [];
  clock.after(8, () => ran.push('late'));
  clock.after(2, () => ran.push('first'));
  clock.after(2, () => ran.push('second'));
  await pass(12);
  expect(ran).toEqual(['first', 'second', 'late']);
});

test.each(subjects)('%s runs all checks together, tick after tick, until they are disposed', async (_, make) => {
  const {clock, pass, tick} = make();
  const ran: string[] = [];
  const first = clock.lookAgain('first', () => ran.push('first'));
  await pass(tick / 4);
  // The later one has no interval of its own.
  const second = clock.lookAgain('second', () => ran.push('second'));
  await pass(tick - tick / 4);
  expect(ran.slice(0, 2)).toEqual(['first', 'second']);
  first[Symbol.dispose]();
  ran.length = 0;
  await pass(tick);
  expect(new Set(ran)).toEqual(new Set(['second']));
  second[Symbol.dispose]();
  ran.length = 0;
  await pass(2 * tick);
  expect(ran).toEqual([]);
});

test.each(subjects)('%s doesn’t run a check that another check of the same tick has disposed', async (_, make) => {
  const {clock, pass, tick} = make();
  const ran: string[] = [];
  using stack = new DisposableStack();
  stack.use(clock.lookAgain('first', () => second[Symbol.dispose]()));
  const second = stack.use(clock.lookAgain('second', () => ran.push('second')));
  await pass(tick);
  expect(ran).toEqual([]);
});

test('the machine’s clock has one timer for all checks, and none without them', () => {
  const clock = systemClock();
  const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length;
  const before = timers();
  const [first, second] = [clock.lookAgain('first', () => {}), clock.lookAgain('second', () => {})];
  expect(timers()).toBe(before + 1);
  first[Symbol.dispose]();
  expect(timers()).toBe(before + 1);
  second[Symbol.dispose]();
  expect(timers()).toBe(before);
});

test('the clock of the tests has one timer for all checks, and none without them', () => {
  const clock = fakeClock();
  const [first, second] = [clock.lookAgain('first', () => {}), clock.lookAgain('second', () => {})];
  expect(clock.timers).toBe(1);
  first[Symbol.dispose]();
  expect(clock.timers).toBe(1);
  second[Symbol.dispose]();
  expect(clock.timers).toBe(0);
});

test('the clock of the tests leaves out ticks without anything before them, except the last of an advance', async () => {
  const clock = fakeClock(0);
  const ran: number[] = [];
  using _check = clock.lookAgain('check', () => ran.push(clock.now() / 1_000));
  await clock.advance(29_999);
  expect(ran).toEqual([]);
  await clock.advance(1);
  expect(ran.splice(0)).toEqual([30]);
  clock.after(100_000, () => {});
  await clock.advance(1_000_000);
  expect(ran.splice(0)).toEqual([150, 1_020]);
  clock.set(3_600_000);
  await clock.advance(1_000_000);
  expect(ran.splice(0)).toEqual([3_620, 4_580]);
  expect(clock.nextTimerAt).toBe(4_610_000);
});

test('a timer set by a timer fires within the same advance, at its own instant', async () => {
  const clock = fakeClock(1_000);
  const ran: number[] = [];
  clock.after(10, () => void Promise.resolve().then(() => clock.after(10, () => ran.push(clock.now()))));
  await clock.advance(25);
  expect(ran).toEqual([1_020]);
  expect(clock.now()).toBe(1_025);
});

test('setting the clock changes no running wait', async () => {
  const clock = fakeClock(1_000);
  let ran = 0;
  clock.after(10, () => {
    ran += 1;
  });
  clock.set(5_000);
  expect(clock.nextTimerAt).toBe(5_010);
  await clock.advance(9);
  expect([ran, clock.timers]).toEqual([0, 1]);
  await clock.advance(1);
  expect([ran, clock.timers]).toEqual([1, 0]);
});

test('a precise timer of the system clock never fires early, and never after disposal', async () => {
  const clock = systemClock();
  const late: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const due = clock.now() + (round % 6);
    await new Promise<void>(resolve => void clock.after(due - clock.now(), resolve, 'punctual'));
    late.push(clock.now() - due);
  }
  // Its delay depends on the machine's load: the bench measures that (P5).
  expect(Math.min(...late)).toBeGreaterThanOrEqual(0);

  const ran: number[] = [];
  const timers = [0, 1, 6].map(ms => clock.after(ms, () => ran.push(ms), 'punctual'));
  for (const timer of timers) timer[Symbol.dispose]();
  await new Promise<void>(resolve => void clock.after(10, resolve));
  expect(ran).toEqual([]);
});
