import {expect, test} from 'vitest';
import {HOUR} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {noon, openTestStore} from './store-fixture.ts';

const ALICE = 'signal:alice-uuid';

test('an address without entries has no ledger', () => {
  using store = openTestStore();
  expect(store.ledger.of(ALICE)).toEqual({});
});

test('the newest message of each direction is kept, separately', () => {
  using store = openTestStore();
  store.ledger.note({address: ALICE, way: 'in', at: noon, id: 'msg_1'});
  expect(store.ledger.of(ALICE)).toEqual({newestIn: {at: noon, id: 'msg_1'}});
  store.ledger.note({address: ALICE, way: 'out', at: noon + 5, id: 'dlv_1'});
  store.ledger.note({address: ALICE, way: 'in', at: noon + 9, id: 'msg_2'});
  expect(store.ledger.of(ALICE)).toEqual({
    newestIn: {at: noon + 9, id: 'msg_2'},
    newestOut: {at: noon + 5, id: 'dlv_1'},
  });
});

test("a late entry doesn't replace a newer one; at the same instant the later entry counts", () => {
  using store = openTestStore();
  store.ledger.note({address: ALICE, way: 'in', at: noon + 9, id: 'msg_2'});
  store.ledger.note({address: ALICE, way: 'in', at: noon, id: 'msg_1'});
  expect(store.ledger.of(ALICE).newestIn?.id).toBe('msg_2');
  store.ledger.note({address: ALICE, way: 'in', at: noon + 9, id: 'msg_3'});
  expect(store.ledger.of(ALICE).newestIn?.id).toBe('msg_3');
});

test('addresses are listed by their newest entry in either direction', () => {
  using store = openTestStore();
  store.ledger.note({address: ALICE, way: 'in', at: noon, id: 'a'});
  store.ledger.note({address: 'signal:bob-uuid', way: 'out', at: noon + 2, id: 'b'});
  store.ledger.note({address: 'signal:carol-uuid', way: 'in', at: noon + 1, id: 'c'});
  store.ledger.note({address: ALICE, way: 'out', at: noon + 3, id: 'd'});
  expect(store.ledger.list(10).map(({address}) => address)).toEqual([ALICE, 'signal:bob-uuid', 'signal:carol-uuid']);
  expect(store.ledger.list(1)).toEqual([
    {address: ALICE, newestIn: {at: noon, id: 'a'}, newestOut: {at: noon + 3, id: 'd'}},
  ]);
});

test("incoming messages can be cleared up to an instant, and an earlier instant doesn't undo that", () => {
  using store = openTestStore();
  store.ledger.clear(ALICE, noon);
  store.ledger.clear(ALICE, noon - 5);
  expect(store.ledger.of(ALICE)).toEqual({clearedAt: noon});
});

test.each(['in', 'out'] as const)('after the clock was ahead, a message %s is the newest again', way => {
  const clock = fakeClock(noon + 3 * HOUR);
  using store = openTestStore({clock});
  store.ledger.note({address: ALICE, way: 'in', at: clock.now(), id: 'msg_1'});
  store.ledger.note({address: ALICE, way: 'out', at: clock.now() + 1, id: 'dlv_1'});
  store.ledger.clear(ALICE, clock.now());
  clock.set(noon);
  store.ledger.note({address: ALICE, way, at: noon, id: 'newest'});
  const {newestIn, newestOut, clearedAt} = store.ledger.of(ALICE);
  expect(way === 'in' ? newestIn : newestOut).toEqual({at: noon, id: 'newest'});
  expect([way === 'in' ? newestOut?.at : newestIn?.at, clearedAt]).toEqual([noon - 1, noon - 1]);
  clock.set(noon - HOUR);
  store.ledger.clear(ALICE, clock.now());
  expect(store.ledger.of(ALICE).clearedAt).toBe(noon - HOUR);
});
