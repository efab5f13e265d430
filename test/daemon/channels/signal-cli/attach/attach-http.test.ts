// @module-tag deep
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, test} from 'vitest';
import {attachToHttp} from '../../../../../src/daemon/channels/signal-cli/attach/attach-http.ts';
import {HOUR, SECOND} from '../../../../../src/shared/time/time.ts';
import {fakeClock, rest} from '../../../../support/fake-clock.ts';
import {until} from '../../../../support/until.ts';
import {attachWith} from '../bridge-fixture.ts';

type Web = AsyncDisposable & {
  readonly base: string;
  readonly asked: readonly {readonly method: string; readonly params: unknown}[];
  readonly urls: readonly string[];
  readonly streams: readonly ServerResponse[];
  write(text: string | Buffer): void;
};

type WebOptions = {
  readonly accounts?: readonly string[];
  /** The status of the stream. */
  readonly stream?: number;
  /** A call's result other than a reply. */
  readonly rpc?: (method: string, response: ServerResponse) => boolean;
};

const serve = async ({accounts, stream = 200, rpc = () => false}: WebOptions = {}): Promise<Web> => {
  const asked: {method: string; params: unknown}[] = [];
  const urls: string[] = [];
  const streams = new Set<ServerResponse>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const part of request) body += String(part);
    const {id, method, params} = JSON.parse(body) as {id: number; method: string; params: unknown};
    asked.push({method, params});
    if (rpc(method, response)) return;
    const end =
      method === 'listAccounts' && accounts === undefined
        ? {error: {code: -32601, message: 'Method not implemented', data: null}}
        : {result: method === 'version' ? {version: '0.14.6'} : (accounts?.map(number => ({number})) ?? [])};
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({jsonrpc: '2.0', id, ...end}));
  };
  const server = createServer((request, response) => {
    urls.push(`${request.method} ${request.url}`);
    if (request.url === '/api/v1/rpc') {
      void answer(request, response);
      return;
    }
    response.writeHead(stream, {'content-type': 'text/event-stream'});
    if (stream === 200) {
      response.flushHeaders();
      streams.add(response);
      response.on('close', () => streams.delete(response));
    } else response.end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    urls,
    get streams() {
      return [...streams];
    },
    write: text => {
      for (const response of streams) response.write(text);
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>(resolve => server.close(() => resolve()));
    },
  };
};

const attach = (base: string, account?: string, times = 10) =>
  attachWith(deps => attachToHttp({base, ...deps, ...(account !== undefined && {account})}), {}, times);
const event = (timestamp: number) => `event:receive\ndata:{"envelope":{"timestamp":${timestamp}},"account":"+1"}\n\n`;

test('attaching asks for the version, opens the stream and passes each message on once', {tags: ['fast']}, async () => {
  await using web = await serve();
  await using signal = attach(web.base);
  await signal.is('up');
  expect(web.urls).toEqual(['POST /api/v1/rpc', 'POST /api/v1/rpc', 'GET /api/v1/events']);
  web.write(':\n');
  const bytes = Buffer.from(`${event(1)}${event(1)}${event(2)}`);
  web.write(bytes.subarray(0, 30));
  web.write(bytes.subarray(30));
  await until('both', () => signal.taken.length >= 2);
  expect(signal.taken.map(({raw}) => JSON.parse(raw))).toEqual([
    {envelope: {timestamp: 1}, account: '+1'},
    {envelope: {timestamp: 2}, account: '+1'},
  ]);
  expect(signal.bridge.health).toMatchObject({outbound: {open: true}, inbound: {open: true}, replays: false});
});

test('a stream without a byte for 40 s is reopened', async () => {
  await using web = await serve();
  await using signal = attach(web.base, undefined, 20);
  await signal.is('up');
  await until('the way in is closed', () => !signal.bridge.health.inbound.open);
  expect(signal.bridge.health).toMatchObject({
    outbound: {open: true},
    inbound: {
      open: false,
      because: 'No messages come from signal-cli: the stream of messages was silent for 40 s. Rooster retries.',
    },
  });
  await until('it is open again', () => signal.bridge.health.inbound.open);
  expect(web.urls.filter(url => url === 'GET /api/v1/events').length).toBeGreaterThanOrEqual(2);
});

test('a stream silent for an hour is reported; calls still work, and later messages arrive', async () => {
  await using web = await serve();
  const clock = fakeClock();
  await using signal = attachWith(deps => attachToHttp({base: web.base, ...deps}), {clock});
  await signal.is('up');
  const streams = () => web.urls.filter(url => url === 'GET /api/v1/events').length;
  const isSettled = () =>
    signal.bridge.health.life.kind === 'up' && (!signal.bridge.health.inbound.open || web.streams.length > 0);
  for (const end = clock.now() + HOUR; clock.now() < end; ) {
    await clock.advance(5 * SECOND);
    await until('what was asked is answered', isSettled);
    expect(signal.bridge.health.outbound).toEqual({open: true});
  }
  // Each lasted 40 s, and the next one came after at most 15 s.
  expect(streams()).toBeGreaterThanOrEqual(60);
  expect(streams()).toBeLessThan(80);
  expect(
    signal.changes.filter(({inbound}) => !inbound.open && inbound.because.includes('silent for 40 s')).length,
  ).toBeGreaterThan(30);
  expect((await signal.bridge.rpc.version()).kind).toBe('result');
  for (let rest = 0; rest < 20 && !signal.bridge.health.inbound.open; rest += 1) await clock.advance(5 * SECOND);
  await until('a stream', () => web.streams.length > 0);
  web.write(event(1));
  await until('what came then', () => signal.taken.length === 1);
  const closing = signal.bridge[Symbol.asyncDispose]();
  await clock.advance(10 * SECOND);
  await closing;
});

test('a stream with only keep-alives stays open', async () => {
  await using web = await serve();
  const clock = fakeClock();
  await using signal = attachWith(deps => attachToHttp({base: web.base, ...deps}), {clock});
  await signal.is('up');
  // Twice as long as silence may last.
  for (const end = clock.now() + 80 * SECOND; clock.now() < end; ) {
    web.write(':\n');
    await rest();
    await clock.advance(5 * SECOND);
  }
  expect(signal.bridge.health.inbound).toEqual({open: true});
  expect(web.urls.filter(url => url === 'GET /api/v1/events')).toHaveLength(1);
});

test('a stream that ends is reopened', async () => {
  await using web = await serve();
  await using signal = attach(web.base);
  await signal.is('up');
  for (const response of web.streams) response.end();
  await until('the way in is closed', () => !signal.bridge.health.inbound.open);
  await until('it is open again', () => signal.bridge.health.inbound.open);
  expect(signal.bridge.health).toMatchObject({restarts: 1, life: {kind: 'up'}});
  web.write(event(1));
  await until('a message', () => signal.taken.length === 1);
});

test('a signal-cli with several accounts gets the account in the URL, with its plus sign encoded', async () => {
  await using web = await serve({accounts: ['+15550000001', '+15550000009']});
  await using signal = attach(web.base, '+15550000001');
  await signal.is('up');
  expect(web.urls.at(-1)).toBe('GET /api/v1/events?account=%2B15550000001');
});

test.for([
  [400, 'signal-cli does not know the account (400)'],
  [404, "isn't signal-cli's own daemon (404), which Rooster needs: signal-cli-rest-api speaks another protocol"],
  [421, 'write that host and port into signal.endpoint'],
  [500, 'signal-cli answered with status 500'],
] as const)('a stream refused with %i is reported with a fix', async ([stream, words]) => {
  await using web = await serve({stream});
  await using signal = attach(web.base);
  await signal.is('down');
  expect(signal.bridge.health.inbound).toEqual({open: false, because: expect.stringContaining(words)});
});

test("a server that doesn't listen is reported", async () => {
  const web = await serve();
  await web[Symbol.asyncDispose]();
  await using signal = attach(web.base);
  await signal.is('down');
  expect(signal.bridge.health.outbound).toEqual({
    open: false,
    because: expect.stringContaining('no signal-cli can be reached there'),
  });
});

test.for([
  ['breaks', (response: ServerResponse) => response.destroy(), {kind: 'lost'}],
  ['says nothing', (response: ServerResponse) => response.writeHead(200).end(), {kind: 'lost'}],
  [
    'fails',
    (response: ServerResponse) => response.writeHead(500).end(),
    {kind: 'lost', because: 'signal-cli answered with status 500'},
  ],
  ['never answers', () => {}, {kind: 'lost', because: 'No answer to sendTyping within 60 s'}],
  ['refuses', (response: ServerResponse) => response.writeHead(415).end(), {kind: 'error', code: -32600}],
  [
    'answers with an error',
    (response: ServerResponse) =>
      response.end('{"jsonrpc":"2.0","error":{"code":-4,"message":"untrusted","data":{"response":{}}},"id":3}'),
    {kind: 'error', code: -4, message: 'untrusted', data: {response: {}}},
  ],
] as const)('a call that %s', async ([, spoil, reply]) => {
  await using web = await serve({
    rpc: (method, response) => {
      if (method !== 'sendTyping') return false;
      spoil(response);
      return true;
    },
  });
  await using signal = attach(web.base, undefined, 20);
  await signal.is('up');
  expect(await signal.bridge.rpc.sendTyping({recipient: 'alice-uuid'})).toMatchObject(reply);
});
