import {expect, test} from 'vitest';
import {nextInstant} from '../../../src/daemon/schedule/cron/cron-expression.ts';
import {dueOccurrences} from '../../../src/daemon/schedule/due-occurrences.ts';
import {HOUR, MINUTE, SECOND} from '../../../src/shared/time/time.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const hourly = (at: number) => nextInstant('0 * * * *', 'UTC', at);

test('a future occurrence is neither run nor missed', () => {
  expect(dueOccurrences(noon, noon - 1, hourly)).toEqual({});
});

test('an occurrence that has just come is run', () => {
  expect(dueOccurrences(noon, noon + 20, hourly)).toEqual({run: noon});
});

test('occurrences that passed while nothing ran are missed, and counted once', () => {
  expect(dueOccurrences(noon, noon + 3 * HOUR - MINUTE - 1, hourly)).toEqual({
    missed: {count: 3, first: noon, last: noon + 2 * HOUR},
  });
});

test('after a night of sleep the newest occurrence runs if it is under a minute old; the rest are missed', () => {
  expect(dueOccurrences(noon, noon + 8 * HOUR + 5 * SECOND, hourly)).toEqual({
    run: noon + 8 * HOUR,
    missed: {count: 8, first: noon, last: noon + 7 * HOUR},
  });
});

test('ten years of minutes are counted quickly', () => {
  const each = (at: number) => at + MINUTE;
  expect(dueOccurrences(noon, noon + 10 * 365 * 24 * HOUR, each).missed?.count).toBe(10_000);
});
