import {expect, test} from 'vitest';
import {randomIds} from '../../../src/daemon/system/random-ids.ts';

test('an id is its prefix and at least 16 letters and digits', () => {
  const ids = randomIds();
  expect(ids.next('rem')).toMatch(/^rem_[a-z0-9]{16,}$/);
  expect(ids.next('turn')).toMatch(/^turn_[a-z0-9]{16,}$/);
});

test('no id repeats, from one source or several', () => {
  const sources = [randomIds(), randomIds()];
  const seen = new Set(Array.from({length: 50_000}, (_, index) => sources[index % 2]?.next('msg')));
  expect(seen.size).toBe(50_000);
});

test('consecutive ids sort in order, so that they are adjacent in indexes', () => {
  const ids = randomIds();
  const numberOf = (id: string): number => Number.parseInt(id.slice('rem_'.length, 'rem_'.length + 7), 36);
  const [one, other] = [ids.next('rem'), ids.next('run')];
  expect(numberOf(other)).toBe((numberOf(one) + 1) % 36 ** 7);
  expect(other.slice(11)).not.toBe(one.slice(11));
  expect(numberOf(randomIds().next('rem'))).not.toBe(numberOf(one));
});

test('every character is equally likely', () => {
  const counts = new Map<string, number>();
  for (let round = 0; round < 10_000; round += 1) {
    // A new source each time, since ids of one source are consecutive.
    for (const sign of randomIds().next('run').slice('run_'.length)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  expect(counts.size).toBe(36);
  // 36 signs of 200,000: more than six standard deviations off would be a bias, not chance.
  for (const count of counts.values()) expect(Math.abs(count - total / 36)).toBeLessThan(450);
});
