import {expect, test} from 'vitest';
import {waitedAtServer} from '../../../../../src/daemon/channels/signal/envelope/waited.ts';

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
  expect(waitedAtServer(JSON.stringify(received))).toBe(waited);
});

test('a line that is not JSON did not wait', () => {
  expect(waitedAtServer('{')).toBe(0);
});
