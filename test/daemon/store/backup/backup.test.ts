// Copies of the database: complete or missing, thinned out, and restored without sending again what has left already.
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {backupFolder, backupPath, listBackups, staleBackups} from '../../../../src/daemon/store/backup/backup-files.ts';
import {finishRestore} from '../../../../src/daemon/store/backup/finish-restore.ts';
import {inspectCopy, restoreCopy} from '../../../../src/daemon/store/backup/restore.ts';
import {type OpenStore, openStore} from '../../../../src/daemon/store/store.ts';
import {DAY, HOUR, MINUTE} from '../../../../src/shared/time/time.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {until} from '../../../support/until.ts';
import {aDelivery, aFact, aReceived, aReminder, noon, recordingLog, tempFolder} from '../store-fixture.ts';

const openAt = (path: string, clock = fakeClock()): OpenStore => openStore({path, clock, log: recordingLog()});

const set = (store: OpenStore, id: string): void => void store.transact(() => store.reminders.add(aReminder(id)));

const idsIn = (path: string): readonly string[] => {
  using store = openAt(path);
  return store.reminders.list({limit: 99}).map(({id}) => id);
};

test('a copy of a database in use holds all acknowledged data, is private and complete', async () => {
  using folder = tempFolder();
  using store = openAt(folder.in('rooster.db'));
  for (let index = 0; index < 50; index += 1) set(store, String(index));
  mkdirSync(folder.in('away'));
  const made = await store.backups.create({file: folder.in('away/copy.db')});
  expect(made).toEqual({file: folder.in('away/copy.db'), at: noon, bytes: statSync(made.file).size});
  expect((statSync(made.file).mode & 0o777).toString(8)).toBe('600');
  expect(readdirSync(folder.in('away'))).toEqual(['copy.db']);
  expect(idsIn(made.file)).toHaveLength(50);
});

test('writes continue during a backup', async () => {
  using folder = tempFolder();
  using store = openAt(folder.in('rooster.db'));
  set(store, 'before');
  store.transact(() => store.cursors.set('large', 'x'.repeat(20_000_000)));
  let isOver = false;
  const making = store.backups.create({file: folder.in('copy.db')}).finally(() => (isOver = true));
  let written = 0;
  while (!isOver) {
    set(store, String(written));
    written += 1;
    await new Promise(resolve => setImmediate(resolve));
  }
  await making;
  expect(written).toBeGreaterThan(3);
  expect(idsIn(folder.in('copy.db'))).toContain('rem_before');
});

test("an existing file isn't replaced without force, and the database itself never is", async () => {
  using folder = tempFolder();
  using store = openAt(folder.in('rooster.db'));
  writeFileSync(folder.in('letter.txt'), 'dear');
  await expect(store.backups.create({file: folder.in('letter.txt')})).rejects.toThrow(/exists already\. Add --force/u);
  expect(readFileSync(folder.in('letter.txt'), 'utf8')).toBe('dear');
  await expect(store.backups.create({file: folder.in('rooster.db'), force: true})).rejects.toThrow(/database in use/u);
  await store.backups.create({file: folder.in('letter.txt'), force: true});
  expect(idsIn(folder.in('letter.txt'))).toEqual([]);
});

test('a backup into a missing folder is refused, and no folder is made', async () => {
  using folder = tempFolder();
  using store = openAt(folder.in('rooster.db'));
  await expect(store.backups.create({file: folder.in('typo/deep/copy.db')})).rejects.toThrow(
    `The folder ${folder.in('typo/deep')} does not exist. Make it first, or give another file.`,
  );
  expect(existsSync(folder.in('typo'))).toBe(false);
});

test('one copy is made each day; of a year seven daily and four weekly ones stay', async () => {
  using folder = tempFolder();
  const clock = fakeClock();
  const path = folder.in('rooster.db');
  using store = openAt(path, clock);
  mkdirSync(backupFolder(path));
  for (let day = 1; day <= 365; day += 1) writeFileSync(backupPath(path, noon - day * DAY - MINUTE), '');
  writeFileSync(join(backupFolder(path), 'rooster-2026-11-20T00-00-00.000Z.db.new'), 'cut off');
  await using _daily = store.backups.daily();
  await clock.advance(MINUTE);
  await until('the copy', () => listBackups(path).length < 100);
  const kept = listBackups(path).map(({at}) => Math.floor((noon + HOUR - at) / DAY));
  expect(kept).toEqual([20, 13, 6, 5, 4, 3, 2, 1, 0]);
  expect(store.backups.status()).toEqual({at: clock.now(), file: listBackups(path).at(-1)?.path, kept: 9});
  expect(readdirSync(backupFolder(path)).filter(name => name.endsWith('.new'))).toEqual([]);
});

test('of several copies of one day only the newest counts', () => {
  const at = [noon, noon - HOUR, noon - 2 * HOUR, noon - DAY];
  const stale = staleBackups(at.map(each => ({path: String(each), at: each})));
  expect(stale.map(each => each.at)).toEqual([noon - HOUR, noon - 2 * HOUR]);
});

test('a failed daily copy is a problem, and is retried', async () => {
  using folder = tempFolder();
  const clock = fakeClock();
  const path = folder.in('rooster.db');
  using store = openAt(path, clock);
  writeFileSync(backupFolder(path), 'a file where the folder should be');
  await using _daily = store.backups.daily();
  await clock.advance(MINUTE);
  await until('the failure', () => store.backups.problems().length > 0);
  expect(store.backups.problems()).toMatchObject([{key: 'backup', reason: expect.stringContaining('backup failed')}]);
});

/** The table has an entry that it may not have: SQLite still copies it, and finds it when it checks the copy. */
const makeUnsound = (path: string): void => {
  const database = new DatabaseSync(path);
  database.enableDefensive?.(false);
  database.exec(`
    CREATE TABLE spoiled (word TEXT);
    INSERT INTO spoiled VALUES (NULL);
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = 'CREATE TABLE spoiled (word TEXT NOT NULL)' WHERE name = 'spoiled';`);
  database.close();
};

test('a corrupt copy is refused with a reason, and the file it would replace stays', async () => {
  using folder = tempFolder();
  const path = folder.in('rooster.db');
  openAt(path)[Symbol.dispose]();
  makeUnsound(path);
  using store = openAt(path);
  mkdirSync(folder.in('away'));
  writeFileSync(folder.in('away/copy.db'), 'an older copy');
  await expect(store.backups.create({file: folder.in('away/copy.db'), force: true})).rejects.toThrow(
    'The copy is not sound: NULL value in spoiled.word.',
  );
  expect(readdirSync(folder.in('away'))).toEqual(['copy.db']);
  expect(readFileSync(folder.in('away/copy.db'), 'utf8')).toBe('an older copy');
});

test('a corrupt daily copy is a problem, and is deleted', async () => {
  using folder = tempFolder();
  const clock = fakeClock();
  const path = folder.in('rooster.db');
  openAt(path)[Symbol.dispose]();
  makeUnsound(path);
  using store = openAt(path, clock);
  await using _daily = store.backups.daily();
  await clock.advance(MINUTE);
  await until('the daily copy', () => store.backups.problems().length > 0 || listBackups(path).length > 0);
  expect(store.backups.problems()).toMatchObject([
    {key: 'backup', reason: 'The daily backup failed: The copy is not sound: NULL value in spoiled.word.'},
  ]);
  expect(readdirSync(backupFolder(path))).toEqual([]);
});

test("a backup that fails because the database is gone isn't a separate problem", async () => {
  using folder = tempFolder();
  const clock = fakeClock();
  const path = folder.in('rooster.db');
  using store = openAt(path, clock);
  writeFileSync(backupFolder(path), 'a file where the folder should be');
  await using _daily = store.backups.daily();
  await clock.advance(MINUTE);
  await until('the failure', () => store.backups.problems().length > 0);
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, {force: true});
  await clock.advance(MINUTE);
  expect(store.health.problems()).toMatchObject([{key: 'database'}]);
  expect(store.backups.problems()).toEqual([]);
});

const copyOf = async (store: OpenStore, file: string): Promise<string> => (await store.backups.create({file})).file;

test('a restore installs the copy, keeps the replaced database, and reports what became due since', async () => {
  using folder = tempFolder();
  const path = folder.in('rooster.db');
  let file = '';
  {
    using store = openAt(path);
    set(store, 'old');
    store.transact(emit => emit(aFact('old')));
    file = await copyOf(store, folder.in('copy.db'));
    set(store, 'new');
  }
  const content = {at: noon, reminders: 1, due: 1, waiting: 0};
  expect(inspectCopy({path, file, now: noon + 2 * HOUR})).toEqual({...content, newReminders: 1, newMessages: 0});
  const restored = restoreCopy({path, file, now: noon + 2 * HOUR});
  expect(restored).toEqual({...content, held: 0, known: true, replaced: expect.stringContaining('.replaced-')});
  expect(idsIn(path)).toEqual(['rem_old']);
  expect(idsIn(restored.replaced ?? '').toSorted()).toEqual(['rem_new', 'rem_old']);
  expect(existsSync(file)).toBe(true);
});

test('messages sent since the copy are not sent again, and the rest wait for a person', async () => {
  using folder = tempFolder();
  const path = folder.in('rooster.db');
  let file = '';
  {
    using store = openAt(path);
    const [sent, waiting] = [aDelivery('sent'), aDelivery('waiting')];
    store.transact(() => [sent, waiting].forEach(each => void store.deliveries.add(each)));
    file = await copyOf(store, folder.in('copy.db'));
    store.transact(() => store.deliveries.update({...sent, state: 'sent', sentAt: noon}));
  }
  const statesAfter = (where: string): Readonly<Record<string, string>> => {
    using store = openAt(where);
    return Object.fromEntries(store.deliveries.list({limit: 9}).map(({id, state}) => [id, state]));
  };
  expect(restoreCopy({path, file, now: noon})).toMatchObject({held: 0, known: true});
  expect(statesAfter(path)).toEqual({dlv_sent: 'sent', dlv_waiting: 'queued'});
  // If the replaced database can't be read, that is unknown.
  writeFileSync(path, 'no database any more');
  expect(restoreCopy({path, file, now: noon})).toMatchObject({held: 2, known: false});
  expect(statesAfter(path)).toEqual({dlv_sent: 'dead', dlv_waiting: 'dead'});
});

test('a received message handled since the copy is not handled again', async () => {
  using folder = tempFolder();
  const path = folder.in('rooster.db');
  let file = '';
  {
    using store = openAt(path);
    const first = store.transact(() => store.inbox.add(aReceived(1)));
    file = await copyOf(store, folder.in('copy.db'));
    store.transact(() => {
      const second = store.inbox.add(aReceived(2));
      for (const item of [first, second]) store.inbox.settle(item?.ord ?? 0, {state: 'handled', receipt: 'none'}, noon);
    });
  }
  restoreCopy({path, file, now: noon});
  using store = openAt(path);
  expect(store.inbox.waiting('signal', 9)).toEqual([]);
  expect(store.transact(() => store.inbox.add(aReceived(2)))).toBeUndefined();
});

test("a file that isn't a copy is refused with a sentence, and nothing changes", async () => {
  using folder = tempFolder();
  const path = folder.in('rooster.db');
  {
    using store = openAt(path);
    set(store, 'kept');
    await copyOf(store, folder.in('good.db'));
  }
  const good = readFileSync(folder.in('good.db'));
  writeFileSync(folder.in('text.db'), 'hello');
  writeFileSync(folder.in('cut.db'), good.subarray(0, good.length / 2));
  writeFileSync(folder.in('newer.db'), good);
  const raised = new DatabaseSync(folder.in('newer.db'));
  raised.exec('PRAGMA user_version = 9999');
  raised.close();
  const before = readdirSync(folder.path).sort();
  for (const [name, reason] of [
    ['none.db', /No file/u],
    [
      'text.db',
      /text\.db cannot be restored \(it is damaged, or not a database of Rooster\)\. Nothing was changed\.$/u,
    ],
    ['cut.db', /cut\.db cannot be restored .*\. Nothing was changed\.$/u],
    ['newer.db', /newer Rooster/u],
    ['rooster.db', /is the database in use/u],
  ] as const) {
    expect(() => restoreCopy({path, file: folder.in(name), now: noon})).toThrow(reason);
    expect(() => inspectCopy({path, file: folder.in(name), now: noon})).toThrow(reason);
  }
  expect(readdirSync(folder.path).sort()).toEqual(before);
  expect(idsIn(path)).toEqual(['rem_kept']);
});

test('a restore interrupted after its copy was ready is finished by the next start', async () => {
  using folder = tempFolder();
  const path = folder.in('rooster.db');
  {
    using store = openAt(path);
    set(store, 'old');
    await copyOf(store, folder.in('rooster.db.restore'));
    set(store, 'new');
  }
  expect(idsIn(path)).toEqual(['rem_old']);
  finishRestore(path);
  expect(
    readdirSync(dirname(path)).filter(name => name.includes('.replaced-') && !/-(?:wal|shm)$/u.test(name)),
  ).toHaveLength(1);
});

test.each([
  ['CREATE TRIGGER t AFTER INSERT ON reminders BEGIN DELETE FROM reminders; END', 'trigger', 't'],
  ['ALTER TABLE reminders RENAME TO kept; CREATE VIEW reminders AS SELECT * FROM kept', 'view', 'reminders'],
  ['CREATE TABLE more (a)', 'table', 'more'],
])('a backup with foreign parts is refused by name, and nothing changes: %s', async (sql, type, name) => {
  using folder = tempFolder();
  const path = folder.in('rooster.db');
  {
    using store = openAt(path);
    set(store, 'one');
    await store.backups.create({file: folder.in('copy.db')});
  }
  const file = folder.in('copy.db');
  expect(inspectCopy({path, file, now: noon}).reminders).toBe(1);
  new DatabaseSync(file).exec(sql);
  const before = readFileSync(path);
  expect(() => restoreCopy({path, file, now: noon})).toThrow(
    new RegExp(`it has a (?:${type} that isn't Rooster's: "${name}"|table that isn't Rooster's: "kept")`, 'u'),
  );
  expect(readFileSync(path).equals(before)).toBe(true);
});
