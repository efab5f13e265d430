import {expect, test} from 'vitest';
import {
  formatDistance,
  formatMoment,
  momentAndDistance,
  timestamp,
  whenOf,
  zonedSentence,
} from '../../src/shared/time/format-time.ts';
import {isoOf} from '../../src/shared/time/time.ts';

// The tests run in TZ=UTC: this machine's wall clock is UTC's.
const NOW = Date.UTC(2026, 10, 21, 21, 3);
const MINUTE = 60_000;
const DAY = 86_400_000;

test.each([
  [NOW + 20 * MINUTE, 'today 21:23 (in 20m)'],
  [NOW + 42_000, 'today 21:03:42 (in 0:42)'],
  [NOW, 'today 21:03 (now)'],
  [NOW - 5 * MINUTE, 'today 20:58 (5m ago)'],
  [NOW + 12 * 60 * MINUTE, 'tomorrow 09:03 (in 12h 0m)'],
  [NOW - DAY, 'yesterday 21:03 (1d 0h ago)'],
  [NOW + 6 * DAY, 'Fri 27 Nov 21:03 (in 6d 0h)'],
  [NOW + 100 * DAY, 'Mon 1 Mar 2027 21:03 (in 100d)'],
])('%d is formatted as %s', (at, words) => {
  expect(momentAndDistance(at, NOW)).toBe(words);
});

test('a missing instant is a dash', () => {
  expect(whenOf(undefined, NOW)).toBe('-');
  expect(whenOf('nonsense', NOW)).toBe('-');
  expect(whenOf(isoOf(NOW), NOW)).toBe('today 21:03 (now)');
});

test('a reminder is confirmed in its own zone', () => {
  expect(zonedSentence('2026-11-22T08:00:00.000Z', 'Europe/Berlin', NOW)).toBe(
    'tomorrow 09:00 CET (Europe/Berlin), in 10 hours 57 minutes',
  );
});

test('an unknown zone still gives a time', () => {
  expect(zonedSentence('2026-11-22T08:00:00.000Z', 'Mars/Olympus', NOW)).toBe('tomorrow 08:00, in 10 hours 57 minutes');
});

test('the time lineTime of a line has its date when it is not from today', () => {
  expect(timestamp('2026-11-21T20:03:05.250Z', NOW)).toBe('20:03:05');
  expect(timestamp('2026-11-20T20:03:05.250Z', NOW)).toBe('yesterday 20:03:05');
  expect(timestamp('2025-11-20T20:03:05.250Z', NOW)).toBe('Thu 20 Nov 2025 20:03:05');
  expect(timestamp('no instant', NOW)).toBe('no instant');
});

test('midnight separates days, not 24 hours', () => {
  expect(formatMoment(NOW + 3 * 60 * MINUTE, NOW)).toBe('tomorrow 00:03');
  expect(formatDistance(NOW + 3 * 60 * MINUTE, NOW)).toBe('in 3h 0m');
});
