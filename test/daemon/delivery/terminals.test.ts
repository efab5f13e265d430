import {expect, test} from 'vitest';
import {createTerminals} from '../../../src/daemon/delivery/reach/terminals.ts';
import {MINUTE} from '../../../src/shared/time/time.ts';
import {fakeClock, settle} from '../../support/fake-clock.ts';

const connection = () => {
  const {promise: closed, resolve: close} = Promise.withResolvers<string>();
  return {closed, close: () => close('gone')};
};

const NOON = Date.UTC(2026, 10, 21, 11);

test('somebody is at the terminal for three minutes after a key', async () => {
  const clock = fakeClock();
  const terminals = createTerminals(clock);
  expect(terminals.seen()).toEqual({presence: 'away'});
  terminals.report(connection(), {active: true, focused: true});
  expect(terminals.seen()).toEqual({presence: 'active', lastKeyAt: NOON});
  await clock.advance(3 * MINUTE - 1);
  expect(terminals.seen().presence).toBe('active');
  await clock.advance(1);
  expect(terminals.seen()).toEqual({presence: 'idle', lastKeyAt: NOON});
});

test('a terminal without focus is only open; one that says nothing about its focus counts by its keys', () => {
  const terminals = createTerminals(fakeClock());
  const client = connection();
  terminals.report(client, {active: true, focused: true});
  terminals.report(client, {active: false, focused: false});
  expect(terminals.seen().presence).toBe('idle');
  terminals.report(connection(), {active: true});
  expect(terminals.seen().presence).toBe('active');
});

test('a terminal is closed with its connection', async () => {
  const terminals = createTerminals(fakeClock());
  const client = connection();
  terminals.report(client, {active: true});
  client.close();
  await settle();
  expect(terminals.seen()).toEqual({presence: 'away', lastKeyAt: NOON});
});

const SHOWN = {session: 'rooster:main', upTo: 'msg_1'} as const;

test('a message is shown by a terminal where somebody is, and by a client that reports nothing', async () => {
  const clock = fakeClock();
  const terminals = createTerminals(clock);
  const [watched, left, silent] = [connection(), connection(), connection()];
  terminals.report(watched, {active: true, focused: true});
  terminals.report(left, {active: true, focused: false});
  expect([watched, left, silent].map(client => terminals.shows(client, SHOWN))).toEqual([true, false, true]);
  await clock.advance(4 * MINUTE);
  expect(terminals.shows(watched, SHOWN)).toBe(false);
});

test('a message that a terminal showed to nobody counts as seen at the next key there, once', () => {
  const terminals = createTerminals(fakeClock());
  const client = connection();
  terminals.report(client, {active: false, focused: false});
  terminals.shows(client, {...SHOWN, upTo: 'msg_0'});
  terminals.shows(client, SHOWN);
  expect(terminals.report(client, {active: true, focused: false})).toEqual([]);
  expect(terminals.report(client, {active: true, focused: true})).toEqual([SHOWN]);
  expect(terminals.report(client, {active: true, focused: true})).toEqual([]);
});

test('a clock that was set back changes nothing about a key of this minute', () => {
  const clock = fakeClock();
  const terminals = createTerminals(clock);
  terminals.report(connection(), {active: true});
  clock.set(clock.now() - MINUTE);
  expect(terminals.seen().presence).toBe('active');
});
