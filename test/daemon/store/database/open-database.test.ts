import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import type {Database} from '../../../../src/daemon/store/database/database.ts';
import {MIGRATIONS, versionAfter} from '../../../../src/daemon/store/database/migrations.ts';
import {openDatabase} from '../../../../src/daemon/store/database/open-database.ts';
import {GatewayError} from '../../../../src/shared/text/gateway-error.ts';
import {aMessage, aReminder, aSession, openTestStore, recordingLog, tempFolder} from '../store-fixture.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

const open = (path: string, migrations = MIGRATIONS): Database => openDatabase({path, log: recordingLog(), migrations});

/** The error of an opening; fails when it opens. */
const refusal = (path: string, migrations = MIGRATIONS): string => {
  try {
    open(path, migrations)[Symbol.dispose]();
  } catch (error) {
    if (error instanceof GatewayError) return error.message;
    throw error;
  }
  throw new Error(`${path} was opened`);
};

/** A closed database with records of every kind. */
const filled = (path: string, reminders = 300): void => {
  using store = openTestStore({path});
  store.transact(emit => {
    store.sessions.put(aSession());
    for (let number = 1; number <= reminders; number += 1) {
      store.reminders.add(aReminder(String(number)));
      emit({type: 'reminder.set', session: 'rooster:main', reminder: aReminder(String(number))});
    }
    for (let number = 1; number <= 50; number += 1) store.messages.add(aMessage(String(number)));
  });
};

test('the folder and every file are private, whatever the umask', () => {
  using home = tempFolder();
  const umask = process.umask(0);
  try {
    const path = home.in('state/rooster/rooster.db');
    using store = openTestStore({path});
    store.cursors.set('a', 'b');
    expect(modeOf(home.in('state'))).toBe('700');
    expect(modeOf(home.in('state/rooster'))).toBe('700');
    expect(readdirSync(home.in('state/rooster')).sort()).toEqual(['rooster.db', 'rooster.db-shm', 'rooster.db-wal']);
    for (const name of readdirSync(home.in('state/rooster')))
      expect(modeOf(home.in(`state/rooster/${name}`))).toBe('600');
  } finally {
    process.umask(umask);
  }
});

test('a folder and a database that others could open become private', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  filled(path);
  chmodSync(home.path, 0o755);
  chmodSync(path, 0o644);
  using _ = open(path);
  expect([modeOf(home.path), modeOf(path)]).toEqual(['700', '600']);
});

test('a commit is flushed before it is acknowledged', () => {
  using home = tempFolder();
  using database = open(home.in('rooster.db'));
  const pragma = (name: string) => database.query(`PRAGMA ${name}`).get()?.[name];
  // 2 is FULL: with less, a power cut would undo acknowledged writes.
  expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys')]).toEqual(['wal', 2, 1]);
});

test('a commit that counts only in a log elsewhere is not flushed', () => {
  using home = tempFolder();
  using database = openDatabase({path: home.in('rooster.db'), log: recordingLog(), isLogged: true});
  // 1 is NORMAL: the log of the database is flushed before its content moves, so the file stays sound.
  expect(database.query('PRAGMA synchronous').get()).toEqual({synchronous: 1});
});

test('a half-created database is created again, and no trace of it is left', () => {
  using home = tempFolder();
  writeFileSync(home.in('rooster.db.new'), 'half');
  writeFileSync(home.in('rooster.db.new-journal'), 'half');
  open(home.in('rooster.db'))[Symbol.dispose]();
  expect(readdirSync(home.path)).toEqual(['rooster.db']);
});

test('a database of a newer version is used if its steps only added, and left as it is', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  const later = versionAfter(MIGRATIONS) + 1;
  open(path, [...MIGRATIONS, 'ALTER TABLE reminders ADD COLUMN mood TEXT'])[Symbol.dispose]();
  const store = openTestStore({path});
  store.cursors.set('test', 'written by the older version');
  expect(store.reminders.list({limit: 10})).toEqual([]);
  store[Symbol.dispose]();
  const database = new DatabaseSync(path);
  expect(database.prepare('PRAGMA user_version').get()).toEqual({user_version: later});
  database.close();
});

test('a database of a newer version that raised the oldest one is refused and left as it is', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  const step = `UPDATE schema SET readableFrom = ${versionAfter(MIGRATIONS) + 1}`;
  open(path, [...MIGRATIONS, step])[Symbol.dispose]();
  const before = readFileSync(path);
  expect(refusal(path)).toBe(
    `The database ${path} was written by a newer Rooster (version ${versionAfter(MIGRATIONS) + 1}; this one knows ${versionAfter(MIGRATIONS)}) and was left as it is: update Rooster.`,
  );
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(home.path)).toEqual(['rooster.db']);
});

test('a database of another program is refused and left as it is', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  const other = new DatabaseSync(path);
  other.exec('CREATE TABLE photos (name TEXT)');
  other.close();
  const before = readFileSync(path);
  expect(refusal(path)).toContain(`${path} is the database of another program, or damaged, and was left as it is`);
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('an empty file, a foreign file or a folder in its place is refused and left as it is', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  writeFileSync(path, '');
  expect(refusal(path)).toContain(`The database ${path} is damaged (it is empty) and was left as it is`);
  expect(statSync(path).size).toBe(0);
  writeFileSync(path, Buffer.from(Array.from({length: 9000}, (_, index) => (index * 7919) % 256)));
  expect(refusal(path)).toContain("is damaged (it doesn't begin like an SQLite database)");
  expect(statSync(path).size).toBe(9000);
  mkdirSync(home.in('folder'));
  expect(refusal(home.in('folder'))).toContain("isn't a file. Move it away.");
});

test('a write-ahead log without its database is kept', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  writeFileSync(`${path}-wal`, 'changes');
  expect(refusal(path)).toBe(
    `The database ${path} is gone, but rooster.db-wal beside it still holds changes to it: put the database back, or move rooster.db-wal away too to start with an empty one.`,
  );
  expect(readdirSync(home.path)).toEqual(['rooster.db-wal']);
});

test("a folder that can't be created is named", () => {
  using home = tempFolder();
  writeFileSync(home.in('file'), '');
  expect(refusal(home.in('file/rooster.db'))).toContain(`Couldn't create the folder ${home.in('file')}`);
});

test('a database truncated at any page is refused and left as it is', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  filled(path);
  const {size} = statSync(path);
  const copy = home.in('copy/rooster.db');
  mkdirSync(home.in('copy'), {mode: 0o700});
  for (let length = 4096; length < size; length += 4096) {
    copyFileSync(path, copy);
    truncateSync(copy, length);
    expect(refusal(copy)).toContain(`The database ${copy} is damaged`);
    expect(statSync(copy).size).toBe(length);
  }
});

test('any corrupt byte gives an error or the stored data, never an empty database', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  filled(path, 100);
  const sound = readFileSync(path);
  const copy = home.in('copy/rooster.db');
  mkdirSync(home.in('copy'), {mode: 0o700});
  const outcomes = {refused: 0, read: 0, sentence: 0};
  for (const offset of spoiled(sound.length)) {
    const bytes = Buffer.from(sound);
    bytes[offset] = (bytes[offset] ?? 0) ^ (1 << (offset % 8)) ^ 0x20;
    writeFileSync(copy, bytes);
    outcomes[readingOf(copy)] += 1;
    if (existsSync(`${copy}.suspect`)) expect(refusalOrSound(copy)).toBe(true);
  }
  // All three occur, so that the test can't pass with one kind of damage only.
  expect(outcomes.refused).toBeGreaterThan(10);
  expect(outcomes.read).toBeGreaterThan(10);
  expect(outcomes.sentence).toBeGreaterThan(0);
});

/** Every byte of the header, and one of each part of the rest. */
const spoiled = (size: number): readonly number[] => [
  ...Array.from({length: 100}, (_, offset) => offset),
  ...Array.from({length: 80}, (_, index) => 100 + ((index * 104_729) % (size - 100))),
];

/** The result of a start and of reading everything: refused, complete, or an error on the way. */
const readingOf = (path: string): 'refused' | 'read' | 'sentence' => {
  try {
    using store = openTestStore({path});
    try {
      const reminders = store.reminders.list({limit: 1000});
      const found = [store.messages.page('rooster:main', {limit: 1000}).messages.length, store.sessions.list().length];
      store.events.after(0, 1000);
      store.messages.search('message', {limit: 1000});
      store.transact(emit => emit({type: 'session.reset', session: 'rooster:main'}));
      expect(reminders.length).toBeGreaterThan(0);
      expect(found).not.toContain(0);
      return 'read';
    } catch (error) {
      expect(error).toBeInstanceOf(GatewayError);
      return 'sentence';
    }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    expect(error.message).toContain(path);
    return 'refused';
  }
};

/** After damage was found, the next start checks everything: it refuses, or finds it sound and removes the mark. */
const refusalOrSound = (path: string): boolean => {
  try {
    openTestStore({path})[Symbol.dispose]();
  } catch (error) {
    return error instanceof GatewayError && existsSync(`${path}.suspect`);
  }
  return !existsSync(`${path}.suspect`);
};

test('damage found later stops all writing, is reported once, and makes the next start check the whole file', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  filled(path, 3000);
  const bytes = readFileSync(path);
  // The tables' later pages, beyond those that a start checks.
  const begin = Math.floor(bytes.length / 4);
  bytes.fill(0xff, begin, begin + 40 * 4096);
  writeFileSync(path, bytes);
  const told: string[] = [];
  {
    using store = openTestStore({path, onBroken: error => told.push(error.message)});
    expect(() => store.reminders.list({limit: 3000})).toThrow(`The database ${path} is damaged`);
    expect(() => store.transact(() => store.cursors.set('a', 'b'))).toThrow(`The database ${path} is damaged`);
    expect(() => store.cursors.set('a', 'b')).toThrow('is damaged');
    expect(() => store.reminders.list({limit: 3000})).toThrow('is damaged');
  }
  expect(told).toHaveLength(1);
  expect(refusal(path)).toContain(`The database ${path} is damaged`);
  expect(existsSync(`${path}.suspect`)).toBe(true);
});

test('a suspected database that proves sound is used again', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  filled(path);
  writeFileSync(`${path}.suspect`, '');
  const log = recordingLog();
  openDatabase({path, log})[Symbol.dispose]();
  expect(log.lines).toEqual(['info: Checked the database after an earlier error: it is sound.']);
  expect(existsSync(`${path}.suspect`)).toBe(false);
});

test('a database with the wrong schema is refused at the start, not at the first message', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  filled(path);
  const database = new DatabaseSync(path);
  database.exec('ALTER TABLE deliveries RENAME COLUMN lastError TO other');
  database.close();
  expect(() => openTestStore({path})).toThrow(`The database ${path} is damaged (`);
});

test('a schema that changed since the last start is checked again', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  filled(path);
  openTestStore({path})[Symbol.dispose]();
  openTestStore({path})[Symbol.dispose]();
  const database = new DatabaseSync(path);
  database.exec('DROP INDEX deliveriesWaiting');
  database.close();
  expect(() => openTestStore({path})).toThrow(`The database ${path} is damaged (`);
});
