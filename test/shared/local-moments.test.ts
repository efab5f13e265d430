import {expect, test} from 'vitest';
import {formatUntil, formatWhen, untilChangesAt} from '../../src/shared/time/format-time.ts';
import {DAY, HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';

const NOW = Date.UTC(2026, 10, 21, 14, 3);

test('a time to go is rounded to a useful precision', () => {
  const words = [0, 42 * SECOND, 12 * MINUTE, 3 * HOUR + 27 * MINUTE, DAY + 17 * HOUR].map(ms =>
    formatUntil(NOW + ms, NOW),
  );
  expect(words).toEqual(['now', '0:42', '12m', '3h 27m', '1d 17h']);
});

test('a countdown changes at the instant it names, and not before', () => {
  for (const ms of [
    1,
    999,
    1_000,
    59_001,
    MINUTE,
    119_000,
    119_001,
    119_999,
    150_000,
    20 * MINUTE - 1,
    2 * MINUTE,
    HOUR,
    5 * HOUR + 7,
    DAY - 31 * SECOND,
    DAY - 30 * SECOND,
    DAY - 1,
    DAY + 29 * MINUTE,
    DAY + 31 * MINUTE,
    DAY,
    3 * DAY + 5,
  ]) {
    const at = NOW + ms;
    const changes = untilChangesAt(at, NOW);
    expect(changes, `${ms} ms before`).toBeGreaterThan(NOW);
    const then = changes ?? 0;
    expect(formatUntil(at, then)).not.toBe(formatUntil(at, NOW));
    expect(formatUntil(at, then - 1)).toBe(formatUntil(at, NOW));
  }
  expect(untilChangesAt(NOW, NOW)).toBeUndefined();
});

test('a day is named when it differs', () => {
  expect(formatWhen(NOW + HOUR, NOW)).toBe('15:03');
  expect(formatWhen(NOW + DAY, NOW)).toBe('tomorrow 14:03');
  expect(formatWhen(NOW + 3 * DAY, NOW)).toBe('Tue 24 Nov 14:03');
});

test('tomorrow is the next calendar day, even around clock changes', () => {
  const before = process.env['TZ'];
  process.env['TZ'] = 'Europe/Berlin';
  try {
    // 29 March 2026 has 23 hours, 25 October 25.
    const spring = new Date(2026, 2, 28, 23, 30).getTime();
    expect(formatWhen(new Date(2026, 2, 29, 9, 0).getTime(), spring)).toBe('tomorrow 09:00');
    expect(formatWhen(new Date(2026, 2, 30, 9, 0).getTime(), spring)).toBe('Mon 30 Mar 09:00');
    const autumn = new Date(2026, 9, 25, 0, 10).getTime();
    expect(formatWhen(new Date(2026, 9, 26, 9, 0).getTime(), autumn)).toBe('tomorrow 09:00');
  } finally {
    process.env['TZ'] = before;
  }
});
