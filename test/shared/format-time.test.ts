import {expect, test} from 'vitest';
import {countdown, formatDuration, formatMoment, momentWithZone} from '../../src/shared/time/format-time.ts';
import {DAY, HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';

test.each([
  [0, '0:00'],
  [-5 * SECOND, '0:00'],
  [1, '0:01'],
  [42 * SECOND, '0:42'],
  [MINUTE - 1, '1:00'],
  [119 * SECOND, '1:59'],
  [119 * SECOND + 1, '2m'],
  [20 * MINUTE - 400, '20m'],
  [12 * MINUTE + 59 * SECOND, '13m'],
  [HOUR, '1h 0m'],
  [3 * HOUR + 27 * MINUTE, '3h 27m'],
  [DAY - MINUTE, '23h 59m'],
  [DAY - 1, '1d 0h'],
  [DAY + 17 * HOUR, '1d 17h'],
  [99 * DAY, '99d 0h'],
  [400 * DAY, '400d'],
  [10_632 * DAY, '29y'],
])('%d ms to go is shown as %s', (ms, text) => {
  expect(countdown(ms)).toBe(text);
});

test.each([
  [0, '0 seconds'],
  [SECOND, '1 second'],
  [MINUTE, '1 minute'],
  [59.6 * SECOND, '1 minute'],
  [90 * SECOND, '1 minute 30 seconds'],
  [2 * HOUR + 5 * MINUTE + 4 * SECOND, '2 hours 5 minutes'],
  [2 * HOUR - SECOND, '2 hours'],
  [DAY, '1 day'],
  [3 * DAY + 4 * HOUR + 20 * MINUTE, '3 days 4 hours'],
  [10_632 * DAY, '29 years'],
])('%d ms is formatted as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

const noon = Date.parse('2026-11-21T11:00:00Z');

test.each([
  ['2026-11-21T14:00:00Z', 'today 15:00'],
  ['2026-11-21T11:01:07Z', 'today 12:01:07'],
  ['2026-11-21T11:10:07Z', 'today 12:10'],
  ['2026-11-21T22:59:00Z', 'today 23:59'],
  ['2026-11-21T23:00:00Z', 'tomorrow 00:00'],
  ['2026-11-22T08:00:00Z', 'tomorrow 09:00'],
  ['2026-11-20T08:00:00Z', 'yesterday 09:00'],
  ['2026-11-27T08:00:00Z', 'Fri 27 Nov 09:00'],
  ['2027-11-27T08:00:00Z', 'Sat 27 Nov 2027 09:00'],
  ['2027-07-01T07:00:00Z', 'Thu 1 Jul 2027 09:00'],
])('at noon on 21 November in Berlin, %s is %s', (iso, words) => {
  expect(formatMoment(Date.parse(iso), noon, 'Europe/Berlin')).toBe(words);
});

test('the zone is named on request, as it is at that instant', () => {
  expect(momentWithZone(Date.parse('2026-11-22T08:00:00Z'), noon, 'Europe/Berlin')).toBe('tomorrow 09:00 CET');
  expect(momentWithZone(Date.parse('2027-07-01T07:00:00Z'), noon, 'Europe/Berlin')).toBe('Thu 1 Jul 2027 09:00 CEST');
});

test('tomorrow is the next calendar date, even before a day of 23 hours', () => {
  const night = Date.parse('2026-03-28T22:30:00Z');
  expect(formatMoment(Date.parse('2026-03-29T21:45:00Z'), night, 'Europe/Berlin')).toBe('tomorrow 23:45');
  expect(formatMoment(Date.parse('2026-03-29T22:15:00Z'), night, 'Europe/Berlin')).toBe('Mon 30 Mar 00:15');
});
