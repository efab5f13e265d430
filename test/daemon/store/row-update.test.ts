import {expect, test} from 'vitest';
import type {Database} from '../../../src/daemon/store/database/database.ts';
import {createReminders} from '../../../src/daemon/store/tables/reminders.ts';
import {createRuns} from '../../../src/daemon/store/tables/runs.ts';
import {openNewDatabase} from '../../support/new-database.ts';
import {aReminder, aRun, noon} from './store-fixture.ts';

/** A database that reports the written columns. */
const watched = (): Database & {readonly written: () => readonly string[]} => {
  const database = openNewDatabase();
  let written: readonly string[] = [];
  return {
    ...database,
    [Symbol.dispose]: () => database[Symbol.dispose](),
    written: () => written,
    query: sql => {
      const query = database.query(sql);
      return {
        ...query,
        run: (...values) => {
          const [, set = ''] = /^UPDATE \w+ SET (.*) WHERE/u.exec(sql) ?? [];
          written = set.split(', ').map(part => part.replace(' = ?', ''));
          return query.run(...values);
        },
      };
    },
  };
};

test('an update with the previous row writes only the changed columns and reads as a full update', () => {
  using database = watched();
  const reminders = createReminders(database);
  const was = reminders.add(aReminder('1', {nagMs: 60_000}));
  const {user: _, ...next} = {...was, state: 'fired', firedAt: noon, delivery: ['terminal:default']} as const;
  reminders.update(next, was);
  expect([...database.written()].sort()).toEqual(['delivery', 'firedAt', 'state', 'user']);
  expect(reminders.get('rem_1')).toEqual(next);
  reminders.update({...next, message: 'whole'});
  expect(database.written().length).toBeGreaterThan(10);
  expect(reminders.get('rem_1')).toEqual({...next, message: 'whole'});
});

test('an update without changes keeps the row; one for another row finds none', () => {
  using database = watched();
  const runs = createRuns(database);
  const run = aRun('1');
  runs.claim(run);
  runs.update({...run}, run);
  expect(runs.get('run_1')).toEqual(run);
  expect(() => runs.update({...run, name: 'evening', status: 'ran'}, run)).toThrow('No run run_1.');
  expect(() => runs.update({...aRun('2'), status: 'ran'}, aRun('2'))).toThrow('No run run_2.');
  expect(runs.get('run_1')).toEqual(run);
});
