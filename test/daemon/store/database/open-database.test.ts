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
import {MIGRATIONS} from '../../../../src/daemon/store/database/migrations.ts';
import {openDatabase} from '../../../../src/daemon/store/database/open-database.ts';
import {GatewayError} from '../../../../src/shared/records/gateway-error.ts';
import {aMessage, aReminder, aSession, openTestStore, recordingLog, tempFolder} from '../store-house.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

const open = (path: string, migrations = MIGRATIONS): Database => openDatabase({path, log: recordingLog(), migrations});

/** The sentence an opening ends with; fails when it opens. */
const refusal = (path: string, migrations = MIGRATIONS): string => {
  try {
    open(path, migrations)[Symbol.dispose]();
  } catch (error) {
    if (error instanceof GatewayError) return error.message;
    throw error;
  }
  throw new Error(`${path} was opened`);
};

/** A database with something of everything in it, closed. */
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

test('the folder is made private, and so is every file, whatever the umask', () => {
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

test('a folder and a database that were left open to others are closed to them', () => {
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
  // 2 is FULL: with less, a power cut takes back what was acknowledged.
  expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys')]).toEqual(['wal', 2, 1]);
});

test('a database that was only half made is made again, and no trace of it is left', () => {
  using home = tempFolder();
  writeFileSync(home.in('rooster.db.new'), 'half');
  writeFileSync(home.in('rooster.db.new-journal'), 'half');
  open(home.in('rooster.db'))[Symbol.dispose]();
  expect(readdirSync(home.path)).toEqual(['rooster.db']);
});

test('a database of a newer program is refused and left as it is', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  open(path, [...MIGRATIONS, 'CREATE TABLE later (a TEXT) STRICT'])[Symbol.dispose]();
  const before = readFileSync(path);
  expect(refusal(path)).toBe(
    `The database ${path} was written by a newer Rooster (version ${MIGRATIONS.length + 1}; this one knows ${MIGRATIONS.length}) and was left as it is: update Rooster.`,
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

test('a file without content, with other content or with a folder in its place is refused and left as it is', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  writeFileSync(path, '');
  expect(refusal(path)).toContain(`The database ${path} is damaged (it is empty) and was left as it is`);
  expect(statSync(path).size).toBe(0);
  writeFileSync(path, Buffer.from(Array.from({length: 9000}, (_, index) => (index * 7919) % 256)));
  expect(refusal(path)).toContain('is damaged (it does not begin as a database does)');
  expect(statSync(path).size).toBe(9000);
  mkdirSync(home.in('folder'));
  expect(refusal(home.in('folder'))).toContain('is no file: move it away.');
});

test('a log that has lost its database is not thrown away with it', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  writeFileSync(`${path}-wal`, 'changes');
  expect(refusal(path)).toBe(
    `The database ${path} is gone, but rooster.db-wal beside it still holds changes to it: put the database back, or move rooster.db-wal away too to start with an empty one.`,
  );
  expect(readdirSync(home.path)).toEqual(['rooster.db-wal']);
});

test('a folder that cannot be made is named', () => {
  using home = tempFolder();
  writeFileSync(home.in('file'), '');
  expect(refusal(home.in('file/rooster.db'))).toContain(`The folder ${home.in('file')} cannot be made`);
});

test('a database that is cut off at any page is refused and left as it is', () => {
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

test('whichever byte is spoiled, there is a sentence or what was kept, and never an empty database', () => {
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
  // All three happen, so that the test cannot pass by looking at one kind of damage only.
  expect(outcomes.refused).toBeGreaterThan(10);
  expect(outcomes.read).toBeGreaterThan(10);
  expect(outcomes.sentence).toBeGreaterThan(0);
});

/** Every byte of the header, and one of each stretch of the rest. */
const spoiled = (size: number): readonly number[] => [
  ...Array.from({length: 100}, (_, offset) => offset),
  ...Array.from({length: 80}, (_, index) => 100 + ((index * 104_729) % (size - 100))),
];

/** What becomes of a start and of reading everything: refused, all there, or a sentence on the way. */
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

/** After damage was met, the next start looks through everything: it refuses, or finds it sound and takes the mark away. */
const refusalOrSound = (path: string): boolean => {
  try {
    openTestStore({path})[Symbol.dispose]();
  } catch (error) {
    return error instanceof GatewayError && existsSync(`${path}.suspect`);
  }
  return !existsSync(`${path}.suspect`);
};

test('damage that is met later ends all writing, says so once, and makes the next start look through the whole file', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  filled(path, 3000);
  const bytes = readFileSync(path);
  // The tables' later pages, past everything a start looks at.
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

test('a database that was under suspicion and is sound is used again', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  filled(path);
  writeFileSync(`${path}.suspect`, '');
  const log = recordingLog();
  openDatabase({path, log})[Symbol.dispose]();
  expect(log.lines).toEqual(['info: The database was looked through after an earlier error, and is sound.']);
  expect(existsSync(`${path}.suspect`)).toBe(false);
});

test('a database whose shape does not fit is refused at the start, not at the first message', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  filled(path);
  const database = new DatabaseSync(path);
  database.exec('ALTER TABLE deliveries RENAME COLUMN lastError TO other');
  database.close();
  expect(() => openTestStore({path})).toThrow(`The database ${path} is damaged (`);
});

test('what fitted at one start is looked at again when the shape was changed since', () => {
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
