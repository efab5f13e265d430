import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {restoreCopy} from '../../../../src/daemon/store/backup/restore.ts';
import {MIGRATIONS, versionAfter} from '../../../../src/daemon/store/database/migrations.ts';
import {openDatabase} from '../../../../src/daemon/store/database/open-database.ts';
import type {Reminder} from '../../../../src/shared/records/jobs/jobs.ts';
import type {Message} from '../../../../src/shared/records/message.ts';
import type {KeptSession} from '../../../../src/shared/records/session.ts';
import type {Turn} from '../../../../src/shared/records/turn.ts';
import {DAY} from '../../../../src/shared/time/time.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {aReminder, MAIN, noon, openTestStore, recordingLog, tempFolder} from '../store-fixture.ts';

const NEWEST = versionAfter(MIGRATIONS);
const NEXT = [...MIGRATIONS, `ALTER TABLE marks ADD COLUMN note TEXT; UPDATE marks SET note = 'migrated'`];
const fixture = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`fixtures/${name}`, import.meta.url)), 'utf8');

test('an older database is migrated to the newest version, after a private copy was made beside it', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  {
    using store = openTestStore({path});
    store.cursors.set('kept', 'yes');
  }
  const log = recordingLog();
  {
    using database = openDatabase({path, log, migrations: NEXT});
    expect(database.query('SELECT * FROM marks WHERE name = ?').all('kept')).toEqual([
      {name: 'kept', value: 'yes', note: 'migrated'},
    ]);
    expect(database.query('PRAGMA user_version').get()).toEqual({user_version: NEWEST + 1});
  }
  expect(log.lines).toEqual(['info: Updated the database to the newest version.']);
  const backup = home.in(`rooster.db.v${NEWEST}.backup`);
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  const copy = new DatabaseSync(backup, {readOnly: true});
  expect(copy.prepare('SELECT * FROM marks WHERE name = ?').all('kept')).toEqual([{name: 'kept', value: 'yes'}]);
  copy.close();
  expect(readdirSync(home.path).sort()).toEqual(['rooster.db', `rooster.db.v${NEWEST}.backup`]);
});

test('a migration that ended after any of its steps is finished at the next start', {tags: ['deep']}, () => {
  for (let version = 1; version < MIGRATIONS.length; version += 1) {
    using home = tempFolder();
    const path = home.in('rooster.db');
    openDatabase({path, log: recordingLog(), migrations: MIGRATIONS.slice(0, version)})[Symbol.dispose]();
    using store = openTestStore({path});
    store.cursors.set('kept', 'yes');
    expect(store.cursors.get('kept')).toBe('yes');
  }
});

test('the copy can replace the database', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  {
    using store = openTestStore({path});
    store.cursors.set('kept', 'yes');
  }
  openDatabase({path, log: recordingLog(), migrations: NEXT})[Symbol.dispose]();
  writeFileSync(path, readFileSync(home.in(`rooster.db.v${NEWEST}.backup`)));
  using store = openTestStore({path});
  expect(store.cursors.get('kept')).toBe('yes');
});

test('a failing migration changes nothing, and says why', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  {
    using store = openTestStore({path});
    store.cursors.set('kept', 'yes');
  }
  const broken = [...MIGRATIONS, 'DROP TABLE marks; CREATE TABLE events (again TEXT)'];
  expect(() => openDatabase({path, log: recordingLog(), migrations: broken})).toThrow(
    `it could not be brought from version ${NEWEST} to ${NEWEST + 1}: table events already exists`,
  );
  using store = openTestStore({path});
  expect(store.cursors.get('kept')).toBe('yes');
});

test('a new database gets no backup; one whose backup alone is left is created with a warning', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  const log = recordingLog();
  openDatabase({path, log})[Symbol.dispose]();
  expect(readdirSync(home.path)).toEqual(['rooster.db']);
  expect(log.lines).toEqual([]);
  const moved = home.in('elsewhere/rooster.db');
  openDatabase({path: moved, log})[Symbol.dispose]();
  writeFileSync(`${home.in('other.db')}.v1.backup`, '');
  openDatabase({path: home.in('other.db'), log})[Symbol.dispose]();
  expect(log.lines).toEqual(['warn: There are backups but no database. Created an empty database.']);
});

/** A database as commit 67feaf30 left it, with something in each of its tables. */
const versionFirst = (home: ReturnType<typeof tempFolder>): string => {
  const path = home.in('rooster.db');
  const old = new DatabaseSync(path);
  old.exec('PRAGMA journal_mode = WAL');
  old.exec(fixture('v43-schema.sql'));
  old.exec(fixture('v43-rows.sql'));
  old.close();
  return path;
};

test('a released migration is never edited: the first schema is that of commit 67feaf30', () => {
  const partsOf = (steps: string) => {
    const database = new DatabaseSync(':memory:');
    database.exec(steps);
    const parts = database.prepare(`SELECT type, name, tbl_name AS of, sql FROM sqlite_schema ORDER BY name`).all();
    return parts.map(({type, name, of, sql}) => ({
      ...{type, name, of},
      columns: database.prepare('SELECT * FROM pragma_table_info(?)').all(String(name)),
      inIndex: database.prepare('SELECT * FROM pragma_index_xinfo(?)').all(String(name)),
      sql: type === 'table' ? undefined : sql,
    }));
  };
  expect(partsOf(MIGRATIONS[0] ?? '')).toEqual(partsOf(fixture('v43-schema.sql')));
});

test('a database of the first version that still opens keeps its records, and keeps a copy of itself', () => {
  using home = tempFolder();
  const path = versionFirst(home);
  const was = JSON.parse(fixture('v43-records.json'));
  {
    using store = openTestStore({path, clock: fakeClock()});
    const now = {
      sessions: store.sessions.list(),
      messages: was.messages.map(({id}: Message) => store.messages.get(id)),
      context: store.messages.context('rooster:main').map(({id}) => id),
      turns: was.turns.map(({id}: Turn) => store.turns.get(id)),
      reminders: was.reminders.map(({id}: Reminder) => store.reminders.get(id)),
      due: store.reminders.due(noon + DAY, 9).map(({id}) => id),
      alarm: store.alarms.byKey('alice', 'k'),
      runs: store.runs.list({limit: 9}),
      deliveries: store.deliveries.list({limit: 9}),
      sentIds: store.deliveries.sentIds('dlv_3'),
      escalations: store.escalations.open(9),
      waiting: store.inbox.waiting('signal', 9),
      receipts: store.inbox.receiptsOwed('signal', 9),
      ledger: store.ledger.list(9),
      request: store.requests.get('req_1'),
      cursor: store.cursors.get('kept'),
      events: store.events.after(0, 99),
      found: store.messages.search('dentist', {limit: 9}).map(({id}) => id),
    };
    // Envelopes of Signal were stored unread.
    const withLine = ({raw, ...item}: {readonly raw: string}) => ({...item, event: {kind: 'line', line: raw}});
    // Limits of texts were added later: what that version knew about them is kept in their form.
    const limits = [{trust: 'familiar', by: {kind: 'webhook', name: 'ci'}}];
    const summaryLimits = [{trust: 'inner', by: {kind: 'summary'}}];
    // Addresses that nobody chose are chosen when a reminder rings.
    const isPending = ({state, addressed}: Reminder) => state === 'pending' && addressed !== true;
    expect(now).toEqual({
      ...was,
      reminders: was.reminders.map((item: Reminder) => (isPending(item) ? {...item, delivery: []} : item)),
      sessions: was.sessions.map((session: KeptSession) =>
        session.key === MAIN ? {...session, summaryLimits} : session,
      ),
      turns: was.turns.map((turn: Turn) => (turn.id === 'turn_2' ? {...turn, limits} : turn)),
      waiting: was.waiting.map(withLine),
      receipts: was.receipts.map(withLine),
    });
    store.turns.put({...now.turns[1], state: 'running', startedAt: noon});
    expect(store.turns.get('turn_2')).toEqual({...now.turns[1], state: 'running', startedAt: noon});
    expect(store.events.seq).toBe(4);
  }
  const copy = new DatabaseSync(home.in('rooster.db.v43.backup'), {readOnly: true});
  expect(copy.prepare('PRAGMA user_version').get()).toEqual({user_version: 43});
  copy.close();
});

test('received mail, presses and deleted messages of the first version are what the channels read', () => {
  using home = tempFolder();
  const path = versionFirst(home);
  const old = new DatabaseSync(path);
  const add = old.prepare(`INSERT INTO inbox (channel, author, timestamp, chat, raw, receivedAt, state, receipt)
    VALUES (?, ?, 0, ?, ?, '2026-11-21T11:00:00.000Z', 'received', 'none')`);
  add.run('mail', '<1@example.org>', 'mail:bob@example.org', '{"messageId":"<1@example.org>","text":"At noon?"}');
  add.run('mail', '!<2@example.org>', 'mail:bob@example.org', '');
  add.run('ntfy', 'press', 'ntfy:default', '{"action":"done","delivery":"dlv_3"}');
  add.run('signal', 'deleted', 'signal:bob-uuid', '');
  old.close();
  using store = openTestStore({path, clock: fakeClock()});
  const events = ['mail', 'ntfy', 'signal'].map(channel => store.inbox.waiting(channel, 9).map(({event}) => event));
  expect(events).toEqual([
    [{messageId: '<1@example.org>', text: 'At noon?'}, undefined],
    [{action: 'done', delivery: 'dlv_3'}],
    [{kind: 'line', line: '{"a":2}'}, undefined],
  ]);
});

test('a database from before the first version is refused with the commit to go through, and stays as it is', () => {
  using home = tempFolder();
  const path = versionFirst(home);
  const old = new DatabaseSync(path);
  old.exec('PRAGMA user_version = 42');
  old.close();
  const before = readFileSync(path);
  expect(() => openTestStore({path})).toThrow(
    `The database ${path} was left as it is, because it has version 42, and this Rooster opens version 43 and newer: ` +
      'start Rooster of commit 67feaf30 once, which updates it.',
  );
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(() => restoreCopy({path: home.in('other.db'), file: path, now: noon})).toThrow(
    `${path} cannot be restored (it has version 42, and this Rooster opens version 43 and newer: ` +
      'start Rooster of commit 67feaf30 once, which updates it). Nothing was changed.',
  );
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(home.path)).toEqual(['rooster.db']);
});

test('a copy of the first version is restored, and opened', () => {
  using home = tempFolder();
  const file = versionFirst(home);
  const path = home.in('restored/rooster.db');
  openTestStore({path})[Symbol.dispose]();
  expect(restoreCopy({path, file, now: noon})).toMatchObject({reminders: 2, waiting: 1, at: noon});
  using store = openTestStore({path});
  expect(store.reminders.get('rem_1')).toEqual({...aReminder('1'), delivery: []});
});

test('reminders of the version before lose the addresses that nobody chose, and keep the chat that asked', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  const log = recordingLog();
  {
    using database = openDatabase({path, log, migrations: MIGRATIONS.slice(0, 11)});
    const columns =
      'id, fireAt, message, mode, delivery, sourceSession, createdAt, zone, state, addressed, turnId, repeat';
    const at = "'2026-11-23T09:00:00.000Z'";
    const repeat = '{"rule":"FREQ=DAILY","zone":"UTC","words":"every day","start":"2026-11-22T09:00"}';
    const row = (id: string, delivery: string, {state = 'pending', addressed = 0, turn = 'NULL', series = 'NULL'}) =>
      database.execute(
        `INSERT INTO reminders (${columns}) VALUES ('rem_${id}', ${at}, 'x', 'verbatim', '${delivery}', '${MAIN}', ${at}, 'UTC', '${state}', ${addressed}, ${turn}, ${series})`,
      );
    for (const [id, replyTo] of [
      ['turn_phone', 'signal:a'],
      ['turn_here', 'terminal:default'],
    ] as const)
      database.execute(
        `INSERT INTO turns (id, session, state, sourceKind, trust, deliver, queuedAt, replyTo) VALUES ('${id}', '${MAIN}', 'ended', 'user', 'full', 1, ${at}, '${replyTo}')`,
      );
    row('plain', '["signal:a"]', {});
    row('chosen', '["mail:b@x.org"]', {addressed: 1});
    row('paused', '["terminal:default"]', {state: 'paused', turn: "'turn_here'"});
    row('asked', '["signal:a"]', {turn: "'turn_phone'"});
    row('rang', '["signal:a"]', {state: 'fired'});
    row('series', '["signal:a","ntfy:a"]', {state: 'fired', series: `'${repeat}'`});
  }
  using store = openTestStore({path});
  const kept = (id: string) => {
    const {delivery, origin, addressed} = store.reminders.get(`rem_${id}`) ?? {};
    return {delivery, origin, addressed};
  };
  expect(kept('plain')).toEqual({delivery: []});
  expect(kept('chosen')).toEqual({delivery: ['mail:b@x.org'], addressed: true});
  expect(kept('paused')).toEqual({delivery: []});
  expect(kept('asked')).toEqual({delivery: [], origin: 'signal:a'});
  expect(kept('rang')).toEqual({delivery: ['signal:a']});
  expect(kept('series')).toEqual({delivery: []});
});
