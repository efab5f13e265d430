import {expect, test} from 'vitest';
import {HOUR, MINUTE, SECOND} from '../../../src/shared/time/time.ts';
import {elapsed, elapsedChangesAt, formatTook} from '../../../src/tui/format/how-long.ts';

const NOW = Date.UTC(2026, 10, 21, 14, 3);

test('an age changes once a second, and once a minute after an hour', () => {
  expect(elapsed(3_999)).toBe('3s');
  expect(elapsed(80 * SECOND)).toBe('1m 20s');
  expect(elapsedChangesAt(NOW, NOW + 3_999)).toBe(NOW + 4_000);
  expect(elapsedChangesAt(NOW, NOW + 2 * HOUR + SECOND)).toBe(NOW + 2 * HOUR + MINUTE);
});

test('a duration is in tenths while they matter', () => {
  expect([400, 1_234, 12_000].map(formatTook)).toEqual(['0.4s', '1.2s', '12s']);
});
