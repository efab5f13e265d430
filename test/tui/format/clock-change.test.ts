import {afterEach, beforeEach, expect, test} from 'vitest';
import {DAY, HOUR, MINUTE} from '../../../src/shared/time/time.ts';
import {clockChange, forwardOf} from '../../../src/tui/format/clock-change.ts';

const zone = process.env['TZ'];
beforeEach(() => {
  process.env['TZ'] = 'Europe/Berlin';
});
afterEach(() => {
  process.env['TZ'] = zone;
});

const SPRING = Date.UTC(2026, 2, 29, 1);
const AUTUMN = Date.UTC(2026, 9, 25, 1);

test('both nights of clock changes are named, in their direction', () => {
  expect(clockChange(SPRING - HOUR, SPRING + HOUR)).toBe('clocks went forward by 1 h');
  expect(clockChange(AUTUMN - HOUR, AUTUMN + HOUR)).toBe('clocks went back by 1 h');
});

test('a future change is in the present tense', () => {
  expect(clockChange(SPRING - HOUR, SPRING + HOUR, true)).toBe('clocks go forward by 1 h');
  expect(clockChange(AUTUMN - HOUR, AUTUMN + HOUR, true)).toBe('clocks go back by 1 h');
});

test('nothing is shown without a change, or for a change months ago', () => {
  expect(clockChange(SPRING + HOUR, SPRING + DAY)).toBeUndefined();
  expect(clockChange(SPRING - 60 * DAY, SPRING + 60 * DAY)).toBeUndefined();
  expect(clockChange(SPRING + 2_000, SPRING + 1_000)).toBeUndefined();
});

test('a clock that was set back is reported, with the amount', () => {
  expect(clockChange(SPRING + 2 * HOUR + 5 * MINUTE, SPRING)).toBe('the clock was set back by 2 h 5 min');
});

test("a job's instant at a clock change says so, unless the job does not run then", () => {
  const job = {enabled: true, paused: false, zone: 'Europe/Berlin'};
  expect(forwardOf(job, SPRING)).toBe('clocks go forward from 02:00');
  for (const other of [
    {...job, paused: true},
    {...job, enabled: false},
    {...job, zone: 'UTC'},
  ])
    expect(forwardOf(other, SPRING)).toBeUndefined();
  expect([SPRING + HOUR, AUTUMN, undefined].map(at => forwardOf(job, at))).toEqual([undefined, undefined, undefined]);
});
