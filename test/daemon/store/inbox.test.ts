import {expect, test} from 'vitest';
import {aReceived, noon, openTestStore, tempFolder} from './store-fixture.ts';

test('a received message is stored as it came, waiting, with no receipt owed', () => {
  using store = openTestStore();
  const event = {kind: 'message', text: '\u0000 👩🏽‍🚀 مرحبا \u2028', attachments: [], edits: 0};
  const added = store.inbox.add(aReceived(1_700_000_000_000, {event}));
  expect(added).toEqual({
    ord: 1,
    channel: 'signal',
    author: 'alice-uuid',
    timestamp: 1_700_000_000_000,
    chat: 'signal:alice-uuid',
    event,
    receivedAt: noon,
    state: 'received',
    receipt: 'none',
  });
  expect(store.inbox.get(1)).toEqual(added);
  expect(store.inbox.find(aReceived(1_700_000_000_000))).toEqual(added);
  expect(store.inbox.get(2)).toBeUndefined();
});

test('the same author, timestamp and chat identify a message, whatever else differs', () => {
  using store = openTestStore();
  store.inbox.add(aReceived(1));
  expect(store.inbox.add(aReceived(1, {event: 'another', receivedAt: noon + 1}))).toBeUndefined();
  expect(store.inbox.list({channel: 'signal', limit: 10})).toHaveLength(1);
  for (const over of [{author: 'bob-uuid'}, {chat: 'signal:group:AAEC'}, {channel: 'email'}, {timestamp: 2}] as const) {
    expect(store.inbox.add(aReceived(1, over))).toMatchObject(over);
  }
  expect(store.inbox.get(1)?.event).toEqual(aReceived(1).event);
});

test('messages wait in order of arrival, separately per channel, until they are settled', () => {
  using store = openTestStore();
  for (const timestamp of [30, 10, 20]) store.inbox.add(aReceived(timestamp));
  store.inbox.add(aReceived(5, {channel: 'email'}));
  const waiting = (limit = 10) => store.inbox.waiting('signal', limit).map(({timestamp}) => timestamp);
  expect(waiting()).toEqual([30, 10, 20]);
  expect(waiting(2)).toEqual([30, 10]);
  store.inbox.settle(2, {state: 'handled', receipt: 'none'}, noon);
  expect(waiting()).toEqual([30, 20]);
  store.inbox.settle(1, {state: 'ignored', because: 'a story'}, noon);
  expect(waiting()).toEqual([20]);
});

test('a message is settled once: a second outcome is refused and changes nothing', () => {
  using store = openTestStore();
  store.inbox.add(aReceived(1));
  expect(store.inbox.settle(1, {state: 'ignored', because: 'an unknown sender'}, noon + 5)).toBe(true);
  expect(store.inbox.settle(1, {state: 'handled', receipt: 'owed'}, noon + 9)).toBe(false);
  expect(store.inbox.settle(7, {state: 'handled', receipt: 'owed'}, noon + 9)).toBe(false);
  expect(store.inbox.get(1)).toMatchObject({
    state: 'ignored',
    because: 'an unknown sender',
    settledAt: noon + 5,
    receipt: 'none',
  });
});

test('a receipt is owed until it is sent, and never for an ignored message', () => {
  using store = openTestStore();
  for (const timestamp of [1, 2, 3]) store.inbox.add(aReceived(timestamp));
  store.inbox.settle(1, {state: 'handled', receipt: 'owed'}, noon);
  store.inbox.settle(2, {state: 'ignored', because: 'a story'}, noon);
  store.inbox.settle(3, {state: 'handled', receipt: 'owed'}, noon);
  const owed = () => store.inbox.receiptsOwed('signal', 10).map(({ord}) => ord);
  expect(owed()).toEqual([1, 3]);
  store.inbox.receiptSent(1);
  expect(owed()).toEqual([3]);
  expect(store.inbox.get(1)?.receipt).toBe('sent');
  store.inbox.receiptSent(2);
  expect(store.inbox.get(2)?.receipt).toBe('none');
});

test('the inbox is listed newest first and counted by state', () => {
  using store = openTestStore();
  for (const timestamp of [1, 2, 3]) store.inbox.add(aReceived(timestamp));
  store.inbox.add(aReceived(4, {author: 'bob-uuid', chat: 'signal:bob-uuid'}));
  store.inbox.settle(2, {state: 'handled', receipt: 'none'}, noon);
  store.inbox.settle(3, {state: 'ignored', because: 'a story'}, noon);
  const list = (filter: Partial<Parameters<typeof store.inbox.list>[0]>) =>
    store.inbox.list({channel: 'signal', limit: 10, ...filter}).map(({ord}) => ord);
  expect(list({})).toEqual([4, 3, 2, 1]);
  expect(list({limit: 2})).toEqual([4, 3]);
  expect(list({chat: 'signal:alice-uuid'})).toEqual([3, 2, 1]);
  expect(list({chat: 'signal:alice-uuid', state: 'received'})).toEqual([1]);
  expect(store.inbox.counts('signal')).toEqual({received: 2, handled: 1, ignored: 1});
});

test('only messages settled long ago are pruned', () => {
  using store = openTestStore();
  for (const timestamp of [1, 2, 3]) store.inbox.add(aReceived(timestamp));
  store.inbox.settle(1, {state: 'handled', receipt: 'none'}, noon);
  store.inbox.settle(2, {state: 'handled', receipt: 'none'}, noon + 1);
  expect(store.inbox.prune(noon + 1)).toBe(1);
  expect(store.inbox.list({channel: 'signal', limit: 10}).map(({ord}) => ord)).toEqual([3, 2]);
});

test('a message and its cursor are stored together or not at all', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  {
    using store = openTestStore({path});
    store.transact(() => {
      store.inbox.add(aReceived(1));
      store.cursors.set('signal.journal', '100');
    });
    expect(() =>
      store.transact(() => {
        store.inbox.add(aReceived(2));
        store.cursors.set('signal.journal', '200');
        throw new Error('the lights went out');
      }),
    ).toThrow('the lights went out');
  }
  using store = openTestStore({path});
  expect(store.cursors.get('signal.journal')).toBe('100');
  expect(store.inbox.waiting('signal', 10).map(({timestamp}) => timestamp)).toEqual([1]);
});
