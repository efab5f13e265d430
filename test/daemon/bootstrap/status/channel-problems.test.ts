import {expect, test} from 'vitest';
import {channelProblems} from '../../../../src/daemon/bootstrap/status/checks.ts';
import type {ChannelStatus} from '../../../../src/shared/events/gateway-event.ts';

const signal = (more: Partial<ChannelStatus>): ChannelStatus => ({
  channel: 'signal',
  inbound: 'up',
  outbound: 'up',
  detail: 'No network.',
  ...more,
});

test.for([
  [{}, []],
  [{inbound: 'down', life: 'down'}, ['messages from signal do not arrive']],
  [{outbound: 'down', life: 'down'}, ['messages to signal wait in the outbox']],
  [{inbound: 'down', outbound: 'down'}, ['signal receives nothing, and outgoing messages wait in the outbox']],
  [{inbound: 'off', outbound: 'off'}, ['signal receives nothing, and outgoing messages wait in the outbox']],
  [{inbound: 'down', outbound: 'down', life: 'starting'}, []],
] as const)('%j: %j', ([more, inForce]) => {
  expect(channelProblems([signal(more)])).toEqual(
    inForce.map(words => ({key: 'signal', reason: 'No network.', inForce: words})),
  );
});
