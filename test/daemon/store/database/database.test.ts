import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {openDatabase} from '../../../../src/daemon/store/database/open-database.ts';
import {storeOn} from '../../../../src/daemon/store/store.ts';
import {GatewayError} from '../../../../src/shared/text/gateway-error.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {aFact, aMessage, aReminder, recordingLog, tempFolder} from '../store-fixture.ts';

/** A store whose disk can be filled: SQLite isn't allowed to grow the file. */
const onSmallDisk = () => {
  const home = tempFolder();
  const path = home.in('rooster.db');
  const log = recordingLog();
  const broken: string[] = [];
  const database = openDatabase({path, log, onBroken: error => broken.push(error.message)});
  const store = storeOn(database, {clock: fakeClock(), log});
  const pages = () => Number(database.query('PRAGMA page_count').get()?.['page_count']);
  return {
    path,
    store,
    broken,
    fill: (room = 0) => database.execute(`PRAGMA max_page_count = ${pages() + room}`),
    free: () => database.execute('PRAGMA max_page_count = 1000000'),
    [Symbol.dispose]: () => {
      store[Symbol.dispose]();
      home[Symbol.dispose]();
    },
  };
};

const full = (path: string) =>
  new GatewayError(
    'unavailable',
    `The disk that holds ${path} is full: nothing was saved; free some space and try again.`,
  );
const big = 'x'.repeat(50_000);

test('a copy that starts during a write waits for it', async () => {
  using home = tempFolder();
  const log = recordingLog();
  const database = openDatabase({path: home.in('rooster.db'), log, onBroken: () => {}});
  using store = storeOn(database, {clock: fakeClock(), log});
  // The copy runs in its own thread: it takes its first step during this write.
  const copying = store.transact(() => {
    store.reminders.add(aReminder('1'));
    const begun = database.copyTo(home.in('copy.db'));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    return [begun];
  });
  await Promise.all(copying);
  using copy = new DatabaseSync(home.in('copy.db'), {readOnly: true});
  expect(copy.prepare('SELECT id FROM reminders').all()).toEqual([{id: 'rem_1'}]);
});

test('on a full disk a write fails with a sentence, changes nothing, and succeeds when there is space', () => {
  using disk = onSmallDisk();
  const {store, path} = disk;
  store.transact(emit => emit(aFact('before')));
  disk.fill();
  expect(() =>
    store.transact(emit => {
      emit(aFact('refused'));
      store.messages.add(aMessage('refused', {text: big}));
    }),
  ).toThrow(full(path));
  expect(store.messages.get('msg_refused')).toBeUndefined();
  expect(store.events.seq).toBe(1);
  disk.free();
  store.transact(emit => {
    emit(aFact('after'));
    store.messages.add(aMessage('kept', {text: big}));
  });
  expect(store.events.after(0, 10)?.map(({seq, cause}) => [seq, cause])).toEqual([
    [1, 'before'],
    [2, 'after'],
  ]);
  expect(disk.broken).toEqual([]);
});

test("a transaction that continues after the disk aborted it isn't taken as committed", () => {
  using disk = onSmallDisk();
  const {store, path} = disk;
  disk.fill();
  expect(() =>
    store.transact(emit => {
      try {
        store.reminders.add(aReminder('refused', {message: big}));
      } catch {
        // Ignores the error.
      }
      try {
        store.transact(() => store.cursors.set('small', 'enough'));
      } catch {
        // And this one.
      }
      emit(aFact('pretended'));
    }),
  ).toThrow(full(path));
  expect(store.cursors.get('small')).toBeUndefined();
  expect(store.events.seq).toBe(0);
});

test('a failing shared commit is refused for all its transactions; later ones are stored', async () => {
  using disk = onSmallDisk();
  const {store, path} = disk;
  const heard: string[] = [];
  store.onCommitted(events => heard.push(...events.map(({cause}) => cause ?? '')));
  disk.fill();
  const results = await Promise.allSettled(
    [1, 2, 3].map(number =>
      store.transactBatched(emit => {
        emit(aFact(`work ${number}`));
        store.reminders.add(aReminder(String(number), {message: number === 2 ? big : 'small'}));
      }),
    ),
  );
  expect(results.map(({status}) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(results[0]).toEqual({status: 'rejected', reason: full(path)});
  expect(store.reminders.list({limit: 10})).toEqual([]);
  disk.free();
  await store.transactBatched(emit => emit(aFact('again')));
  expect(heard).toEqual(['again']);
  expect(store.events.seq).toBe(1);
});

test('stored data can be read while the disk is full', () => {
  using disk = onSmallDisk();
  const {store} = disk;
  store.reminders.add(aReminder('1'));
  disk.fill();
  expect(store.reminders.nextFireAt()).toBe(aReminder('1').fireAt);
  expect(store.reminders.get('rem_1')).toEqual(aReminder('1'));
});

test('a database locked by another program is waited for, then reported by name', () => {
  using disk = onSmallDisk();
  const {store, path} = disk;
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  expect(() => store.transact(() => store.cursors.set('a', 'b'))).toThrow(
    new GatewayError('unavailable', `Another program keeps ${path} locked: nothing was saved; close it and try again.`),
  );
  other.exec('ROLLBACK');
  other.close();
  store.transact(() => store.cursors.set('a', 'b'));
  expect(store.cursors.get('a')).toBe('b');
});

test('a programming error stays unchanged', () => {
  using disk = onSmallDisk();
  const {store} = disk;
  store.reminders.add(aReminder('1'));
  expect(() => store.reminders.add(aReminder('1'))).toThrow('UNIQUE constraint failed: reminders.id');
  expect(disk.broken).toEqual([]);
});
