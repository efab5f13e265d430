import {expect, test} from 'vitest';
import {createAlarms} from '../../../src/daemon/store/tables/alarms.ts';
import type {Alarm} from '../../../src/shared/records/jobs/alarm.ts';
import {HOUR, MINUTE} from '../../../src/shared/time/time.ts';
import {openNewDatabase} from '../../support/new-database.ts';
import {anAlarm, noon, openTestStore, tempFolder} from './store-fixture.ts';

const ids = (alarms: readonly Alarm[]) => alarms.map(({id}) => id.slice('alm_'.length));

test('an alarm reads back as written, message and payload byte for byte, even after reopening', () => {
  using folder = tempFolder();
  const path = folder.in('rooster.db');
  const whole = anAlarm('1', {
    kind: 'cron',
    cron: '0 9 * * *',
    message: '  go on\n\n with "holder 241" 🌍\t ',
    payload: '{ "b":1.0, "a" : 12345678901234567890, "a": [ [ ] ] }\n',
    turnId: 'turn_1',
    key: 'k',
    runId: 'run_1',
    retryAt: noon + MINUTE,
    failures: 3,
    lastError: 'busy',
    lastFiredAt: noon,
    skipped: 2,
  });
  {
    using store = openTestStore({path});
    store.alarms.add(whole, '["in"]');
  }
  using store = openTestStore({path});
  expect(store.alarms.get('alm_1')).toEqual(whole);
  expect(store.alarms.byKey('alice', 'k')).toEqual({alarm: whole, asked: '["in"]'});
  expect(store.alarms.ofTurn('turn_1')).toEqual([whole]);
  expect(store.alarms.get('alm_2')).toBeUndefined();
});

test('the list has active alarms first, earliest first, then ended ones in order of their end', () => {
  using store = openTestStore();
  store.alarms.add(anAlarm('late', {nextAt: noon + 3 * HOUR}));
  store.alarms.add(anAlarm('soon', {nextAt: noon + HOUR, user: 'bob'}));
  store.alarms.add(anAlarm('retried', {nextAt: noon + 9 * HOUR, retryAt: noon + 2 * HOUR}));
  for (const [index, id] of ['a', 'b', 'c'].entries())
    store.alarms.add(anAlarm(id, {state: 'fired', endedAt: noon + index}));
  expect(ids(store.alarms.list({limit: 10}))).toEqual(['soon', 'retried', 'late']);
  expect(ids(store.alarms.list({user: 'alice', limit: 10}))).toEqual(['retried', 'late']);
  expect(ids(store.alarms.list({state: 'fired', limit: 2}))).toEqual(['b', 'c']);
  expect(ids(store.alarms.list({state: 'fired', user: 'bob', limit: 2}))).toEqual([]);
  expect([store.alarms.countActive(), store.alarms.countActive('bob')]).toEqual([3, 1]);
});

test('an alarm is due when it is active and its instant has come', () => {
  using store = openTestStore();
  const {alarms} = store;
  expect(alarms.nextDueAt()).toBeUndefined();
  alarms.add(anAlarm('due', {nextAt: noon}));
  alarms.add(anAlarm('waits', {nextAt: noon - HOUR, retryAt: noon + HOUR}));
  alarms.add(anAlarm('future', {nextAt: noon + 1}));
  for (const state of ['fired', 'cancelled', 'failed'] as const)
    alarms.add(anAlarm(state, {state, nextAt: noon - HOUR, endedAt: noon}));
  expect(alarms.nextDueAt()).toBe(noon);
  expect(ids(alarms.due(noon, 10))).toEqual(['due']);
  alarms.update(anAlarm('due', {nextAt: noon, state: 'cancelled', endedAt: noon}));
  expect(alarms.nextDueAt()).toBe(noon + 1);
  expect(() => alarms.update(anAlarm('nobody'))).toThrow('No alarm alm_nobody.');
});

test('a key names one active alarm of a user and is free when that alarm ends', () => {
  using store = openTestStore();
  const {alarms} = store;
  alarms.add(anAlarm('1', {key: 'k'}));
  alarms.add(anAlarm('2', {key: 'k', user: 'bob'}));
  expect(() => alarms.add(anAlarm('3', {key: 'k'}))).toThrow();
  alarms.update(anAlarm('1', {key: 'k', state: 'fired', endedAt: noon}));
  expect(alarms.byKey('alice', 'k')).toBeUndefined();
  alarms.add(anAlarm('3', {key: 'k'}));
  expect(alarms.byKey('alice', 'k')?.alarm.id).toBe('alm_3');
});

test('ended alarms are pruned, oldest first, by age and by count; active ones stay', () => {
  using store = openTestStore();
  for (let index = 0; index < 6; index += 1)
    store.alarms.add(anAlarm(String(index), {state: 'fired', endedAt: noon + index}));
  store.alarms.add(anAlarm('active', {createdAt: noon - 1_000 * HOUR}));
  expect(ids(store.alarms.prune({keep: 4, before: noon, limit: 10}))).toEqual(['0', '1']);
  expect(ids(store.alarms.prune({keep: 4, before: noon + 4, limit: 1}))).toEqual(['2']);
  expect(ids(store.alarms.prune({keep: 4, before: noon + 4, limit: 10}))).toEqual(['3']);
  expect(ids(store.alarms.list({state: 'fired', limit: 10}))).toEqual(['4', '5']);
  expect(store.alarms.countActive()).toBe(1);
});

test('frequent alarm queries use an index for filtering and sorting', () => {
  using database = openNewDatabase();
  const texts: string[] = [];
  createAlarms({
    ...database,
    query: sql => {
      texts.push(sql);
      return database.query(sql);
    },
  });
  const slow = texts.filter(sql =>
    database
      .query(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .some(({detail}) => /^SCAN alarms$|TEMP B-TREE/u.test(String(detail))),
  );
  expect(texts.length).toBeGreaterThan(10);
  expect(slow).toEqual([]);
});
