import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {MIGRATIONS} from '../../../../src/daemon/store/database/migrations.ts';
import {openDatabase} from '../../../../src/daemon/store/database/open-database.ts';
import {RUN_KINDS} from '../../../../src/shared/records/jobs/run-kinds.ts';
import {HOUR, isoOf} from '../../../../src/shared/time/time.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {
  aDelivery,
  aFact,
  aMessage,
  anAlarm,
  aReceived,
  aReminder,
  aRun,
  aSession,
  MAIN,
  noon,
  openTestStore,
  recordingLog,
  tempFolder,
} from '../store-fixture.ts';

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
    expect(database.query('PRAGMA user_version').get()).toEqual({user_version: MIGRATIONS.length + 1});
  }
  expect(log.lines).toEqual(['info: Updated the database to the newest version.']);
  const backup = home.in(`rooster.db.v${MIGRATIONS.length}.backup`);
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  const copy = new DatabaseSync(backup, {readOnly: true});
  expect(copy.prepare('SELECT * FROM marks WHERE name = ?').all('kept')).toEqual([{name: 'kept', value: 'yes'}]);
  copy.close();
  expect(readdirSync(home.path).sort()).toEqual(['rooster.db', `rooster.db.v${MIGRATIONS.length}.backup`]);
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
  writeFileSync(path, readFileSync(home.in(`rooster.db.v${MIGRATIONS.length}.backup`)));
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
    `it could not be brought from version ${MIGRATIONS.length} to ${MIGRATIONS.length + 1}: table events already exists`,
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

test('a released migration is never edited: the schema of version 1 is unchanged', () => {
  const shapeOf = (steps: string) => {
    const database = new DatabaseSync(':memory:');
    database.exec(steps);
    return database.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all();
  };
  expect(shapeOf(MIGRATIONS[0] ?? '')).toEqual(shapeOf(fixture('v1-schema.sql')));
});

/** A database of version 1 with something in each of its tables. */
const versionOne = (home: ReturnType<typeof tempFolder>): string => {
  const path = home.in('rooster.db');
  const old = new DatabaseSync(path);
  old.exec(fixture('v1-schema.sql'));
  old.exec(fixture('v1-rows.sql'));
  old.close();
  return path;
};

test('a database of version 1 gets an empty inbox and ledger, and keeps a copy of itself', () => {
  using home = tempFolder();
  const path = versionOne(home);
  {
    using store = openTestStore({path});
    expect(store.inbox.counts('signal')).toEqual({received: 0, handled: 0, ignored: 0});
    expect(store.ledger.list(10)).toEqual([]);
    expect(store.inbox.add(aReceived(1))).toMatchObject({ord: 1});
  }
  const copy = new DatabaseSync(home.in('rooster.db.v1.backup'), {readOnly: true});
  expect(copy.prepare('PRAGMA user_version').get()).toEqual({user_version: 1});
  copy.close();
});

test('a released migration is never edited: the schema of version 2 is unchanged', () => {
  const shapeOf = (steps: string) => {
    const database = new DatabaseSync(':memory:');
    database.exec(steps);
    return database
      .prepare(`SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'messageWords%' ORDER BY name`)
      .all();
  };
  expect(shapeOf(MIGRATIONS.slice(0, 2).join(';'))).toEqual(
    shapeOf(`${fixture('v1-schema.sql')};${fixture('v2-schema.sql')}`),
  );
});

test('frames for the model are removed from older messages, and their runs are linked', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  const old = new DatabaseSync(path);
  for (const step of MIGRATIONS.slice(0, 3)) old.exec(step);
  old.exec('PRAGMA user_version = 3; PRAGMA application_id = 1383034739');
  old.exec(`
    INSERT INTO sessions VALUES ('rooster:main', 'main', 'Main', NULL, 'full', '2026-11-21T11:00:00.000Z', NULL, NULL, NULL, 0, 0, 2, 0);
    INSERT INTO runs (id, kind, name, session, status, scheduledFor, startedAt, attempt, late) VALUES
      ('run_1', 'cron', 'morning', 'rooster:cron:morning', 'ran', '2026-11-20T08:00:00.000Z', '2026-11-20T08:00:00.000Z', 1, 0),
      ('run_2', 'cron', 'morning', 'rooster:cron:morning', 'ran', '2026-11-21T08:00:00.000Z', '2026-11-21T08:00:00.000Z', 1, 0);
    INSERT INTO messages (place, id, session, role, text, at, sourceKind, sourceName) VALUES
      (1, 'msg_1', 'rooster:main', 'user', '[Scheduled task "morning" completed. Summarize.]' || char(10, 10) || 'Sunny [at last].', '2026-11-20T08:00:01.000Z', 'cron', 'morning'),
      (2, 'msg_2', 'rooster:main', 'user', '[Scheduled task "I" wrote myself]' || char(10, 10) || 'so', '2026-11-20T08:00:02.000Z', 'user', 'alice');
  `);
  old.close();
  using store = openTestStore({path});
  expect(store.messages.get('msg_1')).toMatchObject({
    text: 'Sunny [at last].',
    frame: {kind: 'words', words: 'Scheduled task "morning" completed. Summarize.'},
    runId: 'run_1',
  });
  expect(store.messages.get('msg_2')?.text).toBe('[Scheduled task "I" wrote myself]\n\nso');
  expect(store.messages.search('summarize', {limit: 10})).toEqual([]);
  expect(store.messages.search('sunny', {limit: 10}).map(({id}) => id)).toEqual(['msg_1']);
  store.messages.remove('msg_1');
  expect(store.messages.search('sunny', {limit: 10})).toEqual([]);
});

test('a database of version 1 keeps its records', () => {
  using home = tempFolder();
  const path = versionOne(home);
  using store = openTestStore({path, clock: fakeClock()});
  expect({
    session: store.sessions.get('rooster:main'),
    counts: store.sessions.counts('rooster:main'),
    context: store.messages.context('rooster:main').map(({id}) => id),
    found: store.messages.search('dentist', {limit: 10}).map(({id}) => id),
    turn: store.turns.get('turn_1'),
    reminders: store.reminders.list({limit: 10}),
    run: store.runs.get('run_1'),
    ready: store.deliveries.ready('signal', Date.UTC(2026, 10, 21, 12)).map(({key}) => key),
    mark: store.cursors.get('cron.morning'),
    events: store.events.after(0, 10),
  }).toEqual({
    session: aSession({user: 'alice', summary: 'Alice plans her week.', summarizedTo: 'msg_1'}),
    counts: {messages: 3, unread: 1},
    context: ['msg_2', 'msg_3'],
    found: ['msg_3', 'msg_2'],
    turn: {
      id: 'turn_1',
      session: 'rooster:main',
      state: 'ended',
      source: {kind: 'user', name: 'alice', channel: 'terminal'},
      trust: 'full',
      user: 'alice',
      promptChannel: 'terminal',
      deliver: false,
      queuedAt: Date.UTC(2026, 10, 21, 11),
      startedAt: Date.UTC(2026, 10, 21, 11, 0, 0, 5),
      endedAt: Date.UTC(2026, 10, 21, 11, 0, 1),
      outcome: 'replied',
      model: 'offline',
      usage: {inputTokens: 12, outputTokens: 7},
    },
    reminders: [aReminder('1')],
    run: {
      id: 'run_1',
      kind: 'cron',
      name: 'morning',
      session: 'rooster:cron:morning',
      status: 'ran',
      scheduledFor: Date.UTC(2026, 10, 21, 7),
      startedAt: Date.UTC(2026, 10, 21, 7),
      endedAt: Date.UTC(2026, 10, 21, 7, 0, 4),
      attempt: 1,
      late: false,
      output: 'Nothing matters today.',
    },
    ready: ['run_1@signal:alice-uuid'],
    mark: '2026-11-21T07:00:00.000Z',
    events: [
      {seq: 1, at: '2026-11-21T11:00:00.000Z', type: 'session.reset', session: 'rooster:main'},
      {seq: 2, at: '2026-11-21T11:00:01.000Z', type: 'session.reset', session: 'rooster:cron:morning'},
    ],
  });
});

test('a delivery from before the send details keeps its fields', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  openDatabase({path, log: recordingLog(), migrations: MIGRATIONS.slice(0, 4)})[Symbol.dispose]();
  const old = new DatabaseSync(path);
  old.exec(`
    INSERT INTO deliveries (id, key, channel, address, text, state, attempts, createdAt, repeat)
    VALUES ('dlv_1', 'run_1@1', 'signal', 'signal:alice-uuid', 'delivery 1', 'queued', 0, '2026-11-21T11:00:00.000Z', 0)`);
  old.close();
  using store = openTestStore({path});
  expect(store.deliveries.get('dlv_1')).toEqual(aDelivery('1'));
});

test('a database from before alarms keeps its messages, which have no data, and accepts alarms', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  openDatabase({path, log: recordingLog(), migrations: MIGRATIONS.slice(0, 15)})[Symbol.dispose]();
  const old = new DatabaseSync(path);
  old.exec(`
    INSERT INTO messages (ord, place, id, session, role, text, at, sourceKind, sourceName, sourceChannel)
    VALUES (1, 1, 'msg_1', 'rooster:main', 'user', 'message 1', '2026-11-21T11:00:00.000Z', 'user', 'alice', 'terminal')`);
  old.close();
  using store = openTestStore({path});
  expect(store.messages.get('msg_1')).toEqual(aMessage('1'));
  store.alarms.add(anAlarm('1'));
  expect(store.alarms.due(noon + HOUR, 10)).toEqual([anAlarm('1')]);
  store.messages.add(aMessage('2', {payload: '{"a":1.0}'}));
  expect(store.messages.get('msg_2')?.payload).toBe('{"a":1.0}');
});

test('messages from before the search index are found beside new ones', () => {
  using home = tempFolder();
  const path = versionOne(home);
  using store = openTestStore({path});
  store.messages.add(aMessage('new', {text: 'Another dentist.'}));
  const found = store.messages.search('dentist', {limit: 10}).map(({id}) => id);
  expect(found).toEqual(['msg_new', 'msg_3', 'msg_2']);
  expect(store.reminders.list({state: 'pending', user: 'alice', limit: 10})).toEqual([aReminder('1')]);
  expect(store.runs.list({kind: 'cron', limit: 10}).map(({id}) => id)).toEqual(['run_1']);
});

test('a database of version 9 continues in the middle of its work', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  openDatabase({path, log: recordingLog(), migrations: MIGRATIONS.slice(0, 9)})[Symbol.dispose]();
  const old = new DatabaseSync(path);
  old.exec('BEGIN');
  const addEvent = old.prepare('INSERT INTO events (seq, event) VALUES (?, ?)');
  // The first hundred are pruned already.
  for (let seq = 101; seq <= 3_100; seq += 1)
    addEvent.run(
      seq,
      JSON.stringify({seq, at: isoOf(noon + seq), type: 'session.reset', session: MAIN, cause: `${seq}`}),
    );
  const addReminder = old.prepare(
    `INSERT INTO reminders (id, fireAt, message, mode, user, delivery, sourceSession, createdAt, state, zone, runId)
     VALUES (?, ?, 'tea', 'agent', ?, '[]', 'rooster:main', ?, ?, 'UTC', ?)`,
  );
  for (let number = 0; number < 300; number += 1) {
    const user = ['alice', 'bob', null][number % 3] ?? null;
    const state = ['pending', 'fired', 'done', 'cancelled'][number % 4] ?? 'pending';
    addReminder.run(`rem_${number}`, isoOf(noon + number), user, isoOf(noon), state, null);
  }
  addReminder.run('rem_works', isoOf(noon - 1), 'alice', isoOf(noon), 'firing', 'run_works');
  const addRun = old.prepare(
    `INSERT INTO runs (id, kind, name, session, status, scheduledFor, startedAt, attempt, late)
     VALUES (?, ?, ?, 'rooster:cron:x', ?, ?, ?, 1, 0)`,
  );
  for (const [index, kind] of RUN_KINDS.entries())
    addRun.run(`run_${kind}`, kind, 'x', 'ran', isoOf(noon + index), isoOf(noon + index));
  addRun.run('run_works', 'reminder', 'rem_works', 'running', isoOf(noon - 1), isoOf(noon));
  old.exec('COMMIT');
  old.close();

  using store = openTestStore({path, eventsKept: 2_900});
  expect(store.events.seq).toBe(3_100);
  expect(store.events.after(99, 1)).toBeUndefined();
  const numbers = (from: number, to: number) => Array.from({length: to - from + 1}, (_, index) => from + index);
  const after = (seq: number) => store.events.after(seq, 5_000)?.map(({cause}) => Number(cause));
  expect(after(100)).toEqual(numbers(101, 3_100));
  expect(store.events.before(103, 9).events.map(({seq}) => seq)).toEqual([101, 102]);
  // New events are stored beside it, and push out the surplus.
  store.transact(emit => {
    for (const number of numbers(3_101, 3_290)) emit(aFact(`${number}`));
  });
  expect(after(389)).toBeUndefined();
  expect(after(390)).toEqual(numbers(391, 3_290));

  expect(store.reminders.countPending()).toBe(75);
  expect(store.reminders.nextFireAt()).toBe(noon);
  expect(store.reminders.due(noon + 50, 9).map(({id}) => id)).toEqual(
    [0, 4, 8, 12, 16, 20, 24, 28, 32].map(number => `rem_${number}`),
  );
  expect(store.reminders.list({limit: 2}).map(({id}) => id)).toEqual(['rem_works', 'rem_0']);
  expect(store.runs.list({status: 'running', limit: 9}).map(({id}) => id)).toEqual(['run_works']);
  for (const kind of RUN_KINDS)
    expect(store.runs.list({kind, name: 'x', limit: 9}).map(({id}) => id)).toEqual([`run_${kind}`]);
  expect(store.runs.list({kind: 'reminder', limit: 9}).map(({id}) => id)).toEqual(['run_works', 'run_reminder']);
});

test('a run from before reflections keeps its fields', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  openDatabase({path, log: recordingLog(), migrations: MIGRATIONS.slice(0, 15)})[Symbol.dispose]();
  const old = new DatabaseSync(path);
  old.exec(`
    INSERT INTO runs (id, kind, name, session, status, scheduledFor, startedAt, attempt, late)
    VALUES ('run_1', 'cron', 'morning', 'rooster:cron:morning', 'running', '2026-11-21T11:00:00.000Z', '2026-11-21T11:00:00.000Z', 1, 0)`);
  old.close();
  using store = openTestStore({path});
  expect(store.runs.get('run_1')).toEqual(aRun('1'));
});
