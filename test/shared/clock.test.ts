// The contract of the Clock port, for the system clock and for the test clock.
import {expect, test} from 'vitest';
import {type Clock, systemClock} from '../../src/shared/time/clock.ts';
import {fakeClock} from '../support/fake-clock.ts';

type Subject = {readonly clock: Clock; readonly pass: (ms: number) => Promise<void>};

const subjects: readonly (readonly [string, () => Subject])[] = [
  [
    'the machine’s clock',
    () => {
      const clock = systemClock();
      return {clock, pass: ms => new Promise(resolve => clock.after(ms + 20, resolve))};
    },
  ],
  [
    'the clock of the tests',
    () => {
      const clock = fakeClock();
      return {clock, pass: ms => clock.advance(ms)};
    },
  ],
];

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
