// The means of a send-only channel, in a test that uses some of them.
import type {SendTools} from '../../src/daemon/channels/send-only/send-only-channel.ts';
import {createRequestOnce} from '../../src/daemon/system/http/request-once.ts';
import {systemClock} from '../../src/shared/time/clock.ts';

/** By default the owner is Alice, every secret is "secret", and there are no programs. */
export const sendTools = (tools: Partial<SendTools>): SendTools => ({
  clock: systemClock(),
  request: createRequestOnce(),
  run: async () => ({ok: false, output: '', error: 'No program runs in this test.'}),
  hosts: () => [],
  findProgram: () => undefined,
  readSecret: () => ({kind: 'secret', value: 'secret'}),
  owner: () => 'alice',
  zone: () => 'UTC',
  ...tools,
});
