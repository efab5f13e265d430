// @module-tag deep
import {type AddressInfo, createServer, type Socket} from 'node:net';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {AttachDeps} from '../../../../../src/daemon/channels/signal-cli/attach/attach.ts';
import {attachToSocket} from '../../../../../src/daemon/channels/signal-cli/start-bridge.ts';
import {SECOND} from '../../../../../src/shared/time/time.ts';
import {fakeClock} from '../../../../support/fake-clock.ts';
import {tempDir} from '../../../../support/temp-dir.ts';
import {until} from '../../../../support/until.ts';
import {attachWith} from '../bridge-fixture.ts';

type Listener = AsyncDisposable & {
  readonly sockets: readonly Socket[];
  readonly asked: readonly {readonly method: string; readonly params: Readonly<Record<string, unknown>>}[];
  readonly port: number;
  /** To all connected clients. */
  say(message: object): void;
  /** From now on no request gets a response. */
  fallSilent(): void;
};

type Served = {
  /** It serves several. */
  readonly accounts?: readonly string[];
  /** Its single account, which its keys show. */
  readonly own?: string;
};

const identity = (number: string, halves: readonly [string, string]) => ({
  number,
  uuid: `aaaaaaaa-0000-4000-8000-${number.slice(-12).padStart(12, '0')}`,
  safetyNumber: halves.map(digits => Array.from({length: 6}, () => digits).join(' ')).join(' '),
  trustLevel: 'TRUSTED_VERIFIED',
});

const listen = async (where: string | 0, {accounts, own}: Served = {}): Promise<Listener> => {
  const sockets = new Set<Socket>();
  const asked: {method: string; params: Record<string, unknown>}[] = [];
  let silent = false;
  const reply = ({id, method, params}: {id: number; method: string; params: {number?: string}}): object => {
    if (method === 'listIdentities') {
      // Every other number is that of a contact.
      const all = ['+15550000001', '+15550000009'].map(number => identity(number, ['12345', '67890']));
      const known =
        own === undefined ? [] : [identity(own, ['12345', '12345']), ...all.filter(one => one.number !== own)];
      return {id, result: known.filter(({number}) => params.number === undefined || number === params.number)};
    }
    if (method === 'listAccounts') {
      return accounts === undefined
        ? {id, error: {code: -32601, message: 'Method not implemented', data: null}}
        : {id, result: accounts.map(number => ({number}))};
    }
    return {id, result: method === 'version' ? {version: '0.14.6'} : method === 'subscribeReceive' ? 0 : {}};
  };
  const write = (socket: Socket, message: object): void => {
    socket.write(`${JSON.stringify({jsonrpc: '2.0', ...message})}\n`);
  };
  const server = createServer(socket => {
    let rest = '';
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    socket.on('data', chunk => {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const request = JSON.parse(line) as {id: number; method: string; params: Record<string, unknown>};
        asked.push({method: request.method, params: request.params});
        if (!silent) write(socket, reply(request));
      }
    });
  });
  await new Promise<void>(resolve => server.listen(where === 0 ? {port: 0, host: '127.0.0.1'} : where, resolve));
  return {
    get sockets() {
      return [...sockets];
    },
    asked,
    port: where === 0 ? (server.address() as AddressInfo).port : 0,
    say: message => {
      for (const socket of sockets) write(socket, message);
    },
    fallSilent: () => {
      silent = true;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>(resolve => server.close(() => resolve()));
    },
  };
};

const received = (timestamp: number) => ({envelope: {timestamp}, account: '+15550000001'});
const attach = (
  place: Parameters<typeof attachToSocket>[0]['place'],
  over: Partial<AttachDeps> = {},
  account?: string,
) => attachWith(deps => attachToSocket({place, ...deps, ...(account !== undefined && {account})}), over);

test('attaching asks for the version, subscribes, and passes on both forms of messages once', {
  tags: ['fast'],
}, async () => {
  using dir = tempDir();
  const path = join(dir.path, 'socket');
  await using listener = await listen(path);
  await using signal = attach({path});
  await signal.is('up');
  expect(listener.asked.map(({method}) => method)).toEqual(['version', 'listAccounts', 'subscribeReceive']);
  listener.say({method: 'receive', params: received(1)});
  listener.say({method: 'receive', params: {subscription: 0, result: received(1)}});
  listener.say({method: 'receive', params: {subscription: 0, result: received(2)}});
  listener.say({method: 'receive', params: received(2)});
  listener.say({method: 'receive', params: received(3)});
  await until('all three', () => signal.taken.length >= 3);
  expect(signal.taken).toEqual([1, 2, 3].map(timestamp => ({raw: JSON.stringify(received(timestamp))})));
  expect(signal.bridge.health).toMatchObject({
    outbound: {open: true},
    inbound: {open: true},
    replays: false,
    version: '0.14.6',
  });
});

test('a broken connection is reopened and subscribed again', async () => {
  using dir = tempDir();
  const path = join(dir.path, 'socket');
  await using listener = await listen(path);
  // In real time: the connection is down for a second, and not for a tenth of it.
  await using signal = attachWith(deps => attachToSocket({place: {path}, ...deps}), {}, 1);
  await signal.is('up');
  for (const socket of listener.sockets) socket.destroy();
  await signal.is('down');
  expect(await signal.bridge.rpc.version()).toEqual({
    kind: 'unsent',
    because: 'The connection to signal-cli ended: The other side closed the connection',
  });
  await signal.is('up');
  listener.say({method: 'receive', params: {subscription: 0, result: received(1)}});
  await until('a message', () => signal.taken.length === 1);
  expect(signal.bridge.health.restarts).toBe(1);
  expect(listener.asked.filter(({method}) => method === 'subscribeReceive')).toHaveLength(2);
});

test("the bridge waits for a signal-cli that isn't running yet", async () => {
  using dir = tempDir();
  const path = join(dir.path, 'socket');
  await using signal = attach({path});
  await signal.is('down');
  expect(signal.bridge.health.outbound).toEqual({
    open: false,
    because: `No signal-cli at ${path}: no such socket.`,
  });
  await using _ = await listen(path);
  await signal.is('up');
});

test('a TCP server that accepts connections but never answers is noticed and disconnected', async () => {
  await using listener = await listen(0);
  await using signal = attach({host: '127.0.0.1', port: listener.port});
  await signal.is('up');
  listener.fallSilent();
  await signal.is('down');
  expect(signal.bridge.health.inbound).toEqual({
    open: false,
    because: 'The connection to signal-cli ended: it does not answer (No answer to version within 5 s).',
  });
});

test('a signal-cli with several accounts gets our account in every call that needs it', async () => {
  await using listener = await listen(0, {accounts: ['+15550000001', '+15550000009']});
  await using signal = attach({host: '127.0.0.1', port: listener.port}, {}, '+15550000001');
  await signal.is('up');
  await signal.bridge.rpc.sendTyping({recipient: 'alice-uuid'});
  expect(listener.asked).toEqual([
    {method: 'version', params: {}},
    {method: 'listAccounts', params: {}},
    {method: 'subscribeReceive', params: {account: '+15550000001'}},
    {method: 'sendTyping', params: {account: '+15550000001', recipient: 'alice-uuid'}},
  ]);
});

test.for([
  [['+15550000001', '+15550000009'], undefined, /Set signal\.account to \+15550000001 or \+15550000009\./u],
  [['+15550000009'], '+15550000001', /not \+15550000001\. Set signal\.account to \+15550000009\./u],
  [[], '+15550000001', /reports no account/u],
] as const)(
  'a signal-cli that serves %j when %s is configured is reported with a fix',
  async ([accounts, account, sentence]) => {
    await using listener = await listen(0, {accounts});
    await using signal = attach({host: '127.0.0.1', port: listener.port}, {}, account);
    await signal.is('down');
    expect(signal.bridge.health.inbound).toEqual({open: false, because: expect.stringMatching(sentence)});
  },
);

const OTHER_ACCOUNT =
  'The signal-cli at signal.endpoint serves +15550000001, not +15550000009: nothing is received or sent. ' +
  'Start it with -a +15550000009, or run: rooster config set signal.account +15550000001.';

test('a signal-cli whose keys show another account is refused before anything is sent', {tags: ['fast']}, async () => {
  await using listener = await listen(0, {own: '+15550000001'});
  await using signal = attach({host: '127.0.0.1', port: listener.port}, {}, '+15550000009');
  await signal.is('up');
  const shut = {open: false, because: OTHER_ACCOUNT};
  expect(signal.changes.filter(({outbound}) => outbound.open)).toEqual([]);
  expect(signal.bridge.health).toMatchObject({inbound: shut, outbound: shut});
  expect(await signal.bridge.rpc.send({target: {recipient: 'alice'}, message: 'hello'})).toMatchObject({
    kind: 'unsent',
  });
  expect(listener.asked.map(({method}) => method)).not.toContain('send');
});

test('a quiet signal-cli whose keys show the configured account is sent to', {tags: ['fast']}, async () => {
  await using listener = await listen(0, {own: '+15550000009'});
  await using signal = attach({host: '127.0.0.1', port: listener.port}, {}, '+15550000009');
  await signal.is('up');
  expect(signal.bridge.health.outbound).toEqual({open: true});
  await signal.bridge.rpc.send({target: {recipient: 'alice'}, message: 'hello'});
  expect(listener.asked.at(-1)?.method).toBe('send');
});

test('while nothing shows the account, messages arrive and none leave; the first one opens the way', {
  tags: ['fast'],
}, async () => {
  await using listener = await listen(0);
  await using signal = attach({host: '127.0.0.1', port: listener.port}, {}, '+15550000001');
  await signal.is('up');
  expect(signal.bridge.health).toMatchObject({
    inbound: {open: true},
    outbound: {
      open: false,
      because:
        "Nothing is sent yet: Rooster can't tell whether the signal-cli at signal.endpoint serves +15550000001. " +
        'Send a message to +15550000001, from any phone: it shows the account.',
    },
  });
  const hello = {target: {recipient: 'alice'}, message: 'hello'} as const;
  expect(await signal.bridge.rpc.send(hello)).toMatchObject({kind: 'unsent'});
  expect(await signal.bridge.rpc.listDevices()).not.toMatchObject({kind: 'unsent'});
  listener.say({method: 'receive', params: {subscription: 0, result: received(1)}});
  await until('it is believed', () => signal.bridge.health.outbound.open);
  expect(await signal.bridge.rpc.send(hello)).toMatchObject({kind: 'result'});
});

test('a signal-cli whose messages show another account is refused until it is started with the right one', async () => {
  await using listener = await listen(0);
  await using signal = attach({host: '127.0.0.1', port: listener.port}, {}, '+15550000009');
  await signal.is('up');
  listener.say({method: 'receive', params: {subscription: 0, result: received(1)}});
  await until('it is refused', () => !signal.bridge.health.inbound.open);
  const shut = {open: false, because: OTHER_ACCOUNT};
  expect(signal.bridge.health).toMatchObject({inbound: shut, outbound: shut});
  await until('nothing more is taken', () => listener.asked.at(-1)?.method === 'unsubscribeReceive');
  // signal-cli starts again, with the right account.
  for (const socket of listener.sockets) socket.destroy();
  await signal.is('down');
  await signal.is('up');
  listener.say({method: 'receive', params: {subscription: 0, result: {...received(2), account: '+15550000009'}}});
  await until('it is believed again', () => signal.bridge.health.outbound.open);
});

test('without a configured account, the first received message reveals the account', async () => {
  await using listener = await listen(0);
  await using signal = attach({host: '127.0.0.1', port: listener.port});
  await signal.is('up');
  expect(signal.bridge.health.account).toBeUndefined();
  listener.say({method: 'receive', params: {subscription: 0, result: received(1)}});
  await until('it is known', () => signal.bridge.health.account === '+15550000001');
  expect(signal.changes.at(-1)?.account).toBe('+15550000001');
});

test("a signal-cli that delivers only to subscribers replays; one that also delivers unasked doesn't", async () => {
  await using listener = await listen(0);
  await using signal = attach({host: '127.0.0.1', port: listener.port});
  await signal.is('up');
  expect(signal.bridge.health.replays).toBe(false);
  listener.say({method: 'receive', params: {subscription: 0, result: received(1)}});
  await until('it is known', () => signal.bridge.health.replays);
  listener.say({method: 'receive', params: received(2)});
  await until('it is known better', () => !signal.bridge.health.replays);
});

test('reconnecting waits at most 15 s, however long the outage lasts', async () => {
  using dir = tempDir();
  const clock = fakeClock();
  await using signal = attachWith(deps => attachToSocket({place: {path: join(dir.path, 'socket')}, ...deps}), {clock});
  for (let tries = 0; tries < 10; tries += 1) {
    await signal.is('down');
    const {life} = signal.bridge.health;
    expect('retryAt' in life ? life.retryAt - clock.now() : undefined).toBeLessThanOrEqual(15 * SECOND);
    await clock.advance(15 * SECOND);
  }
});

test("messages that can't be stored stay in memory, in order, until they can", async () => {
  using dir = tempDir();
  const path = join(dir.path, 'socket');
  await using listener = await listen(path);
  let full = true;
  const kept: string[] = [];
  await using signal = attach(
    {path},
    {
      take: lines => {
        if (full) throw new Error('the disk is full');
        kept.push(...lines.map(({raw}) => raw));
      },
    },
  );
  await signal.is('up');
  for (const timestamp of [1, 2, 3]) listener.say({method: 'receive', params: received(timestamp)});
  await until('the health reports the trouble', () => !signal.bridge.health.inbound.open);
  expect(signal.bridge.health.outbound).toEqual({open: true});
  full = false;
  await until('all are kept', () => kept.length === 3);
  expect(kept).toEqual([1, 2, 3].map(timestamp => JSON.stringify(received(timestamp))));
});

test('disposing unsubscribes first and stores the messages that have arrived', async () => {
  using dir = tempDir();
  const path = join(dir.path, 'socket');
  await using listener = await listen(path);
  const signal = attach({path});
  await signal.is('up');
  listener.say({method: 'receive', params: received(1)});
  await signal.bridge[Symbol.asyncDispose]();
  expect(listener.asked.at(-1)?.method).toBe('unsubscribeReceive');
  expect(signal.taken).toHaveLength(1);
  expect(signal.bridge.health.life).toEqual({kind: 'stopped'});
});
