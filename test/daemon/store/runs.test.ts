import {expect, test} from 'vitest';
import type {Run} from '../../../src/shared/jobs.ts';
import {aRun, noon, openTestStore} from './store-house.ts';

const ids = (runs: readonly Run[]) => runs.map(({id}) => id);

test('a run is kept whole, and what has become of it is written over', () => {
  using store = openTestStore();
  const run = aRun('1', {late: true});
  store.runs.claim(run);
  expect(store.runs.get('run_1')).toStrictEqual(run);
  const ended = {...run, status: 'failed' as const, endedAt: noon + 5, attempt: 2, output: 'half', error: 'It broke.'};
  store.runs.update(ended);
  expect(store.runs.get('run_1')).toStrictEqual(ended);
  expect(store.runs.get('run_2')).toBeUndefined();
});

test('an update that would make another run of it is refused', () => {
  using store = openTestStore();
  store.runs.claim(aRun('1'));
  expect(() => store.runs.update(aRun('1', {scheduledFor: noon + 1}))).toThrow('There is no run run_1.');
  expect(() => store.runs.update(aRun('2'))).toThrow('There is no run run_2.');
  expect(store.runs.list({limit: 10})).toEqual([aRun('1')]);
});

test('runs are listed newest first, by any of kind, name and status', () => {
  using store = openTestStore();
  store.runs.claim(aRun('1'));
  store.runs.claim(aRun('2', {scheduledFor: noon + 1, status: 'ran'}));
  store.runs.claim(aRun('3', {name: 'evening', status: 'ran'}));
  store.runs.claim(aRun('4', {kind: 'reminder', name: 'rem_1'}));
  expect(ids(store.runs.list({limit: 10}))).toEqual(['run_4', 'run_3', 'run_2', 'run_1']);
  expect(ids(store.runs.list({limit: 2}))).toEqual(['run_4', 'run_3']);
  expect(ids(store.runs.list({kind: 'cron', limit: 10}))).toEqual(['run_3', 'run_2', 'run_1']);
  expect(ids(store.runs.list({kind: 'cron', name: 'morning', limit: 10}))).toEqual(['run_2', 'run_1']);
  expect(ids(store.runs.list({status: 'ran', limit: 10}))).toEqual(['run_3', 'run_2']);
  expect(ids(store.runs.list({kind: 'cron', name: 'morning', status: 'running', limit: 10}))).toEqual(['run_1']);
  expect(ids(store.runs.list({kind: 'alarm', limit: 10}))).toEqual([]);
});
