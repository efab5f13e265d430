import {expect, test} from 'vitest';
import {storedEvent} from '../../../../../src/daemon/channels/signal/inbound/sort-event.ts';
import {readLine, waitedAtServer} from '../../../../../src/daemon/channels/signal-cli/envelope/read-envelope.ts';

const wrapped = (envelope: object) => ({envelope, account: '+15550000001'});
const late = {timestamp: 1, serverReceivedTimestamp: 1_000, serverDeliveredTimestamp: 61_000};

test.each<[string, unknown, number]>([
  ['an envelope', wrapped(late), 60_000],
  ['a notification', {jsonrpc: '2.0', method: 'receive', params: wrapped(late)}, 60_000],
  ['a notification of a subscription', {params: {subscription: 0, result: wrapped(late)}}, 60_000],
  ['an envelope without the times', wrapped({timestamp: 1}), 0],
  ['times in the wrong order', wrapped({...late, serverDeliveredTimestamp: 999}), 0],
  ['anything else', 'hello', 0],
])('the wait at the server is read from %s', (_, received, waited) => {
  expect(waitedAtServer(received)).toBe(waited);
});

const OWN = {number: '+15550000001'};
const LINE = JSON.stringify(
  wrapped({...late, source: '+15550000002', dataMessage: {timestamp: 1, message: 'hi', groupInfo: {groupId: 'AAEC'}}}),
);

test('a line is read once: what is stored of it has all that its handling needs', () => {
  const event = readLine(LINE, OWN);
  expect(event).toMatchObject({kind: 'message', text: 'hi', account: OWN.number, waitedMs: 60_000});
  expect(storedEvent({event: JSON.parse(JSON.stringify(event))}, OWN)).toEqual(event);
});

test('a line that an earlier version stored is the same event', () => {
  expect(storedEvent({event: {kind: 'line', line: LINE}}, OWN)).toEqual(readLine(LINE, OWN));
});

test('what another account received, and content that is gone, is no event', () => {
  expect(storedEvent({event: readLine(LINE, OWN)}, {number: '+15550000009'})).toBeUndefined();
  expect(storedEvent({event: {kind: 'line', line: LINE}}, {number: '+15550000009'})).toBeUndefined();
  expect(storedEvent({event: {kind: 'line', line: '{"envelope"'}}, OWN)).toBeUndefined();
  expect(storedEvent({}, OWN)).toBeUndefined();
});

test('a line that is not JSON has no event', () => {
  expect(readLine('{"envelope"', OWN)).toBeUndefined();
});
