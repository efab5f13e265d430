// One row that can no longer be read: it is set aside and reported, and everything else continues.
import {rmSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {textIn} from '../../../src/daemon/store/columns.ts';
import type {Database} from '../../../src/daemon/store/database/database.ts';
import {suspectFile} from '../../../src/daemon/store/database/database-file.ts';
import type {Row} from '../../../src/daemon/store/database/queries.ts';
import {createQuarantine} from '../../../src/daemon/store/quarantine.ts';
import {type OpenStore, openStore} from '../../../src/daemon/store/store.ts';
import {DAY, HOUR, MINUTE} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {until} from '../../support/until.ts';
import {
  aDelivery,
  aFact,
  aMessage,
  anAlarm,
  aReminder,
  aSession,
  noon,
  recordingLog,
  type TempFolder,
  tempFolder,
} from './store-fixture.ts';

const openIn = (folder: TempFolder, clock = fakeClock()): OpenStore =>
  openStore({path: folder.in('rooster.db'), clock, log: recordingLog()});

/** Changes the closed database, as a disk or another program might. */
const spoil = (folder: TempFolder, sql: string): void => {
  const database = new DatabaseSync(folder.in('rooster.db'));
  database.enableDefensive?.(false);
  database.exec(sql);
  database.close();
};

test.each([
  ['an hour', `UPDATE reminders SET fireAt = '2026-99' WHERE id = 'rem_bad'`],
  ['a list of addresses', `UPDATE reminders SET delivery = '{"to":1}' WHERE id = 'rem_bad'`],
  ['a list that is no JSON', `UPDATE reminders SET delivery = '[' WHERE id = 'rem_bad'`],
  ['a mode', `UPDATE reminders SET mode = 'whisper' WHERE id = 'rem_bad'`],
])("a reminder with %s that can't be read blocks no other reminder, and is reported", (_, sql) => {
  using folder = tempFolder();
  {
    using store = openIn(folder);
    store.transact(() =>
      ['bad', 'good', 'later'].forEach((id, at) => void store.reminders.add(aReminder(id, {fireAt: noon + at}))),
    );
  }
  spoil(folder, sql);
  using store = openIn(folder);
  expect(store.reminders.nextFireAt()).toBe(noon + 1);
  expect(store.reminders.due(noon + HOUR, 9).map(({id}) => id)).toEqual(['rem_good', 'rem_later']);
  expect(store.reminders.list({limit: 9}).map(({id}) => id)).toEqual(['rem_good', 'rem_later']);
  expect(store.reminders.countPending()).toBe(2);
  const told = [
    {key: 'database', reason: expect.stringContaining('rem_bad ("reminder bad")'), inForce: expect.any(String)},
  ];
  expect(store.health.problems()).toEqual(told);
});

test('an unreadable reminder is moved out of its table, whole', () => {
  using folder = tempFolder();
  {
    using store = openIn(folder);
    store.transact(() => store.reminders.add(aReminder('bad')));
  }
  spoil(folder, `UPDATE reminders SET mode = 'whisper'`);
  {
    using store = openIn(folder);
    expect(store.reminders.nextFireAt()).toBeUndefined();
  }
  using database = new DatabaseSync(folder.in('rooster.db'));
  expect(database.prepare('SELECT id FROM reminders').all()).toEqual([]);
  const [moved, ...others] = database.prepare('SELECT tableName, rowId, content FROM setAside').all();
  expect(moved).toMatchObject({tableName: 'reminders', rowId: 'rem_bad'});
  expect(JSON.parse(String(moved?.['content']))).toMatchObject({message: 'reminder bad', mode: 'whisper'});
  expect(others).toEqual([]);
});

test("an unreadable entry that can't be moved fails the query, which would loop otherwise", () => {
  using folder = tempFolder();
  {
    using store = openIn(folder);
    store.transact(() => {
      store.reminders.add(aReminder('bad', {nextNagAt: noon}));
      store.alarms.add(anAlarm('bad'));
    });
  }
  const keeps = (table: string): string =>
    `CREATE TRIGGER ${table}Stay BEFORE DELETE ON ${table} BEGIN SELECT RAISE(IGNORE); END;`;
  spoil(
    folder,
    `UPDATE reminders SET mode = '?'; UPDATE alarms SET createdAt = '?'; ${keeps('reminders')} ${keeps('alarms')}`,
  );
  using store = openIn(folder);
  expect(() => store.reminders.nextFireAt()).toThrow(
    "Couldn't move the damaged entry rem_bad aside. Restore a backup.",
  );
  expect(() => store.reminders.nextNagAt()).toThrow("Couldn't move the damaged entry rem_bad aside.");
  expect(() => store.alarms.nextDueAt()).toThrow("Couldn't move the damaged entry alm_bad aside.");
});

test('a damaged entry that a person dismisses is no longer a problem, and its content stays', () => {
  using folder = tempFolder();
  {
    using store = openIn(folder);
    store.transact(() => ['bad', 'worse'].forEach(id => void store.reminders.add(aReminder(id))));
  }
  spoil(folder, `UPDATE reminders SET mode = 'whisper'`);
  {
    using store = openIn(folder);
    expect(store.reminders.nextFireAt()).toBeUndefined();
    expect(store.setAside.dismiss('rem_none', noon)).toBeUndefined();
    expect(JSON.parse(store.setAside.dismiss('rem_bad', noon) ?? '')).toMatchObject({mode: 'whisper'});
    expect(store.setAside.dismiss('rem_bad', noon)).toBeUndefined();
    expect(store.health.problems()).toMatchObject([{reason: expect.stringMatching(/^One entry .*rem_worse/u)}]);
    store.setAside.dismiss('rem_worse', noon);
    expect(store.health.problems()).toEqual([]);
  }
  using database = new DatabaseSync(folder.in('rooster.db'));
  expect(database.prepare('SELECT rowId, dismissedAt FROM setAside').all()).toMatchObject([
    {rowId: 'rem_bad', dismissedAt: expect.any(String)},
    {rowId: 'rem_worse', dismissedAt: expect.any(String)},
  ]);
});

test('an unreadable alarm or delivery blocks no other', () => {
  using folder = tempFolder();
  {
    using store = openIn(folder);
    store.transact(() => {
      store.alarms.add(anAlarm('bad'));
      store.alarms.add(anAlarm('good', {nextAt: noon + 2 * HOUR}));
      for (const id of ['bad', 'good']) store.deliveries.add(aDelivery(id));
    });
  }
  spoil(
    folder,
    `UPDATE alarms SET createdAt = '?', dueAt = '' WHERE id = 'alm_bad'; UPDATE deliveries SET createdAt = '?' WHERE id = 'dlv_bad'`,
  );
  using store = openIn(folder);
  expect(store.alarms.nextDueAt()).toBeGreaterThan(noon);
  expect(store.alarms.due(noon + DAY, 9).map(({id}) => id)).toEqual(['alm_good']);
  // A check reads the first of an address; the next check finds the one behind it.
  expect(store.deliveries.ready('signal', noon)).toEqual([]);
  expect(store.deliveries.ready('signal', noon).map(({id}) => id)).toEqual(['dlv_good']);
  expect(store.health.problems()).toMatchObject([{reason: expect.stringContaining('2 entries')}]);
});

test("an unreadable event doesn't block the start, and leaves no gap in the numbers", () => {
  using folder = tempFolder();
  {
    using store = openIn(folder);
    for (const cause of ['a', 'b', 'c']) store.transact(emit => emit(aFact(cause)));
  }
  spoil(folder, `UPDATE events SET lines = 'no event' WHERE seq >= 2`);
  using store = openIn(folder);
  expect(store.events.seq).toBe(3);
  store.transact(emit => emit(aFact('d')));
  expect(store.events.after(0, 9)?.map(({seq, type}) => [seq, type])).toEqual([
    [1, 'session.reset'],
    [2, 'event.lost'],
    [3, 'event.lost'],
    [4, 'session.reset'],
  ]);
  expect(store.events.before(4, 9).events.map(({seq}) => seq)).toEqual([1, 2, 3]);
});

test('a damaged row of several events is reported once, and every number has an event', () => {
  using folder = tempFolder();
  {
    using store = openIn(folder);
    for (const causes of [['a'], ['b', 'c', 'd'], ['e']])
      store.transact(emit => causes.forEach(cause => void emit(aFact(cause))));
  }
  spoil(folder, `UPDATE events SET lines = 'no event' WHERE seq = 4`);
  {
    using store = openIn(folder);
    const types = ['session.reset', 'event.lost', 'event.lost', 'event.lost', 'session.reset'];
    expect(store.events.after(2, 9)?.map(({seq}) => seq)).toEqual([3, 4, 5]);
    expect(store.events.after(0, 9)?.map(({type}) => type)).toEqual(types);
    expect(store.events.before(6, 9).events.map(({seq}) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(store.health.problems()).toMatchObject([{key: 'database', reason: expect.stringMatching(/^One .*evt_4/u)}]);
  }
  using again = openIn(folder);
  expect(again.events.after(0, 9)).toHaveLength(5);
  expect(again.health.problems()).toHaveLength(1);
});

test.each(['get', 'byKey'] as const)('a damaged message is left out by %s, and reported', by => {
  using folder = tempFolder();
  {
    using store = openIn(folder);
    store.transact(() => {
      store.messages.add(aMessage('bad'), 'key');
    });
  }
  spoil(folder, `UPDATE messages SET at = 'no time'`);
  using store = openIn(folder);
  expect(by === 'get' ? store.messages.get('msg_bad') : store.messages.byKey('key')).toBeUndefined();
  expect(store.health.problems()).toMatchObject([{reason: expect.stringContaining('msg_bad')}]);
});

/** An index that lacks a row of its table. */
const damageIndex = (folder: TempFolder): void =>
  spoil(
    folder,
    `PRAGMA writable_schema = ON;
     UPDATE sqlite_schema SET sql = replace(sql, 'fireAt)', 'fireAt) WHERE ord > 1') WHERE name = 'remindersByHour';
     PRAGMA writable_schema = RESET;
     REINDEX;
     PRAGMA writable_schema = ON;
     UPDATE sqlite_schema SET sql = replace(sql, ' WHERE ord > 1', '') WHERE name = 'remindersByHour';
     PRAGMA writable_schema = RESET;`,
  );

const withDamagedIndex = (folder: TempFolder): void => {
  {
    using store = openIn(folder);
    store.transact(() => ['one', 'two'].forEach(id => void store.reminders.add(aReminder(id))));
  }
  damageIndex(folder);
};

test('the weekly check finds and rebuilds a damaged index that hides reminders', async () => {
  using folder = tempFolder();
  withDamagedIndex(folder);
  const clock = fakeClock();
  using store = openIn(folder, clock);
  expect(store.reminders.list({limit: 9})).toHaveLength(1);
  await using _weekly = store.check.weekly();
  await clock.advance(5 * MINUTE);
  await until('the index is whole', () => store.reminders.list({limit: 9}).length === 2);
  expect(store.health.problems()).toEqual([]);
});

test('a start that checks a suspected database finds a damaged index too', () => {
  using folder = tempFolder();
  withDamagedIndex(folder);
  suspectFile(folder.in('rooster.db'), 'The disk failed.');
  using store = openIn(folder);
  expect(store.reminders.list({limit: 9})).toHaveLength(2);
  rmSync(folder.in('rooster.db.suspect'), {force: true});
});

test('rows of a table that lost a column are not set aside, since the file is damaged', () => {
  const refuse = () => expect.unreachable();
  const query = () => ({run: refuse, get: refuse, all: refuse});
  const {readable} = createQuarantine({query} as unknown as Database);
  const row: Row = {ord: 1, id: 'rem_1'};
  expect(() => readable('reminders', [row], one => textIn(one, 'message'))).toThrow('lost a column (message)');
});

test('an unreadable message is set aside: its conversation stays open, and the problem is reported', () => {
  using folder = tempFolder();
  const message = (id: 'msg_1' | 'msg_2') =>
    ({id, session: 'rooster:main', role: 'user', text: id, at: noon, source: {kind: 'operator'}}) as const;
  {
    using store = openIn(folder);
    store.transact(() => {
      store.sessions.put(aSession({key: 'rooster:main'}));
      store.messages.add(message('msg_1'));
      store.messages.add(message('msg_2'));
    });
  }
  spoil(folder, `UPDATE messages SET details = '[' WHERE id = 'msg_1'`);
  using store = openIn(folder);
  expect(store.messages.context('rooster:main').map(({id}) => id)).toEqual(['msg_2']);
  expect(store.messages.page('rooster:main', {limit: 10}).messages.map(({id}) => id)).toEqual(['msg_2']);
  expect(store.health.problems()).toMatchObject([{key: 'database', reason: expect.stringContaining('msg_1')}]);
});
