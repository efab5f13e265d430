import {expect, test} from 'vitest';
import {stepsOfDelivery} from '../../../../src/daemon/flows/why/delivery-steps.ts';
import type {GatewayEvent} from '../../../../src/shared/events/gateway-event.ts';
import {toWire} from '../../../../src/shared/fields/wire.ts';
import type {Delivery} from '../../../../src/shared/records/delivery/delivery.ts';
import {DAY, isoOf} from '../../../../src/shared/time/time.ts';

const createdAt = Date.UTC(2026, 10, 21, 12);
const delivery: Delivery = {
  id: 'dlv_1',
  key: 'run_1@signal:bob',
  address: 'signal:bob',
  text: 'tea',
  state: 'queued',
  attempts: 0,
  createdAt,
  repeat: false,
};
const queued = (at: number): GatewayEvent => ({
  seq: 1,
  at: isoOf(at),
  type: 'delivery.queued',
  delivery: toWire(delivery),
});
const called = {address: String, session: String, zone: () => 'UTC', time: String};
const told = (...events: readonly GatewayEvent[]): readonly string[] =>
  stepsOfDelivery(delivery, events, called).map(({what}) => what);

test("a delivery queued a moment after its creation wasn't queued again by hand", () => {
  expect(told(queued(createdAt + 2))).toEqual(['queued for signal:bob: "tea"']);
});

test('a delivery queued twice, or long after its creation, was queued again by hand', () => {
  const again = 'queued again by hand';
  expect(told(queued(createdAt), queued(createdAt + 3))).toContain(again);
  expect(told(queued(createdAt + DAY))).toContain(again);
});

test('a delivery that expired before its first attempt gives that as its reason', () => {
  const dead: GatewayEvent = {
    seq: 2,
    at: isoOf(createdAt + DAY),
    type: 'delivery.dead',
    delivery: toWire({...delivery, state: 'dead' as const, lastError: 'discarded by hand'}),
  };
  expect(told(queued(createdAt), dead)).toContain('discarded before the first attempt: discarded by hand');
});
