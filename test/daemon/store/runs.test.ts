import {expect, test} from 'vitest';
import type {Run} from '../../../src/shared/records/jobs/jobs.ts';
import {HOUR} from '../../../src/shared/time/time.ts';
import {aReminder, aRun, noon, openTestStore} from './store-fixture.ts';

const ids = (runs: readonly Run[]) => runs.map(({id}) => id);

test('a run keeps all its fields, and an update overwrites its outcome', () => {
  using store = openTestStore();
  const run = aRun('1', {late: true});
  store.runs.claim(run);
  expect(store.runs.get('run_1')).toEqual(run);
  const ended = {
    ...run,
    status: 'failed' as const,
    beganAt: noon + 2,
    endedAt: noon + 5,
    attempt: 2,
    output: 'half',
    error: 'It broke.',
  };
  store.runs.update(ended);
  expect(store.runs.get('run_1')).toEqual(ended);
  expect(store.runs.get('run_2')).toBeUndefined();
});

test("a reflection's seen-to position and plan are stored with its run and can change", () => {
  using store = openTestStore();
  const run = aRun('1', {kind: 'reflection', name: 'rooster:main', seenTo: 'msg_7'});
  store.runs.claim(run);
  expect(store.runs.get('run_1')).toEqual(run);
  const planned = {...run, todos: [{title: 'Tidy up', status: 'pending' as const, note: 'so: "far"'}]};
  store.runs.update(planned, run);
  expect(store.runs.get('run_1')).toEqual(planned);
});

test('a protected run stays, however old it is and however many came later', () => {
  using store = openTestStore();
  for (let index = 0; index < 5; index += 1)
    store.runs.claim(aRun(`${index}`, {scheduledFor: noon + index, startedAt: noon + index, status: 'failed'}));
  const of = {kind: 'cron', name: 'morning', keep: 1, before: noon + HOUR} as const;
  expect(ids(store.runs.prune({...of, spare: 'run_1'}))).toEqual(['run_0', 'run_2', 'run_3', 'run_4']);
  expect(ids(store.runs.list({limit: 10}))).toEqual(['run_1']);
});

test('an update that would make it another run is refused', () => {
  using store = openTestStore();
  store.runs.claim(aRun('1'));
  expect(() => store.runs.update(aRun('1', {scheduledFor: noon + 1}))).toThrow('No run run_1.');
  expect(() => store.runs.update(aRun('2'))).toThrow('No run run_2.');
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

test('runs are listed page by page, each page before the oldest run of the last', () => {
  using store = openTestStore();
  for (const [at, id] of ['1', '2', '3', '4'].entries()) store.runs.claim(aRun(id, {scheduledFor: noon + at}));
  expect(ids(store.runs.list({limit: 2}))).toEqual(['run_4', 'run_3']);
  expect(ids(store.runs.list({limit: 2, before: 'run_3'}))).toEqual(['run_2', 'run_1']);
  expect(ids(store.runs.list({limit: 2, before: 'run_1'}))).toEqual([]);
  expect(ids(store.runs.list({limit: 2, name: 'evening', before: 'run_4'}))).toEqual([]);
  expect(ids(store.runs.list({limit: 2, before: 'run_gone'}))).toEqual([]);
});

test('a job keeps its newest recent runs; a running one never counts as old', () => {
  using store = openTestStore();
  const days = [0, 1, 2, 3, 4, 5].map(day => noon + day * 86_400_000);
  for (const [index, at] of days.entries()) {
    const status = index === 1 ? 'running' : 'ran';
    store.runs.claim(aRun(String(index), {scheduledFor: at, startedAt: at, status}));
  }
  store.runs.claim(aRun('other', {name: 'evening', status: 'ran'}));
  const of = {kind: 'cron', name: 'morning'} as const;
  expect(store.runs.prune({...of, keep: 10, before: noon})).toEqual([]);
  expect(ids(store.runs.prune({...of, keep: 3, before: noon}))).toEqual(['run_0', 'run_2']);
  expect(ids(store.runs.prune({...of, keep: 3, before: noon + 4 * 86_400_000}))).toEqual(['run_3']);
  expect(ids(store.runs.list({limit: 10}))).toEqual(['run_other', 'run_5', 'run_4', 'run_1']);
});

test('the newest recent reminder runs stay, and all runs of pending reminders', () => {
  using store = openTestStore();
  store.reminders.add(aReminder('snoozed', {state: 'pending'}));
  const at = (index: number) => noon + index * HOUR;
  for (let index = 0; index < 6; index += 1) {
    const name = index === 0 ? 'rem_snoozed' : `rem_${index}`;
    store.runs.claim(
      aRun(String(index), {
        kind: 'reminder',
        name,
        scheduledFor: at(index),
        startedAt: at(index),
        status: index === 5 ? 'running' : 'ran',
      }),
    );
  }
  const bounds = {keep: 2, before: 0, limit: 10};
  expect(store.runs.pruneOfReminders({...bounds, limit: 1}).map(({id}) => id)).toEqual(['run_1']);
  expect(store.runs.pruneOfReminders(bounds).map(({id}) => id)).toEqual(['run_2']);
  expect(store.runs.pruneOfReminders(bounds)).toEqual([]);
  expect(store.runs.pruneOfReminders({...bounds, keep: 9, before: at(4)}).map(({id}) => id)).toEqual(['run_3']);
  expect(store.runs.list({kind: 'reminder', limit: 9}).map(({id}) => id)).toEqual(['run_5', 'run_4', 'run_0']);
});
