// A database removed under the daemon, and a full disk: reported, never acknowledged, and nothing is lost silently.
import {copyFileSync, existsSync, readdirSync, renameSync, rmSync} from 'node:fs';
import {expect, test} from 'vitest';
import {openDatabase} from '../../../src/daemon/store/database/open-database.ts';
import {createHealth} from '../../../src/daemon/store/health.ts';
import {type OpenStore, openStore, storeOn} from '../../../src/daemon/store/store.ts';
import {MINUTE} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {aReminder, recordingLog, type TempFolder, tempFolder} from './store-fixture.ts';

const open = (path: string, more: {readonly ranBefore?: boolean} = {}): OpenStore =>
  openStore({path, clock: fakeClock(), log: recordingLog(), ...more});

const set = (store: OpenStore, id: string): void => void store.transact(() => store.reminders.add(aReminder(id)));

const removeAll = (folder: TempFolder): void => {
  for (const name of readdirSync(folder.path)) if (name.startsWith('rooster.db')) rmSync(folder.in(name));
};

const savedIn = (folder: TempFolder): string => {
  const [name, ...others] = readdirSync(folder.path).filter(each => each.includes('.saved-'));
  if (name === undefined || others.length > 0) throw new Error(`not one saved copy: ${[name, ...others]}`);
  return folder.in(name);
};

test('nothing is acknowledged into a deleted database, and its content is saved beside it', () => {
  using folder = tempFolder();
  using store = open(folder.in('rooster.db'));
  set(store, 'kept');
  removeAll(folder);
  expect(() => set(store, 'new')).toThrow(
    /rooster\.db was deleted or moved while the daemon runs: nothing more is saved\./u,
  );
  expect(store.health.problems()).toEqual([
    {key: 'database', reason: expect.stringContaining(savedIn(folder)), inForce: 'Everything new is refused.'},
  ]);
  copyFileSync(savedIn(folder), folder.in('copy.db'));
  using copy = open(folder.in('copy.db'));
  expect(copy.reminders.list({limit: 9}).map(({id}) => id)).toEqual(['rem_kept']);
});

test('a database replaced by another file is left alone', () => {
  using folder = tempFolder();
  open(folder.in('other.db'))[Symbol.dispose]();
  using store = open(folder.in('rooster.db'));
  set(store, 'kept');
  renameSync(folder.in('other.db'), folder.in('rooster.db'));
  expect(() => set(store, 'new')).toThrow(/was replaced while the daemon runs/u);
  expect(existsSync(savedIn(folder))).toBe(true);
});

test('a deleted write-ahead log is noticed too, since it holds unsaved data', () => {
  using folder = tempFolder();
  using store = open(folder.in('rooster.db'));
  set(store, 'kept');
  rmSync(folder.in('rooster.db-wal'));
  expect(store.health.problems()).toMatchObject([{key: 'database'}]);
  expect(() => set(store, 'new')).toThrow(/was deleted or moved/u);
  copyFileSync(savedIn(folder), folder.in('copy.db'));
  using copy = open(folder.in('copy.db'));
  expect(copy.reminders.get('rem_kept')).toBeDefined();
});

test('a loss is noticed within a minute, even without writes', async () => {
  using folder = tempFolder();
  const clock = fakeClock();
  const log = recordingLog();
  using store = openStore({path: folder.in('rooster.db'), clock, log});
  using _watching = store.health.watch();
  set(store, 'kept');
  rmSync(folder.path, {recursive: true});
  await clock.advance(MINUTE);
  expect(log.lines).toContainEqual(expect.stringContaining(`${folder.path} was deleted while the daemon ran`));
  expect(existsSync(savedIn(folder))).toBe(true);
});

test.skipIf(process.platform !== 'linux')('a moved home is called moved, and nothing is made at its old place', () => {
  using folder = tempFolder();
  using elsewhere = tempFolder();
  const told: string[] = [];
  const log = recordingLog();
  const path = folder.in('home/rooster.db');
  using store = openStore({path, clock: fakeClock(), log, onHomeGone: sentence => told.push(sentence)});
  set(store, 'kept');
  renameSync(folder.in('home'), elsewhere.in('moved'));
  const moved = `${folder.in('home')} was moved to ${elsewhere.in('moved')} while the daemon ran, so the daemon ends.`;
  expect(() => set(store, 'new')).toThrow(moved);
  expect(told).toEqual([expect.stringContaining(moved)]);
  expect(log.lines).toEqual([]);
  expect(existsSync(folder.in('home'))).toBe(false);
  store[Symbol.dispose]();
  using there = open(elsewhere.in('moved/rooster.db'));
  expect(there.reminders.list({limit: 9}).map(({id}) => id)).toEqual(['rem_kept']);
  expect(there.health.problems()).toEqual([]);
});

test('a home that another one replaced is called deleted, and its content is saved', () => {
  using folder = tempFolder();
  const told: string[] = [];
  const path = folder.in('home/rooster.db');
  using store = openStore({path, clock: fakeClock(), log: recordingLog(), onHomeGone: sentence => told.push(sentence)});
  set(store, 'kept');
  rmSync(folder.in('home'), {recursive: true});
  open(path)[Symbol.dispose]();
  expect(() => set(store, 'new')).toThrow(/was deleted while the daemon ran, so the daemon ends\. What it held is in/u);
  expect(told).toHaveLength(1);
});

test('the next start reports the lost database and its saved content as long as that exists', () => {
  using folder = tempFolder();
  const path = folder.in('rooster.db');
  {
    using store = open(path);
    set(store, 'kept');
    removeAll(folder);
    store.health.problems();
  }
  using next = open(path);
  const saved = savedIn(folder);
  expect(next.health.problems()).toMatchObject([
    {key: 'database', inForce: expect.stringContaining(`rooster restore ${saved}`)},
  ]);
  rmSync(saved);
  expect(next.health.problems()).toEqual([]);
});

test('a start that finds no database where a daemon ran before reports the missing database', () => {
  using folder = tempFolder();
  using first = open(folder.in('a.db'));
  expect(first.health.problems()).toEqual([]);
  using second = open(folder.in('b.db'), {ranBefore: true});
  expect(second.health.problems()).toMatchObject([
    {key: 'database', reason: expect.stringContaining('was gone when the daemon started')},
  ]);
});

test('a full disk is a problem until a write succeeds', () => {
  using folder = tempFolder();
  const [clock, log] = [fakeClock(), recordingLog()];
  const database = openDatabase({path: folder.in('rooster.db'), log});
  using store = storeOn(database, {clock, log});
  let isFull = true;
  const transact: typeof store.transact = work => {
    // Even the smallest write fails, as on a disk without a free block.
    database.execute(`PRAGMA max_page_count = ${isFull ? 1 : 1_000_000}`);
    return store.transact(emit => {
      if (isFull) store.reminders.add(aReminder('large', {message: 'x'.repeat(100_000)}));
      return work(emit);
    });
  };
  const health = createHealth({database, store: {...store, transact}, clock, log, startNotes: () => []});
  expect(health.problems()).toEqual([]);
  expect(() => transact(() => undefined)).toThrow(/is full: nothing/u);
  const disk = {key: 'disk', reason: expect.stringContaining('is full'), inForce: expect.any(String)};
  expect(health.problems()).toEqual([disk]);
  expect(health.problems()).toEqual([disk]);
  isFull = false;
  expect(health.problems()).toEqual([]);
});

test('a full disk is a problem before anything fails, until there is space again', () => {
  using folder = tempFolder();
  const [clock, log] = [fakeClock(), recordingLog()];
  const database = openDatabase({path: folder.in('rooster.db'), log});
  using store = storeOn(database, {clock, log});
  let full: readonly string[] = ['/var/log'];
  const asked: string[] = [];
  const health = createHealth({
    database,
    store,
    clock,
    log,
    startNotes: () => [],
    folders: ['/var/log'],
    full: folders => {
      asked.push(...folders);
      return full;
    },
  });
  expect(health.problems()).toEqual([
    {
      key: 'disk',
      reason: 'The disk is full: /var/log has no room left. Free some space.',
      inForce: "What can't be saved is refused, and what is due waits.",
    },
  ]);
  expect(asked).toEqual([folder.path, '/var/log']);
  full = [];
  expect(health.problems()).toEqual([]);
});
