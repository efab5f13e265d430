import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {openStore} from '../../../src/daemon/store/store.ts';
import {HOUR, MINUTE} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {until} from '../../support/until.ts';
import {aReminder, noon, openTestStore, recordingLog, tempFolder} from './store-fixture.ts';

/** Adds a copy of a reminder that its index doesn't know, as after a flipped bit. */
const hideFromIndex = (path: string, id: string): void => {
  const changed = (statement: string): void => {
    const database = new DatabaseSync(path);
    database.enableDefensive(false);
    database.exec(`PRAGMA writable_schema = ON; ${statement}; PRAGMA writable_schema = RESET`);
    database.close();
  };
  const database = new DatabaseSync(path);
  const {rootpage, sql} =
    database.prepare(`SELECT rootpage, sql FROM sqlite_schema WHERE name = 'remindersByHour'`).get() ?? {};
  const columns = database
    .prepare(`SELECT name FROM pragma_table_info('reminders') WHERE name NOT IN ('ord', 'id', 'key')`)
    .all()
    .map(({name}) => name)
    .join(', ');
  database.close();
  changed(`DELETE FROM sqlite_schema WHERE name = 'remindersByHour'`);
  changed(`INSERT INTO reminders (id, ${columns}) SELECT '${id}', ${columns} FROM reminders LIMIT 1`);
  changed(
    `INSERT INTO sqlite_schema VALUES ('index', 'remindersByHour', 'reminders', ${rootpage}, '${String(sql).replaceAll("'", "''")}')`,
  );
};

test('a reminder that a damaged index hides is found within minutes of the start', async () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  {
    using store = openTestStore({path});
    store.reminders.add(aReminder('1', {fireAt: noon}));
    // The whole check isn't due.
    store.cursors.set('store.checkedAt', String(noon));
  }
  hideFromIndex(path, 'rem_2');
  const clock = fakeClock();
  const log = recordingLog();
  using store = openStore({path, clock, log});
  expect(store.reminders.due(noon, 10).map(({id}) => id)).toEqual(['rem_1']);
  await using _ = store.check.weekly();
  await clock.advance(4 * MINUTE);
  expect(store.reminders.due(noon, 10).map(({id}) => id)).toEqual(['rem_1', 'rem_2']);
  expect(log.lines).toContain('warn: Damaged indexes of the database were rebuilt.');
});

test("a check that can't be noted, as after a takeover, is not repeated each hour, and is no error", async () => {
  using home = tempFolder();
  const clock = fakeClock();
  const log = recordingLog();
  using store = openStore({path: home.in('rooster.db'), clock, log});
  store.refuseChanges('Another machine has taken over.');
  {
    await using _ = store.check.weekly();
    await clock.advance(4 * MINUTE);
    await until('it was checked', () => log.lines.length > 0);
    await clock.advance(HOUR);
  }
  expect(log.lines).toEqual(["info: Couldn't note the check of the database: Another machine has taken over."]);
});
