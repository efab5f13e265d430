import {expect, test} from 'vitest';
import {lastReflection, planReflection} from '../../../src/daemon/schedule/idle/reflection-policy.ts';
import type {Run} from '../../../src/shared/records/jobs/jobs.ts';
import {HOUR, MINUTE} from '../../../src/shared/time/time.ts';
import {aRun, noon} from '../store/store-fixture.ts';

const rules = {enabled: true, idleMinutes: 4};
const plan = (over: Partial<Parameters<typeof planReflection>[1]> = {}, by = rules) =>
  planReflection(by, {idleSince: noon, newestAt: noon, runs: [], ...over});
const at = (instant: number, because = 'idle for 4 minutes') => ({kind: 'at', at: instant, because});

const failures = (...minutes: readonly number[]): readonly Run[] =>
  minutes
    .map(minute =>
      aRun(`${minute}`, {
        kind: 'reflection',
        status: 'failed',
        startedAt: noon + minute * MINUTE,
        endedAt: noon + minute * MINUTE + 1_000,
        error: 'No model answered.',
      }),
    )
    .toReversed();

test('a reflection is due after its own idle minutes, whatever the heartbeat waits for', () => {
  expect(plan()).toEqual(at(noon + 4 * MINUTE));
  expect(plan({}, {...rules, idleMinutes: 1})).toEqual(at(noon + MINUTE, 'idle for 1 minute'));
  expect(plan({}, {...rules, enabled: false})).toEqual({
    kind: 'none',
    why: 'Off (reflection.enabled is false).',
  });
});

test("a reflection isn't due without new messages, or while one runs", () => {
  const done = aRun('1', {kind: 'reflection', status: 'ran'});
  expect(plan({newestAt: undefined, runs: [done]})).toEqual({
    kind: 'none',
    why: 'No new messages since the last one.',
  });
  expect(plan({newestAt: undefined})).toEqual({kind: 'none', why: 'No messages yet.'});
  expect(plan({runs: [aRun('2', {status: 'running'}), done]})).toEqual({kind: 'none', why: 'Running now.'});
});

test('there is no cooldown: a message right after a run leads to the next run', () => {
  const done = aRun('1', {status: 'ran', startedAt: noon - MINUTE, endedAt: noon - 1});
  expect(plan({runs: [done]})).toEqual(at(noon + 4 * MINUTE));
});

test('a message that arrives without a person must be as old as the idle time, too', () => {
  expect(plan({newestAt: noon + 30 * MINUTE})).toEqual(at(noon + 34 * MINUTE));
});

test('a failed run is retried with growing waits, then waits for new messages', () => {
  expect(plan({runs: failures(4)})).toEqual(at(noon + 9 * MINUTE + 1_000, 'failed once'));
  expect(plan({runs: failures(4, 9)})).toEqual(at(noon + 29 * MINUTE + 1_000, 'failed 2 times'));
  expect(plan({runs: failures(4, 9, 29)})).toEqual(at(noon + 29 * MINUTE + HOUR + 1_000, 'failed 3 times'));
  expect(plan({runs: failures(4, 9, 29, 89)})).toEqual({
    kind: 'none',
    why: 'It failed 4 times, the last time so: No model answered. It waits for something new.',
  });
  const later = noon + 100 * MINUTE;
  expect(plan({idleSince: later, newestAt: later, runs: failures(4, 9, 29, 89)})).toEqual(at(later + 4 * MINUTE));
});

test("failures before the last success don't count", () => {
  const done = aRun('ok', {status: 'ran', startedAt: noon + 10 * MINUTE});
  const runs = [...failures(12), done, ...failures(4, 9)];
  expect(plan({runs})).toEqual(at(noon + 17 * MINUTE + 1_000, 'failed once'));
  expect(lastReflection(runs)).toBe(done);
  expect(lastReflection(failures(4))).toBeUndefined();
});
