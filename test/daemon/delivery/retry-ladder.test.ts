import {expect, test} from 'vitest';
import {afterFailure, LONGEST_MS, MOST_ATTEMPTS} from '../../../src/daemon/delivery/after-send.ts';
import {DAY, HOUR, MINUTE, SECOND} from '../../../src/shared/time/time.ts';

const noon = Date.UTC(2026, 10, 21, 12);

test.each([
  [1, 2 * SECOND],
  [2, 10 * SECOND],
  [3, 30 * SECOND],
  [4, 2 * MINUTE],
  [5, 10 * MINUTE],
  [6, 30 * MINUTE],
  [7, HOUR],
  [8, HOUR],
  [29, HOUR],
])('failure %i is followed by a wait of %i ms', (attempts, wait) => {
  expect(afterFailure({attempts, createdAt: noon}, noon, 0)).toEqual({kind: 'again', at: noon + wait});
});

test('retries vary by up to a fifth, and never come early', () => {
  const waits = [0, 0.5, 0.999].map(jitter => {
    const next = afterFailure({attempts: 4, createdAt: noon}, noon, jitter);
    return next.kind === 'again' ? next.at - noon : 0;
  });
  expect(waits).toEqual([120_000, 132_000, 143_976]);
});

test('the thirtieth failure is the last', () => {
  expect(MOST_ATTEMPTS).toBe(30);
  expect(afterFailure({attempts: 30, createdAt: noon}, noon, 0)).toEqual({kind: 'dead'});
});

test('a delivery older than two days fails once it has used all retries', () => {
  expect(afterFailure({attempts: 8, createdAt: noon}, noon + LONGEST_MS + 1, 0)).toEqual({kind: 'dead'});
});

test('a delivery that waited a week for its channel survives its first failure', () => {
  expect(afterFailure({attempts: 1, createdAt: noon}, noon + 7 * DAY, 0)).toMatchObject({kind: 'again'});
});
