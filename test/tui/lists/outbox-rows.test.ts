import {expect, test} from 'vitest';
import type {ShownDelivery} from '../../../src/shared/records/delivery/delivery.ts';
import {calls} from '../../../src/tui/lists/outbox-rows.ts';

const delivery = (more: Partial<ShownDelivery>): ShownDelivery => ({
  id: 'dlv_1',
  key: 'run_1@signal:alice',
  address: 'signal:alice',
  text: 'tea',
  state: 'sent',
  attempts: 1,
  createdAt: 1,
  repeat: false,
  ...more,
});
const ON_SIGNAL = delivery({person: 'alice', state: 'dead', discarded: true});
const ON_NTFY = delivery({
  ...{
    id: 'dlv_2',
    key: 'run_1@ntfy:default',
    address: 'ntfy:default',
    person: 'alice',
    state: 'delivered',
    createdAt: 2,
  },
});

test('deliveries of one message on several ways are one row, the last way, with all of them inside', () => {
  const rows = calls([ON_SIGNAL, ON_NTFY]);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    id: 'dlv_2',
    attemptsBy: [
      {way: 'signal', state: 'withdrawn', at: 1},
      {way: 'ntfy', state: 'delivered', at: 2},
    ],
  });
});

test('a repeat of a reminder is a call of its own', () => {
  const again = delivery({id: 'dlv_3', key: 'run_1@signal:alice#1', person: 'alice', createdAt: 3});
  expect(calls([ON_SIGNAL, ON_NTFY, again]).map(({id}) => id)).toEqual(['dlv_3', 'dlv_2']);
});

test('deliveries to several addresses at once stay apart', () => {
  const copies = [delivery({}), delivery({id: 'dlv_2', key: 'run_1@ntfy:default', address: 'ntfy:default'})];
  expect(calls(copies)).toHaveLength(2);
});

test('the ways from the daemon, with their reasons, stay as they are', () => {
  const attemptsBy = [
    {way: 'signal', address: 'signal:alice', at: 1, state: 'sent', reason: 'the first channel of alice'},
    {way: 'ntfy', address: 'ntfy:default', at: 2, state: 'sent', afterwards: 'deleted'},
  ] as const;
  expect(calls([{...ON_NTFY, attemptsBy}])[0]?.attemptsBy).toEqual(attemptsBy);
});
