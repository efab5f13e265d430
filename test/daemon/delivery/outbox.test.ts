import {expect, test} from 'vitest';
import {createOutbox, type DeliveryRequest} from '../../../src/daemon/delivery/outbox.ts';
import {countingIds} from '../../support/counting-ids.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {noon, openTestStore} from '../store/store-fixture.ts';

const aLetter: DeliveryRequest = {
  key: 'run_1@signal:alice',
  address: 'signal:alice',
  text: 'Tea is ready.',
  session: 'rooster:dm:signal:alice',
  runId: 'run_1',
};

const open = () => {
  const store = openTestStore();
  const outbox = createOutbox({store, clock: fakeClock(), ids: countingIds()});
  const events: unknown[] = [];
  store.onCommitted(batch => events.push(...batch.map(({type}) => type)));
  return {store, events, enqueue: (request: DeliveryRequest) => store.transact(emit => outbox.enqueue(request, emit))};
};

test('a new delivery is queued for its channel and records its cause', () => {
  const {store, events, enqueue} = open();
  using _store = store;
  expect(enqueue(aLetter)).toEqual({
    ...aLetter,
    id: 'dlv_1',
    state: 'queued',
    // Only a model's words may have markup.
    plain: true,
    attempts: 0,
    createdAt: noon,
    repeat: false,
  });
  expect(events).toEqual(['delivery.queued']);
});

test('a second delivery with the same key is ignored, whatever its text', () => {
  const {store, events, enqueue} = open();
  using _store = store;
  const first = enqueue(aLetter);
  expect(enqueue({...aLetter, text: 'Tea is cold.'})).toEqual(first);
  expect(store.deliveries.list({limit: 10})).toHaveLength(1);
  expect(events).toEqual(['delivery.queued']);
});

test.each(['', ' ', '\n\t '])('an empty text (%j) is never delivered', text => {
  const {store, events, enqueue} = open();
  using _store = store;
  expect(enqueue({...aLetter, text})).toBeUndefined();
  expect(store.deliveries.list({limit: 10})).toEqual([]);
  expect(events).toEqual([]);
});

test('a terminal delivery is sent when it is in the session, and delivered when a client shows it', () => {
  const {store, events, enqueue} = open();
  using _store = store;
  const delivery = enqueue({...aLetter, key: 'run_1@terminal:default', address: 'terminal:default'});
  expect(delivery).toMatchObject({state: 'sent', attempts: 1, sentAt: noon});
  expect(delivery).not.toHaveProperty('deliveredAt');
  expect(events).toEqual(['delivery.sent']);
});
