// A copy of the database elsewhere, kept current by the commits alone.
import {readdirSync, readFileSync, readlinkSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {describe, expect, test} from 'vitest';
import type {Commit, CommitLog, DatabaseCopy} from '../../../src/daemon/ports/commit-log.ts';
import {finishCopy, openCopy, publishCopy} from '../../../src/daemon/store/copy/database-copy.ts';
import {type OpenStore, openStore} from '../../../src/daemon/store/store.ts';
import type {SessionKey} from '../../../src/shared/records/session-key.ts';
import {HOUR} from '../../../src/shared/time/time.ts';
import {rowsOf} from '../../support/compared-copy.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {
  aDelivery,
  aFact,
  aMessage,
  aReminder,
  aSession,
  aTurn,
  forgotten,
  MAIN,
  noon,
  recordingLog,
  type TempFolder,
  tempFolder,
} from './store-fixture.ts';

describe('a copy that takes the commits', () => {
  test('has every row of every table, after adding, changing, forgetting and deleting', async () => {
    using folder = tempFolder();
    using store = openIn(folder);
    fill(store, MAIN, 'before');
    using copy = await copyOf(store.commitLog, folder);
    fill(store, MAIN, 'main');
    fill(store, 'rooster:chat:trip', 'trip');
    await Promise.all([1, 2, 3].map(each => store.transactBatched(() => fillRows(store, `batch${each}`))));
    // A change outside of a transaction, a transaction that fails, a part that is undone.
    store.cursors.set('some.mark', 'value');
    expect(() =>
      store.transact(() => {
        fillRows(store, 'failed');
        throw new Error('no');
      }),
    ).toThrow('no');
    store.transact(() => {
      fillRows(store, 'half');
      expect(() => store.transact(() => fillRows(store, 'half'))).toThrow();
    });
    store.transact(() => store.messages.forget('msg_main', forgotten('(gone)')));
    store.transact(() => store.sessions.purge(['rooster:chat:trip'], MAIN));
    while (store.sessions.work.isWaiting()) store.transact(store.sessions.work.doSome);
    take(copy, store.commitLog);
    expect(rowsOf(folder.in('copy.db'))).toEqual(rowsOf(folder.in('rooster.db')));
    expect(copy.facts()).toEqual(store.commitLog.facts());
    expect(copy.facts()).toMatchObject({reminders: 7, messages: 6});
  });

  test('becomes a database whose search finds the same', async () => {
    using folder = tempFolder();
    using store = openIn(folder);
    fill(store, MAIN, 'early');
    {
      using copy = await copyOf(store.commitLog, folder);
      fill(store, MAIN, 'late');
      store.transact(() => store.messages.forget('msg_early', forgotten('(gone)')));
      take(copy, store.commitLog);
    }
    finishCopy(folder.in('copy.db'), {'some.mark': 'finished'});
    finishCopy(folder.in('copy.db'), {'some.mark': 'finished'});
    using other = openStore({path: folder.in('copy.db'), clock: fakeClock(), log: recordingLog()});
    expect(other.messages.search('about', {limit: 9})).toEqual(store.messages.search('about', {limit: 9}));
    expect(other.messages.search('late', {limit: 9})).toHaveLength(1);
    expect(other.cursors.get('some.mark')).toBe('finished');
    // The index follows changes again.
    other.transact(() => other.messages.forget('msg_late', forgotten('(gone)')));
    expect(other.messages.search('late', {limit: 9})).toEqual([]);
    using raw = new DatabaseSync(folder.in('copy.db'));
    raw.exec(`INSERT INTO messageWords (messageWords, rank) VALUES ('integrity-check', 1)`);
  });

  test('refuses a commit that is missing one before it, or that does not fit, and changes nothing', async () => {
    using folder = tempFolder();
    using store = openIn(folder);
    using copy = await copyOf(store.commitLog, folder);
    fill(store, MAIN, 'one');
    fill(store, MAIN, 'two');
    const [first, second] = since(store.commitLog, copy.number());
    expect(() => copy.apply([second as Commit])).toThrow(/doesn't follow/u);
    copy.apply([first as Commit]);
    // The same rows again.
    expect(() => copy.apply([{number: copy.number() + 1, changes: (first as Commit).changes}])).toThrow(/don't fit/u);
    copy.apply([second as Commit]);
    expect(rowsOf(folder.in('copy.db'))).toEqual(rowsOf(folder.in('rooster.db')));
  });

  test('refuses a commit for a table that it does not have, and changes nothing', async () => {
    using folder = tempFolder();
    using store = openIn(folder);
    using copy = await copyOf(store.commitLog, folder);
    const before = copy.number();
    {
      using raw = new DatabaseSync(folder.in('copy.db'));
      raw.exec('DROP TABLE fileLimits');
    }
    fill(store, MAIN, 'one');
    store.transact(() => store.fileLimits.put('text', [{trust: 'public', by: {kind: 'summary'}}], noon));
    expect(() => take(copy, store.commitLog)).toThrow('has no table fileLimits');
    expect(copy.number()).toBe(before);
  });

  test('that cannot be opened leaves no connection behind', async () => {
    using folder = tempFolder();
    using store = openIn(folder);
    await store.commitLog.copyTo(folder.in('copy.new'));
    await publishCopy(folder.in('copy.new'), folder.in('copy.db'));
    {
      // SQLite keeps descriptors open as long as another connection of the process has locks.
      using other = new DatabaseSync(folder.in('copy.db'));
      other.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE');
      expect(() => openCopy(folder.in('copy.db'))).toThrow('locked');
    }
    expect(openFiles(folder.in('copy.db'))).toBe(0);
  });

  test('made while the database is written to, goes on where it ends', async () => {
    using folder = tempFolder();
    using store = openIn(folder);
    for (let each = 0; each < 300; each += 1) fill(store, MAIN, `old${each}`);
    let writing = true;
    const write = async (): Promise<void> => {
      for (let each = 0; writing; each += 1) {
        fill(store, MAIN, `new${each}`);
        await new Promise(resolve => setImmediate(resolve));
      }
    };
    const wrote = write();
    using copy = await copyOf(store.commitLog, folder);
    writing = false;
    await wrote;
    fill(store, MAIN, 'last');
    take(copy, store.commitLog);
    expect(rowsOf(folder.in('copy.db'))).toEqual(rowsOf(folder.in('rooster.db')));
  });
});

describe('the record of commits', () => {
  test('is not kept until somebody asks, and ends when nobody has asked for an hour', async () => {
    using folder = tempFolder();
    const clock = fakeClock();
    using store = openStore({path: folder.in('rooster.db'), clock, log: recordingLog()});
    fill(store, MAIN, 'unseen');
    expect(store.cursors.get('store.commits')).toBeUndefined();
    const id = store.commitLog.open();
    fill(store, MAIN, 'seen');
    expect(since(store.commitLog, 0)).toHaveLength(1);
    await clock.advance(2 * HOUR);
    fill(store, MAIN, 'unseen again');
    expect(store.cursors.get('store.commits')).toBe('1');
    await clock.advance(1);
    expect(store.commitLog.open()).not.toBe(id);
  });

  test('of a database whose commits are all needed elsewhere never ends, not even when it closes', async () => {
    using folder = tempFolder();
    const clock = fakeClock();
    const store = openStore({path: folder.in('rooster.db'), clock, log: recordingLog(), isLogged: true});
    const begun = store.commitLog.newest();
    await clock.advance(2 * HOUR);
    fill(store, MAIN, 'after hours');
    expect(since(store.commitLog, begun)).toHaveLength(1);
    store.commitLog[Symbol.dispose]();
    void store.transactBatched(() => store.cursors.set('some.mark', 'last'));
    store[Symbol.dispose]();
    using raw = new DatabaseSync(folder.in('rooster.db'));
    expect(raw.prepare(`SELECT value FROM marks WHERE name = 'store.commits'`).get()).toEqual({value: `${begun + 2}`});
  });

  test('counts a change outside of a transaction in the same commit: a crash leaves both or none', () => {
    using folder = tempFolder();
    using store = openIn(folder);
    store.commitLog.open();
    const before = commitsIn(folder.in('rooster.db-wal'));
    store.cursors.set('some.mark', 'value');
    expect(commitsIn(folder.in('rooster.db-wal'))).toBe(before + 1);
    expect(since(store.commitLog, 0)).toHaveLength(1);
  });

  test('says when a commit is no longer kept', () => {
    using folder = tempFolder();
    using store = openIn(folder);
    store.commitLog.open();
    fill(store, MAIN, 'first');
    const long = 'x'.repeat(2_000_000);
    for (let each = 0; each < 20; each += 1)
      store.transact(() => store.messages.add(aMessage(`long${each}`, {text: long})));
    expect(store.commitLog.after(0)).toBeUndefined();
    expect(since(store.commitLog, 20)).toHaveLength(1);
  });
});

/** The frames of a log that end a commit say how large the database is then. */
const commitsIn = (log: string): number => {
  const bytes = readFileSync(log);
  const frames = Array.from({length: Math.floor((bytes.length - 32) / FRAME_BYTES)}, (_, at) => 32 + at * FRAME_BYTES);
  return frames.filter(at => bytes.readUInt32BE(at + 4) > 0).length;
};
const FRAME_BYTES = 24 + 4096;

/** The descriptors of this process that lead to the file. */
const openFiles = (path: string): number =>
  readdirSync('/proc/self/fd').filter(name => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`) === path;
    } catch {
      return false;
    }
  }).length;

const openIn = (folder: TempFolder): OpenStore =>
  openStore({path: folder.in('rooster.db'), clock: fakeClock(), log: recordingLog()});

const copyOf = async (log: CommitLog, folder: TempFolder): Promise<DatabaseCopy> => {
  await log.copyTo(folder.in('copy.new'));
  await publishCopy(folder.in('copy.new'), folder.in('copy.db'));
  const copy = openCopy(folder.in('copy.db'));
  if (copy === undefined) throw new Error('no copy');
  return copy;
};

const since = (log: CommitLog, number: number): readonly Commit[] => log.after(number) ?? [];

const take = (copy: DatabaseCopy, log: CommitLog): void => {
  for (let commits = since(log, copy.number()); commits.length > 0; commits = since(log, copy.number()))
    copy.apply(commits);
};

const fill = (store: OpenStore, session: SessionKey, name: string): void =>
  store.transact(emit => {
    store.sessions.put(aSession({key: session, title: name}));
    fillRows(store, name, session);
    emit(aFact(name));
  });

const fillRows = (store: OpenStore, name: string, session: SessionKey = MAIN): void => {
  store.turns.put(aTurn(name, {session, state: 'ended'}));
  store.messages.add(aMessage(name, {session, text: `about ${name}`, turnId: `turn_${name}`}));
  store.deliveries.add(aDelivery(name, {session, turnId: `turn_${name}`}));
  store.reminders.add(aReminder(name, {sourceSession: session}));
};
