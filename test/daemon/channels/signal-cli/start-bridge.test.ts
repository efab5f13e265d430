import {expect, test} from 'vitest';
import {ROOSTER} from '../../../../src/daemon/channels/signal/linked-account.ts';
import {createSwitchboard} from '../../../../src/daemon/channels/signal-cli/calls/call.ts';
import {readEndpoint, startBridge} from '../../../../src/daemon/channels/signal-cli/start-bridge.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {memoryLog} from '../../../support/memory-log.ts';
import {tempDir} from '../../../support/temp-dir.ts';
import {until} from '../../../support/until.ts';

test.for([
  ['spawn', {kind: 'spawn'}],
  ['unix:/run/signal-cli/socket', {kind: 'socket', place: {path: '/run/signal-cli/socket'}}],
  ['tcp:localhost:7583', {kind: 'socket', place: {host: 'localhost', port: 7583}}],
  ['tcp:[::1]:7583', {kind: 'socket', place: {host: '::1', port: 7583}}],
  ['http://localhost:8080', {kind: 'http', base: 'http://localhost:8080'}],
  ['https://example.org/signal', {kind: 'http', base: 'https://example.org/signal'}],
] as const)('the endpoint %s is parsed', ([endpoint, read]) => {
  expect(readEndpoint(endpoint)).toEqual(read);
});

const deps = (folder: string) => ({
  folder,
  clock: fakeClock(),
  log: memoryLog(),
  host: ROOSTER,
  switchboard: createSwitchboard(),
  chance: () => 0.5,
  take: () => {},
});

test('without an account nothing starts, and the message says how to link one', () => {
  using dir = tempDir();
  expect(() => startBridge({...deps(dir.path), command: 'signal-cli', endpoint: 'spawn'})).toThrow(
    'No Signal account is linked yet. Run: rooster signal link',
  );
});

test('a configured socket is attached to', async () => {
  using dir = tempDir();
  const endpoint = `unix:${dir.path}/none`;
  await using bridge = startBridge({...deps(dir.path), command: 'signal-cli', endpoint});
  await until('it looked', () => bridge.health.life.kind === 'down');
  expect(bridge.health.outbound).toEqual({open: false, because: expect.stringContaining(`${dir.path}/none`)});
});
