import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {openDatabase} from '../../../../src/daemon/store/database/open-database.ts';
import {storeOn} from '../../../../src/daemon/store/store.ts';
import {GatewayError} from '../../../../src/shared/records/gateway-error.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {aFact, aMessage, aReminder, recordingLog, tempFolder} from '../store-house.ts';

/** A store whose disk can be filled: SQLite is told that the file may not grow any more. */
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
    `The disk that holds ${path} takes no more data: nothing was saved; free some space and try again.`,
  );
const big = 'x'.repeat(50_000);

test('on a full disk work is refused with a sentence, nothing of it is kept, and the next work succeeds when there is room', () => {
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

test('work that goes on after the disk took its transaction away is not taken for done', () => {
  using disk = onSmallDisk();
  const {store, path} = disk;
  disk.fill();
  expect(() =>
    store.transact(emit => {
      try {
        store.reminders.add(aReminder('refused', {message: big}));
      } catch {
        // Makes light of it.
      }
      try {
        store.transact(() => store.cursors.set('small', 'enough'));
      } catch {
        // And of this.
      }
      emit(aFact('pretended'));
    }),
  ).toThrow(full(path));
  expect(store.cursors.get('small')).toBeUndefined();
  expect(store.events.seq).toBe(0);
});

test('a shared commit that fails is refused to everyone in it; what comes after it is kept', async () => {
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

test('what is kept can be read while the disk is full', () => {
  using disk = onSmallDisk();
  const {store} = disk;
  store.reminders.add(aReminder('1'));
  disk.fill();
  expect(store.reminders.nextFireAt()).toBe(aReminder('1').fireAt);
  expect(store.reminders.get('rem_1')).toEqual(aReminder('1'));
});

test('a database that another program keeps locked is waited for, then named', () => {
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

test('a mistake of ours stays the error it was', () => {
  using disk = onSmallDisk();
  const {store} = disk;
  store.reminders.add(aReminder('1'));
  expect(() => store.reminders.add(aReminder('1'))).toThrow('UNIQUE constraint failed: reminders.id');
  expect(disk.broken).toEqual([]);
});
