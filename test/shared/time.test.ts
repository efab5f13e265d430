import {expect, test} from 'vitest';
import {DAY, isoOf, SECOND} from '../../src/shared/time/time.ts';

test('an instant is formatted as Date does, in any year, at the ends of a day and before 1970', () => {
  const instants = [0, 1, 999, SECOND, DAY - 1, DAY, -1, -DAY, -DAY - 1];
  // Some in each century from the year 0 on, and in each leap day's week.
  for (let at = Date.parse('0000-01-01T00:00:00Z'); at < Date.parse('9999-12-31T00:00:00Z'); at += 7_919_999_983) {
    instants.push(at, at - 0.5);
  }
  for (const year of [1900, 2000, 2024, 2026, 2100]) {
    for (let day = 0; day < 5; day += 1) instants.push(Date.parse(`${year}-02-26T23:59:59.999Z`) + day * DAY);
  }
  for (const edge of [Date.parse('0000-01-01T00:00:00Z'), Date.parse('+010000-01-01T00:00:00Z')]) {
    instants.push(edge - 1, edge - 0.5, edge, edge + DAY - 1);
  }
  for (const at of instants) expect(isoOf(at)).toBe(new Date(Math.floor(at)).toISOString());
});

test('an invalid instant is refused', () => {
  for (const at of [Number.NaN, Number.POSITIVE_INFINITY, 9e15]) expect(() => isoOf(at)).toThrow(RangeError);
});
