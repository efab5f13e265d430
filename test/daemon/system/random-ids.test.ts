import {expect, test} from 'vitest';
import {randomIds} from '../../../src/daemon/system/random-ids.ts';

test('an id is its prefix and at least 16 letters and digits', () => {
  const ids = randomIds();
  expect(ids.next('rem')).toMatch(/^rem_[a-z0-9]{16,}$/);
  expect(ids.next('turn')).toMatch(/^turn_[a-z0-9]{16,}$/);
});

test('no id comes twice, from one source or another', () => {
  const sources = [randomIds(), randomIds()];
  const seen = new Set(Array.from({length: 50_000}, (_, index) => sources[index % 2]?.next('msg')));
  expect(seen.size).toBe(50_000);
});

test('ids of one turn begin alike, and those of the next turn follow on them, so that what is committed lies together in the indexes', async () => {
  const ids = randomIds();
  const beginning = (id: string): string => id.slice('rem_'.length, 'rem_'.length + 6);
  const [one, other] = [ids.next('rem'), ids.next('rem')];
  expect(beginning(other)).toBe(beginning(one));
  expect(other.slice(10, 16)).not.toBe(one.slice(10, 16));
  await new Promise(resolve => setImmediate(resolve));
  const beginnings = 36 ** 6;
  expect(Number.parseInt(beginning(ids.next('rem')), 36)).toBe((Number.parseInt(beginning(one), 36) + 1) % beginnings);
  expect(beginning(randomIds().next('rem'))).not.toBe(beginning(one));
});

test('every sign is as likely as every other', () => {
  const counts = new Map<string, number>();
  for (let round = 0; round < 10_000; round += 1) {
    // A source of its own each time: ids of one turn have their beginning in common.
    for (const sign of randomIds().next('run').slice('run_'.length)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  expect(counts.size).toBe(36);
  // 36 signs of 200,000: more than six standard deviations off would be a bias, not chance.
  for (const count of counts.values()) expect(Math.abs(count - total / 36)).toBeLessThan(450);
});
