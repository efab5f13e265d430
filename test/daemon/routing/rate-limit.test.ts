import {expect, test} from 'vitest';
import {allowanceOf, type Bucket, takeToken} from '../../../src/daemon/routing/rate-limit.ts';
import type {MessageSource} from '../../../src/shared/records/message.ts';
import {MINUTE, SECOND} from '../../../src/shared/time/time.ts';

const LIMIT = {most: 6, inMs: MINUTE};

/** The number of admitted requests among `tries` at one instant. */
const burst = (start: Bucket | undefined, now: number, tries: number): readonly [Bucket | undefined, number] => {
  let bucket = start;
  let through = 0;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const [next, ok] = takeToken(bucket, now, LIMIT);
    bucket = next;
    if (ok) through += 1;
  }
  return [bucket, through];
};

test("an unused bucket allows a minute's worth of requests, then one by one", () => {
  const [empty, first] = burst(undefined, 0, 20);
  expect(first).toBe(6);
  const [later, second] = burst(empty, 10 * SECOND, 20);
  expect(second).toBe(1);
  const [, third] = burst(later, 10 * SECOND + MINUTE, 20);
  expect(third).toBe(6);
});

test("a bucket never holds more than a minute's worth", () => {
  const [bucket] = burst(undefined, 0, 1);
  expect(burst(bucket, 1_000 * MINUTE, 20)[1]).toBe(6);
});

test('a caller that keeps trying is admitted as soon as one that waits', () => {
  let [bucket] = burst(undefined, 0, 6);
  for (let now = SECOND; now < 10 * SECOND; now += 100) {
    const [next, ok] = takeToken(bucket, now, LIMIT);
    bucket = next;
    expect(ok).toBe(false);
  }
  expect(takeToken(bucket, 10 * SECOND, LIMIT)[1]).toBe(true);
});

test('a clock that is set back neither adds nor removes requests', () => {
  const [bucket] = burst(undefined, 1_000 * MINUTE, 3);
  const [after, through] = burst(bucket, 0, 20);
  expect(through).toBe(3);
  expect(burst(after, 10 * SECOND, 20)[1]).toBe(1);
});

test('a lowered limit applies immediately', () => {
  const [bucket] = takeToken(undefined, 0, {most: 1_000, inMs: MINUTE});
  expect(takeToken(bucket, 0, LIMIT)[0].tokens).toBe(5);
});

const LIMITS = {personPerMinute: 1, operatorPerMinute: 2, injectionsPerMinute: 3, wakesPerDay: 4};

test.each<[MessageSource, string | undefined, number | undefined]>([
  [{kind: 'user', name: 'alice', channel: 'signal'}, 'user alice', 1],
  [{kind: 'user', name: 'bob', channel: 'signal'}, 'user bob', 1],
  [{kind: 'user', name: 'alice', channel: 'terminal'}, 'operator', 2],
  [{kind: 'operator'}, 'operator', 2],
  [{kind: 'session', name: 'rooster:main'}, 'session rooster:main', 3],
  [{kind: 'broadcast', name: 'rooster:main'}, 'broadcast rooster:main', 3],
  [{kind: 'webhook', name: 'ci'}, 'webhook ci', 3],
  [{kind: 'wake', name: 'chronos'}, 'wakes', 3],
  [{kind: 'delegation', name: 'run_1'}, undefined, undefined],
  [{kind: 'cron', name: 'morning'}, undefined, undefined],
  [{kind: 'reminder', name: 'rem_1'}, undefined, undefined],
  [{kind: 'system', name: 'heartbeat'}, undefined, undefined],
])('%j draws from the bucket %s of %s a minute', (source, bucket, perMinute) => {
  const expected = bucket && {bucket, limit: {most: perMinute, inMs: MINUTE}};
  expect(allowanceOf(source, LIMITS)).toEqual(expected);
});

test('alarms share one bucket per minute; the daily limit is counted elsewhere', () => {
  expect(allowanceOf({kind: 'alarm', name: 'alm_1'}, LIMITS)).toEqual({
    bucket: 'alarms',
    limit: {most: 3, inMs: MINUTE},
  });
});
