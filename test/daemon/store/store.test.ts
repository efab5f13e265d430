import {randomUUID} from 'node:crypto';
import {statSync} from 'node:fs';
import {afterAll, expect, test} from 'vitest';
import {storeContract} from '../../contract/store.contract.ts';
import {openComparedStore} from '../../support/compared-copy.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {
  aDelivery,
  aFact,
  aMessage,
  aReminder,
  aRun,
  aSession,
  aTurn,
  openTestStore,
  recordingLog,
  tempFolder,
} from './store-fixture.ts';

const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());

const aPath = (): string => folder.in(`${randomUUID()}/rooster.db`);
storeContract('in memory', options => openTestStore(options));
storeContract('on disk', options => openTestStore({...options, path: aPath()}));
storeContract('with a follower', options => openComparedStore({...options, clock: fakeClock(), path: aPath()}));

test('all data is there after reopening, and event numbers continue', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  const clock = fakeClock();
  {
    using store = openTestStore({path, clock});
    store.transact(emit => {
      store.sessions.put(aSession({summary: 'so far'}));
      store.turns.put(aTurn('1'));
      store.messages.add(aMessage('1', {turnId: 'turn_1'}), 'key');
      store.reminders.add(aReminder('1'));
      store.runs.claim(aRun('1'));
      store.deliveries.add(aDelivery('1'));
      store.cursors.set('mark', 'value');
      emit(aFact('first'));
    });
  }
  using store = openTestStore({path, clock});
  store.transact(emit => emit(aFact('second')));
  expect({
    sessions: store.sessions.list(),
    counts: store.sessions.counts('rooster:main'),
    turns: store.turns.inState('queued'),
    message: store.messages.byKey('key'),
    reminders: store.reminders.list({limit: 10}),
    runs: store.runs.list({limit: 10}),
    deliveries: store.deliveries.list({limit: 10}),
    mark: store.cursors.get('mark'),
    events: store.events.after(0, 10)?.map(({seq, cause}) => [seq, cause]),
  }).toEqual({
    sessions: [aSession({summary: 'so far'})],
    counts: {messages: 1, unread: 0},
    turns: [aTurn('1')],
    message: aMessage('1', {turnId: 'turn_1'}),
    reminders: [aReminder('1')],
    runs: [aRun('1')],
    deliveries: [aDelivery('1')],
    mark: 'value',
    events: [
      [1, 'first'],
      [2, 'second'],
    ],
  });
});

test('a large write-ahead log is emptied a moment after a commit, never by a commit itself', async () => {
  const path = folder.in('emptied/rooster.db');
  const clock = fakeClock();
  using store = openTestStore({path, clock});
  const empty = statSync(path).size;
  // About 70 pages each.
  const commitMuch = (commit: number): void =>
    store.transact(() => {
      for (let mark = 0; mark < 64; mark += 1) store.cursors.set(`mark ${commit}.${mark}`, 'x'.repeat(4_000));
    });
  for (let commit = 0; commit < 8; commit += 1) commitMuch(commit);
  expect(clock.timers).toBe(0);
  for (let commit = 8; commit < 16; commit += 1) commitMuch(commit);
  expect(statSync(path).size).toBe(empty);
  await clock.advance(10);
  expect(statSync(path).size).toBeGreaterThan(empty + 16 * 64 * 4_000);
  expect(clock.timers).toBe(0);
});

test('the write-ahead log stays below 8 MB even when nothing is free to empty it', () => {
  const path = folder.in('bounded/rooster.db');
  using store = openTestStore({path});
  for (let commit = 0; commit < 400; commit += 1)
    store.transact(() => {
      for (let mark = 0; mark < 8; mark += 1) store.cursors.set(`mark ${commit}.${mark}`, 'x'.repeat(4_000));
    });
  expect(statSync(`${path}-wal`).size).toBeLessThan(8_000_000);
});

test("a commit is acknowledged even if the log can't be checked afterwards", () => {
  const log = recordingLog();
  // Every few commits a listener checks; each round closes the database after another commit.
  for (let last = 1; last <= 8; last += 1) {
    using store = openTestStore({log});
    using _ = store.onCommitted(([event]) => {
      if (event?.seq === last) store[Symbol.dispose]();
    });
    for (let commit = 1; commit <= last; commit += 1)
      expect(store.transact(emit => [emit(aFact(`${commit}`)), commit])).toEqual([undefined, commit]);
  }
  expect(log.lines).toEqual(["warn: Couldn't empty the log of the database."]);
});

test('a cursor keeps its last value', () => {
  using store = openTestStore();
  expect(store.cursors.get('lastSeen')).toBeUndefined();
  store.cursors.set('lastSeen', 'one');
  store.cursors.set('lastSeen', 'two');
  expect(store.cursors.get('lastSeen')).toBe('two');
});

test('stored events are read backwards, page by page, with whether there are more', () => {
  using store = openTestStore();
  for (const name of ['one', 'two', 'three']) store.transact(emit => emit(aFact(name)));
  const page = (before: number, limit: number) => {
    const {events, more} = store.events.before(before, limit);
    return [events.map(({cause}) => cause), more];
  };
  expect(page(4, 2)).toEqual([['two', 'three'], true]);
  expect(page(2, 2)).toEqual([['one'], false]);
  expect(page(1, 2)).toEqual([[], false]);
  expect(page(99, 3)).toEqual([['one', 'two', 'three'], false]);
});
