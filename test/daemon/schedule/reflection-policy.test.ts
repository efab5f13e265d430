import {expect, test} from 'vitest';
import {lastReflection, NEWS_OF, planReflection} from '../../../src/daemon/schedule/reflection-policy.ts';
import type {Run} from '../../../src/shared/jobs.ts';
import {HOUR, MINUTE} from '../../../src/shared/time.ts';
import {aRun, noon} from '../store/store-house.ts';

const facts = {quietSince: noon, idleMinutes: 4, isNews: true, runs: []};

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

test('it is due when the conversation has been quiet for so long as is configured, whatever the heartbeat waits for', () => {
  expect(planReflection(facts)).toEqual({kind: 'due', at: noon + 4 * MINUTE});
  expect(planReflection({...facts, idleMinutes: 0.5})).toEqual({kind: 'due', at: noon + MINUTE / 2});
});

test('without something new it never is; nor while one works', () => {
  const done = aRun('1', {kind: 'reflection', status: 'ran'});
  expect(planReflection({...facts, isNews: false, runs: [done]})).toEqual({kind: 'nothing-new'});
  expect(planReflection({...facts, runs: [aRun('2', {status: 'running'}), done]})).toEqual({kind: 'at-work'});
});

test('there is no cooldown: what is said right after one makes the next as soon as it is quiet again', () => {
  const done = aRun('1', {status: 'ran', startedAt: noon - MINUTE, endedAt: noon - 1});
  expect(planReflection({...facts, runs: [done]})).toEqual({kind: 'due', at: noon + 4 * MINUTE});
});

test('one that fails is tried again after growing pauses, and is given up until something new is said', () => {
  const due = (runs: readonly Run[]) => planReflection({...facts, runs});
  expect(due(failures(4))).toEqual({kind: 'due', at: noon + 9 * MINUTE + 1_000});
  expect(due(failures(4, 9))).toEqual({kind: 'due', at: noon + 29 * MINUTE + 1_000});
  expect(due(failures(4, 9, 29))).toEqual({kind: 'due', at: noon + 29 * MINUTE + HOUR + 1_000});
  expect(due(failures(4, 9, 29, 89))).toEqual({kind: 'given-up', tries: 4, error: 'No model answered.'});
  const quietSince = noon + 100 * MINUTE;
  expect(planReflection({...facts, quietSince, runs: failures(4, 9, 29, 89)})).toEqual({
    kind: 'due',
    at: quietSince + 4 * MINUTE,
  });
});

test('failures of before the last success do not count', () => {
  const done = aRun('ok', {status: 'ran', startedAt: noon + 10 * MINUTE});
  const runs = [...failures(12), done, ...failures(4, 9)];
  expect(planReflection({...facts, runs})).toEqual({kind: 'due', at: noon + 17 * MINUTE + 1_000});
  expect(lastReflection(runs)).toBe(done);
  expect(lastReflection(failures(4))).toBeUndefined();
});

test('people, the operator, another conversation and a wake-up bring news; what a schedule posts is none by itself', () => {
  const posts = ['agent', 'tool', 'cron', 'reminder', 'system'] as const;
  expect(posts.filter(kind => NEWS_OF.includes(kind))).toEqual([]);
  expect(NEWS_OF).toEqual(['user', 'operator', 'session', 'alarm']);
});
