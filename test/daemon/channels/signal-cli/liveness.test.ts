// Proving that the connection to Signal works, with a clock moved by hand.
import {expect, test} from 'vitest';
import type {CallReply} from '../../../../src/daemon/channels/signal-cli/calls/call.ts';
import {startLivenessChecks, watchCalls} from '../../../../src/daemon/channels/signal-cli/state/liveness.ts';
import {HOUR, MINUTE, SECOND} from '../../../../src/shared/time/time.ts';
import {fakeClock, settle} from '../../../support/fake-clock.ts';

const LOST: CallReply = {kind: 'lost', because: 'No answer'};
const VERSION: CallReply = {kind: 'result', result: {version: '0.14.6'}};
const DEVICES: CallReply = {kind: 'result', result: [{id: 1}]};
const NO_NETWORK: CallReply = {kind: 'error', code: -3, message: 'Failed to get linked devices: Connection closed!'};
const UNLINKED: CallReply = {
  kind: 'error',
  code: -3,
  message: 'Failed to get linked devices: [403] Authorization failed!',
};
const LIMITED: CallReply = {kind: 'error', code: -3, message: 'Failed to get linked devices: [429] Rate limited'};

const fixture = () => {
  const clock = fakeClock();
  const asked: string[] = [];
  const told: string[] = [];
  const replies = {version: VERSION, listDevices: DEVICES, send: LOST} as Record<string, CallReply>;
  const caller = {
    call: async (method: string): Promise<CallReply> => {
      asked.push(method);
      return replies[method] ?? LOST;
    },
  };
  let proven = 0;
  const proof = startLivenessChecks({
    clock,
    caller,
    onHung: because => told.push(`hung: ${because}`),
    onReach: because => told.push(because ?? 'reached'),
    onProven: () => (proven += 1),
  });
  return {
    clock,
    asked,
    told,
    replies,
    proof,
    caller,
    proven: () => proven,
    times: (method: string) => asked.filter(name => name === method).length,
    [Symbol.dispose]: () => proof[Symbol.dispose](),
  };
};

test('the probe asks signal-cli every 30 s and Signal every 10 minutes', async () => {
  using place = fixture();
  await place.clock.advance(HOUR);
  expect(place.times('version')).toBe(120);
  expect(place.times('listDevices')).toBe(6);
  expect(place.proven()).toBe(6);
  expect(place.told).toEqual([]);
});

test('one missed answer is ignored; two in a row are reported within a minute and stop the probe', async () => {
  using place = fixture();
  place.replies['version'] = LOST;
  await place.clock.advance(31 * SECOND);
  place.replies['version'] = VERSION;
  await place.clock.advance(MINUTE);
  expect(place.told).toEqual([]);
  place.replies['version'] = LOST;
  await place.clock.advance(MINUTE);
  expect(place.told).toEqual(['hung: it does not answer (No answer)']);
  const before = place.asked.length;
  await place.clock.advance(HOUR);
  expect(place.asked.length).toBe(before);
});

test('a call without an answer triggers a full probe immediately', async () => {
  using place = fixture();
  await watchCalls(place.caller, place.proof.suspect, () => {}).call('send', {}, MINUTE);
  await place.clock.advance(0);
  await settle();
  expect(place.asked).toEqual(['send', 'version', 'listDevices']);
});

test.for([
  [LOST, 'hung: it gets no answer from Signal (No answer)'],
  [UNLINKED, 'hung: Signal refuses this device (Failed to get linked devices: [403] Authorization failed!)'],
] as const)('when Signal answers %j twice, signal-cli must be replaced', async ([reply, words]) => {
  using place = fixture();
  place.replies['listDevices'] = reply;
  await place.clock.advance(11 * MINUTE);
  expect(place.told).toEqual([words]);
});

test('without a network, Signal is reported as unreachable until it answers', async () => {
  using place = fixture();
  place.replies['listDevices'] = NO_NETWORK;
  await place.clock.advance(12 * MINUTE);
  expect(new Set(place.told)).toEqual(
    new Set(['it cannot reach Signal (Failed to get linked devices: Connection closed!)']),
  );
  place.replies['listDevices'] = DEVICES;
  await place.clock.advance(30 * SECOND);
  expect(place.told.at(-1)).toBe('reached');
});

test('an error from Signal itself also proves the connection', async () => {
  using place = fixture();
  place.replies['listDevices'] = LIMITED;
  await place.clock.advance(HOUR);
  expect(place.told).toEqual([]);
  expect(place.times('listDevices')).toBe(6);
});

test('after hours of sleep the connection is proven again within half a minute', async () => {
  using place = fixture();
  await place.clock.advance(11 * MINUTE);
  place.clock.set(place.clock.now() + 8 * HOUR);
  await place.clock.advance(30 * SECOND);
  expect(place.times('listDevices')).toBe(2);
});
