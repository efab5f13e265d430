import {expect, test} from 'vitest';
import type {Delivery} from '../../../src/shared/records/delivery/delivery.ts';
import {aDelivery, aRun, noon, openTestStore} from './store-fixture.ts';

const ids = (deliveries: readonly Delivery[]) => deliveries.map(({id}) => id);

test('a delivery keeps all its fields, from queued to read', () => {
  using store = openTestStore();
  const queued = aDelivery('1', {
    runId: 'run_1',
    turnId: 'turn_1',
    session: 'rooster:main',
    plain: true,
    quote: {id: '1700000000000', author: 'alice-uuid', text: 'When?'},
    files: ['plan.pdf'],
  });
  expect(store.deliveries.add(queued)).toEqual(queued);
  expect(store.deliveries.get('dlv_1')).toEqual(queued);
  const read: Delivery = {
    ...queued,
    state: 'read',
    attempts: 3,
    nextAttemptAt: noon + 1,
    lastError: 'It was down.',
    sentAt: noon + 2,
    deliveredAt: noon + 3,
    readAt: noon + 4,
    repeat: true,
    missed: [{recipient: 'carol-uuid', reason: 'No account.'}],
    doubts: 1,
  };
  store.deliveries.update(read);
  expect(store.deliveries.get('dlv_1')).toEqual(read);
  expect(store.deliveries.byKey(queued.key)).toEqual(read);
});

test("an update can't turn a delivery into another one", () => {
  using store = openTestStore();
  store.deliveries.add(aDelivery('1'));
  expect(() => store.deliveries.update(aDelivery('1', {text: 'something else', state: 'sent'}))).toThrow(
    'No delivery dlv_1.',
  );
  expect(store.deliveries.get('dlv_1')).toEqual(aDelivery('1'));
});

test("each address has at most one ready delivery, its oldest; addresses don't wait for one another", () => {
  using store = openTestStore();
  store.deliveries.add(aDelivery('a1'));
  store.deliveries.add(aDelivery('b1', {address: 'signal:bob-uuid'}));
  store.deliveries.add(aDelivery('a2'));
  store.deliveries.add(aDelivery('b2', {address: 'signal:bob-uuid'}));
  store.deliveries.add(aDelivery('t1', {address: 'terminal:default'}));
  expect(ids(store.deliveries.ready('signal', noon))).toEqual(['dlv_a1', 'dlv_b1']);
  expect(ids(store.deliveries.ready('signal', noon, 1))).toEqual(['dlv_a1']);
  expect(ids(store.deliveries.ready('terminal', noon))).toEqual(['dlv_t1']);
  expect(store.deliveries.ready('email', noon)).toEqual([]);
});

test('a later reply of a conversation never overtakes one that is being sent or waits for a retry', () => {
  using store = openTestStore();
  const reply = {turnId: 'turn_1', session: 'rooster:main'} as const;
  const aReply = (id: string, over: Partial<Delivery> = {}) => aDelivery(id, {...reply, ...over});
  store.deliveries.add(aReply('1'));
  store.deliveries.add(aReply('2'));
  store.deliveries.update(aReply('1', {state: 'sending', attempts: 1}));
  expect(store.deliveries.ready('signal', noon)).toEqual([]);
  store.deliveries.update(aReply('1', {attempts: 1, nextAttemptAt: noon + 10}));
  expect(store.deliveries.ready('signal', noon + 9)).toEqual([]);
  expect(ids(store.deliveries.ready('signal', noon + 10))).toEqual(['dlv_1']);
  store.deliveries.update(aReply('1', {state: 'sent', attempts: 2, sentAt: noon}));
  expect(ids(store.deliveries.ready('signal', noon))).toEqual(['dlv_2']);
  store.deliveries.update(aReply('2', {state: 'dead'}));
  expect(store.deliveries.ready('signal', noon)).toEqual([]);
});

test('the next attempt of a channel is the earliest of all, or of those after an instant', () => {
  using store = openTestStore();
  expect(store.deliveries.nextAttemptAt('signal')).toBeUndefined();
  store.deliveries.add(aDelivery('1', {nextAttemptAt: noon + 20}));
  store.deliveries.add(aDelivery('2', {createdAt: noon + 1}));
  expect(store.deliveries.nextAttemptAt('signal')).toBe(noon + 1);
  expect(store.deliveries.nextAttemptAt('signal', noon + 1)).toBe(noon + 20);
  store.deliveries.add(aDelivery('3', {address: 'signal:bob-uuid', nextAttemptAt: noon + 10}));
  expect(store.deliveries.nextAttemptAt('signal', noon + 1)).toBe(noon + 10);
  store.deliveries.update(aDelivery('3', {address: 'signal:bob-uuid', state: 'sending'}));
  expect(store.deliveries.nextAttemptAt('signal', noon + 1)).toBe(noon + 20);
  store.deliveries.update(aDelivery('1', {state: 'dead'}));
  expect(store.deliveries.nextAttemptAt('signal')).toBe(noon + 1);
  expect(store.deliveries.nextAttemptAt('ntfy')).toBeUndefined();
});

test('unread deliveries of an address are those neither read nor dead, oldest first', () => {
  using store = openTestStore();
  for (const [index, state] of (['queued', 'sending', 'sent', 'delivered', 'read', 'dead'] as const).entries()) {
    store.deliveries.add(aDelivery(String(index), {state, address: 'terminal:default'}));
  }
  store.deliveries.add(aDelivery('elsewhere', {state: 'sent'}));
  expect(ids(store.deliveries.unread('terminal:default'))).toEqual(['dlv_0', 'dlv_1', 'dlv_2', 'dlv_3']);
});

test('deliveries are listed newest first, all or by state, and counted', () => {
  using store = openTestStore();
  for (const [index, state] of (['queued', 'dead', 'sending', 'dead', 'sent'] as const).entries()) {
    store.deliveries.add(aDelivery(String(index), {state}));
  }
  expect(ids(store.deliveries.list({limit: 3}))).toEqual(['dlv_4', 'dlv_3', 'dlv_2']);
  expect(ids(store.deliveries.list({state: 'dead', limit: 10}))).toEqual(['dlv_3', 'dlv_1']);
  expect(store.deliveries.counts()).toEqual({waiting: 2, dead: 2});
});

test('deliveries are found by their run or turn', () => {
  using store = openTestStore();
  store.deliveries.add(aDelivery('1', {runId: 'run_1'}));
  store.deliveries.add(aDelivery('2', {runId: 'run_1', turnId: 'turn_1'}));
  store.deliveries.add(aDelivery('3', {turnId: 'turn_2'}));
  expect(ids(store.deliveries.ofRun('run_1'))).toEqual(['dlv_1', 'dlv_2']);
  expect(ids(store.deliveries.ofTurn('turn_1'))).toEqual(['dlv_2']);
  expect(ids(store.deliveries.ofRun('run_9'))).toEqual([]);
});

test('a delivery is found by each id that its channel gave it, and only on that channel', () => {
  using store = openTestStore();
  const first = store.deliveries.add(aDelivery('1'));
  store.deliveries.noteSentIds(first, ['1700000000002', '1700000000001']);
  store.deliveries.noteSentIds(first, ['1700000000002']);
  store.deliveries.noteSentIds(first, ['1700000000000']);
  expect(store.deliveries.sentIds('dlv_1')).toEqual(['1700000000002', '1700000000001', '1700000000000']);
  expect(ids(store.deliveries.sentAs('signal', '1700000000001'))).toEqual(['dlv_1']);
  expect(store.deliveries.sentAs('email', '1700000000001')).toEqual([]);
  expect(store.deliveries.sentAs('signal', '1')).toEqual([]);
});

test('deliveries are listed page by page, all or by state', () => {
  using store = openTestStore();
  for (const id of ['1', '2', '3', '4']) store.deliveries.add(aDelivery(id, {state: id === '2' ? 'sent' : 'dead'}));
  expect(ids(store.deliveries.list({limit: 2}))).toEqual(['dlv_4', 'dlv_3']);
  expect(ids(store.deliveries.list({limit: 2, before: 'dlv_3'}))).toEqual(['dlv_2', 'dlv_1']);
  expect(ids(store.deliveries.list({limit: 2, state: 'dead', before: 'dlv_3'}))).toEqual(['dlv_1']);
});

test('arrived deliveries are pruned by age and count, with their sent ids; waiting and dead ones stay', () => {
  using store = openTestStore();
  const at = (count: number): number => noon + count * 1_000;
  const states = ['read', 'sent', 'delivered', 'dead', 'queued', 'sending', 'sent', 'sent', 'sent'] as const;
  for (const [count, state] of states.entries()) {
    store.deliveries.add(aDelivery(String(count), {state, createdAt: at(count), runId: `run_${count}`}));
  }
  store.runs.claim(aRun('6', {status: 'running'}));
  store.deliveries.noteSentIds(aDelivery('1'), ['1700000000001']);
  const left = (): readonly string[] => ids(store.deliveries.list({limit: 99}));
  expect(store.deliveries.prune({keep: 9, before: 0, limit: 9})).toBe(0);
  expect(store.deliveries.prune({keep: 2, before: 0, limit: 9})).toBe(1);
  expect(left()).not.toContain('dlv_1');
  expect(store.deliveries.sentIds('dlv_1')).toEqual([]);
  expect(store.deliveries.sentAs('signal', '1700000000001')).toEqual([]);
  expect(store.deliveries.prune({keep: 9, before: at(8), limit: 1})).toBe(2);
  expect(store.deliveries.prune({keep: 9, before: at(8), limit: 9})).toBe(1);
  expect(left()).toEqual(['dlv_8', 'dlv_6', 'dlv_5', 'dlv_4', 'dlv_3']);
});

test('deliveries that a person discarded are pruned like arrived ones; other dead ones stay', () => {
  using store = openTestStore();
  for (const count of [1, 2, 3, 4, 5, 6]) {
    const discarded = count % 2 === 0;
    const over = {state: 'dead' as const, createdAt: noon + count, lastError: 'nobody of that name'};
    store.deliveries.add(aDelivery(String(count), {...over, ...(discarded && {discarded})}));
  }
  expect(store.deliveries.counts()).toEqual({waiting: 0, dead: 3});
  expect(store.deliveries.prune({keep: 2, before: 0, limit: 1})).toBe(1);
  expect(store.deliveries.prune({keep: 9, before: noon + 5, limit: 9})).toBe(1);
  expect(ids(store.deliveries.list({limit: 9}))).toEqual(['dlv_6', 'dlv_5', 'dlv_3', 'dlv_1']);
});
