import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import type {Reminder} from '../../../src/shared/records/jobs/jobs.ts';
import {DAY, HOUR} from '../../../src/shared/time/time.ts';
import {aReminder, aRun, noon, openTestStore, tempFolder} from './store-fixture.ts';

const aSeries = (id: string, over: Partial<Reminder> = {}): Reminder =>
  aReminder(id, {
    fireAt: noon + HOUR,
    repeat: {rule: 'FREQ=DAILY', words: 'every day at 13:00', zone: 'Europe/Berlin', start: '2026-11-21T13:00:00'},
    missed: 'latest',
    next: [noon + HOUR, noon + DAY + HOUR],
    passed: 3,
    occurrence: {n: 3, at: noon - HOUR, snoozedUntil: noon + HOUR / 2, message: 'other words'},
    skipped: [noon + 2 * DAY + HOUR],
    ...over,
  });

test('a series reads back after a reload with all its fields', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  {
    using store = openTestStore({path});
    store.reminders.add(aSeries('1'));
  }
  using store = openTestStore({path});
  expect(store.reminders.get('rem_1')).toEqual(aSeries('1'));
});

test('a damaged series is set aside, and the others keep their instants to the millisecond', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  const next = [noon + HOUR + 242, noon + DAY + HOUR + 1];
  const older = (id: string) => aSeries(id, {next, skipped: []});
  {
    using store = openTestStore({path});
    for (const id of ['1', '2', '3', '4']) store.reminders.add(older(id));
  }
  {
    const database = new DatabaseSync(path);
    database.exec(`UPDATE reminders SET next = '["2026-' WHERE id = 'rem_2'`);
    database.exec(`UPDATE reminders SET next = '["next tuesday"]' WHERE id = 'rem_3'`);
    database.exec(`UPDATE reminders SET occurrence = '{"n":3,"at":"tuesday"}' WHERE id = 'rem_4'`);
    database.close();
  }
  using store = openTestStore({path});
  expect(store.reminders.get('rem_1')).toEqual(older('1'));
  expect(store.reminders.list({limit: 10})).toEqual([older('1')]);
});

test('a paused reminder is pending and listed, and never due', () => {
  using store = openTestStore();
  store.reminders.add(aSeries('1'));
  const [series] = store.reminders.due(noon + 2 * HOUR, 10);
  if (series === undefined) throw new Error('the series is not due');
  store.reminders.update({...series, paused: true}, series);
  expect(store.reminders.due(noon + 2 * HOUR, 10)).toEqual([]);
  expect(store.reminders.nextFireAt()).toBeUndefined();
  expect(store.reminders.list({state: 'pending', limit: 10})).toEqual([aSeries('1', {paused: true})]);
  expect(store.reminders.list({limit: 10})).toEqual([aSeries('1', {paused: true})]);
  expect(store.reminders.countPending('alice')).toBe(1);
  expect(store.reminders.people()).toEqual(['alice']);
  const paused = aSeries('1', {paused: true});
  store.reminders.update(aSeries('1'), paused);
  expect(store.reminders.nextFireAt()).toBe(noon + HOUR);
});

test('old runs of a series are pruned, except its last one', () => {
  using store = openTestStore();
  const runs = ['1', '2', '3'].map(id =>
    aRun(id, {kind: 'reminder', name: 'rem_1', status: 'ran', scheduledFor: noon + Number(id), startedAt: noon}),
  );
  for (const run of runs) store.runs.claim(run);
  store.reminders.add(aSeries('1', {runId: 'run_3'}));
  const removed = store.runs.pruneOfReminders({keep: 100, before: noon + DAY, limit: 100});
  expect(removed.map(({id}) => id)).toEqual(['run_1', 'run_2']);
});
