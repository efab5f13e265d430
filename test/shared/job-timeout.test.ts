import {expect, test} from 'vitest';
import {readTimeout} from '../../src/shared/time/job-timeout.ts';
import {HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';

test.each([
  ['90s', 90 * SECOND],
  ['10m', 10 * MINUTE],
  ['1.5 h', 90 * MINUTE],
  ['24h', 24 * HOUR],
  [10, 10 * MINUTE],
  [0.5, 30 * SECOND],
])('%j is a valid job timeout', (text, ms) => {
  expect(readTimeout(text)).toBe(ms);
});

test.each(['', '10', 'm', '0s', '-5m', '25h', '10 minutes', 0, -1, 1441, Number.NaN, null, undefined, {}])(
  "%j isn't a valid job timeout",
  value => {
    expect(readTimeout(value)).toBeUndefined();
  },
);
