import {expect, test} from 'vitest';
import {afterRefusal} from '../../src/shared/time/six-hour-ladder.ts';
import {HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';

const waits = (jitter: number): readonly number[] => {
  const found: number[] = [];
  for (let at = 0, failures = 1; ; failures += 1) {
    const next = afterRefusal({failures, since: 0}, at, jitter);
    if (next.kind === 'given-up') return [...found, at];
    found.push(next.at - at);
    at = next.at;
  }
};

test('each wait is longer than the last, up to fifteen minutes; the alarm fails after six hours', () => {
  const all = waits(0);
  expect(all.slice(0, 9).map(ms => ms / SECOND)).toEqual([5, 15, 30, 60, 120, 240, 480, 900, 900]);
  expect(Math.max(...all.slice(0, -1))).toBe(15 * MINUTE);
  expect(all.at(-1)).toBeGreaterThanOrEqual(6 * HOUR);
  expect(all.at(-1)).toBeLessThan(6 * HOUR + 15 * MINUTE);
});

test('jitter adds up to a quarter to a wait and never shortens it', () => {
  const [plain, spread] = [waits(0), waits(0.999)];
  for (const [index, wait] of plain.slice(0, 10).entries()) {
    expect(spread[index] ?? 0).toBeGreaterThan(wait);
    expect(spread[index] ?? 0).toBeLessThanOrEqual(wait * 1.25);
  }
});

test("a long sleep doesn't count as refusals: the retry under way still gets its wait", () => {
  expect(afterRefusal({failures: 2, since: 0}, 48 * HOUR, 0)).toEqual({kind: 'again', at: 48 * HOUR + 15 * SECOND});
  expect(afterRefusal({failures: 9, since: 0}, 48 * HOUR, 0)).toEqual({kind: 'given-up'});
});
