// @module-tag deep
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {ROOSTER} from '../../../../src/daemon/channels/signal/linked-account.ts';
import {attachToHttp} from '../../../../src/daemon/channels/signal-cli/attach/attach-http.ts';
import type {Received} from '../../../../src/daemon/channels/signal-cli/bridge.ts';
import {createSwitchboard} from '../../../../src/daemon/channels/signal-cli/calls/call.ts';
import {attachToSocket} from '../../../../src/daemon/channels/signal-cli/start-bridge.ts';
import {startSupervised} from '../../../../src/daemon/channels/signal-cli/supervise.ts';
import {systemClock} from '../../../../src/shared/time/clock.ts';
import {daemonWith, standInHome} from '../../../signal-stand-in/checks/start.ts';
import {writeAccount} from '../../../signal-stand-in/program/data-dir.ts';
import {ALICE, data, OWN, received} from '../../../signal-stand-in/signal/samples.ts';
import {openServer} from '../../../signal-stand-in/signal/server.ts';
import {builtProgram} from '../../../support/built-program.ts';
import {memoryLog} from '../../../support/memory-log.ts';
import {writeShellCommand} from '../../../support/shell-command.ts';
import {tempDir} from '../../../support/temp-dir.ts';
import {until} from '../../../support/until.ts';
import {attachWith} from './bridge-fixture.ts';

const STAND_IN = await builtProgram(new URL('../../../signal-stand-in/main.ts', import.meta.url));

const message = (number: number) =>
  received(
    {dataMessage: data(`message ${number}`, {}, {at: 1_700_000_000_000 + number})},
    ALICE,
    1_700_000_000_000 + number,
  );
const textsOf = (taken: readonly Received[]) =>
  taken.map(({raw}) => (JSON.parse(raw) as {envelope: {dataMessage: {message: string}}}).envelope.dataMessage.message);
const texts = (from: number, to: number) =>
  Array.from({length: to - from + 1}, (_, index) => `message ${from + index}`);

const fixture = () => {
  const dir = tempDir();
  const folder = join(dir.path, 'signal');
  const command = join(dir.path, 'signal-cli');
  writeShellCommand(command, [process.execPath, STAND_IN]);
  const server = openServer(join(folder, 'data'));
  writeAccount(join(folder, 'data'), OWN);
  const supervise = (from?: string) => {
    const taken: Received[] = [];
    const bridge = startSupervised({
      command,
      account: OWN.number,
      folder,
      clock: systemClock(),
      log: memoryLog(),
      host: ROOSTER,
      switchboard: createSwitchboard(),
      chance: () => 0.5,
      take: lines => void taken.push(...lines),
      ...(from !== undefined && {from}),
    });
    return {
      bridge,
      taken,
      isUp: () => until('it is up', () => bridge.health.life.kind === 'up'),
      [Symbol.asyncDispose]: () => bridge[Symbol.asyncDispose](),
    };
  };
  return {
    server,
    supervise,
    [Symbol.dispose]: () => {
      server[Symbol.dispose]();
      dir[Symbol.dispose]();
    },
  };
};

test('supervised: messages waiting on the server arrive once, in order, and a message can be sent', {
  tags: ['fast'],
}, async () => {
  using place = fixture();
  place.server.enqueue(...Array.from({length: 200}, (_, index) => message(index + 1)));
  await using signal = place.supervise();
  await until('all 200', () => signal.taken.length >= 200);
  expect(textsOf(signal.taken)).toEqual(texts(1, 200));
  const reply = await signal.bridge.rpc.send({target: {recipient: ALICE.uuid}, message: 'hello'});
  expect(reply).toMatchObject({kind: 'result', result: {results: [{type: 'SUCCESS'}]}});
});

test('supervised: no message is lost or repeated when signal-cli dies after passing one on', async () => {
  using place = fixture();
  place.server.set('crashAt', 'handled');
  place.server.enqueue(message(1), message(2), message(3));
  await using signal = place.supervise();
  await until('all three', () => signal.taken.length >= 3);
  await signal.isUp();
  expect(textsOf(signal.taken)).toEqual(texts(1, 3));
  expect(signal.bridge.health.restarts).toBe(1);
  expect(place.server.queueLength()).toBe(0);
});

test("supervised: an unfinished line or a torn line doesn't take the next message with it", async () => {
  using place = fixture();
  place.server.set('crashAt', 'unended');
  place.server.enqueue(message(1), message(2));
  await using signal = place.supervise();
  await until('both', () => signal.taken.length >= 2);
  expect(textsOf(signal.taken)).toEqual(texts(1, 2));
  place.server.set('crashAt', 'torn');
  place.server.enqueue(message(3), message(4));
  await until('the torn one and the next', () => signal.taken.length >= 4);
  const [torn, next] = signal.taken.slice(2);
  expect(JSON.stringify(message(3))).toContain(torn?.raw);
  expect(next?.raw).toBe(JSON.stringify(message(4)));
});

test('supervised: messages that arrive while the daemon is down wait for the next start', async () => {
  using place = fixture();
  place.server.enqueue(message(1));
  const first = place.supervise();
  await until('the first', () => first.taken.length === 1);
  await first.bridge[Symbol.asyncDispose]();
  place.server.enqueue(message(2));
  await using second = place.supervise(first.taken.at(-1)?.position);
  await until('the second', () => second.taken.length >= 1);
  expect(textsOf(second.taken)).toEqual(texts(2, 2));
});

test('supervised: an account unlinked on the phone is reported as unlinked, and signal-cli is not restarted', async () => {
  using place = fixture();
  place.server.set('linked', false);
  await using signal = place.supervise();
  await until('it is unlinked', () => signal.bridge.health.life.kind === 'unlinked');
  expect(signal.bridge.health.inbound).toEqual({open: false, because: expect.stringContaining('rooster signal link')});
});

test.for(['manual', 'on-start'] as const)('attached to a socket in mode %s: every message arrives once', async mode => {
  using home = standInHome();
  const {client} = await daemonWith(home, {mode});
  client[Symbol.dispose]();
  await using signal = attachWith(deps => attachToSocket({place: {path: home.socket}, ...deps}), {}, 1);
  await signal.is('up');
  home.server.enqueue(...Array.from({length: 50}, (_, index) => message(index + 1)));
  await until('all 50', () => signal.taken.length >= 50);
  expect(textsOf(signal.taken)).toEqual(texts(1, 50));
});

test('attached over HTTP: every message arrives once, even when events arrive in pieces', async () => {
  using home = standInHome();
  home.server.set('sse', {pieces: 7});
  const daemon = home.start(['-a', OWN.number, '-o', 'json', 'daemon', '--http', '127.0.0.1:0']);
  await daemon.says('Started HTTP server on');
  const port = /Started HTTP server on \/127\.0\.0\.1:(\d+)/u.exec(daemon.stderr())?.[1];
  await using signal = attachWith(deps => attachToHttp({base: `http://127.0.0.1:${port}`, ...deps}), {}, 1);
  await signal.is('up');
  home.server.enqueue(...Array.from({length: 20}, (_, index) => message(index + 1)));
  await until('all 20', () => signal.taken.length >= 20);
  expect(textsOf(signal.taken)).toEqual(texts(1, 20));
  expect(await signal.bridge.rpc.send({target: {recipient: ALICE.uuid}, message: 'hello'})).toMatchObject({
    kind: 'result',
  });
});
