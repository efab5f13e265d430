import {afterEach, beforeEach, expect, test} from 'vitest';
import {type Client, createClient} from '../../../src/ipc/wire/client.ts';
import {RemoteError} from '../../../src/ipc/wire/errors.ts';
import {encodeNotice} from '../../../src/ipc/wire/messages.ts';
import type {NoticeOf} from '../../../src/ipc/wire/peer.ts';
import type {CloseReason} from '../../../src/ipc/wire/transport.ts';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
import {settle} from '../../support/fake-clock.ts';
import type {RawMessage} from '../../support/raw-client.ts';
import {
  clientAgainstBareServer,
  servedPair,
  type TestMethods,
  type TestNotices,
  testScene,
} from '../../support/test-peer.ts';

const openClient = (scene = testScene()) => {
  const pair = servedPair(scene);
  const notices: NoticeOf<TestNotices>[] = [];
  const client: Client<TestMethods> = createClient<TestMethods, TestNotices>({
    transport: pair.wire,
    clock: pair.clock,
    onNotice: notice => notices.push(notice),
  });
  return {...pair, client, notices};
};

/** Sends raw lines to a served peer. */
const openRaw = (scene = testScene(), lineCap?: number) => {
  const pair = servedPair(scene, lineCap);
  const said: RawMessage[] = [];
  const closed = Promise.withResolvers<CloseReason>();
  pair.wire.start({message: line => said.push(JSON.parse(line)), error: () => {}, close: closed.resolve});
  const send = async (line: string | Buffer): Promise<void> => {
    pair.wire.send(typeof line === 'string' ? `${line}\n` : line);
    await settle();
  };
  return {...pair, said, send, closed: closed.promise};
};

const request = (id: unknown, method: string, params?: unknown): string =>
  JSON.stringify({jsonrpc: '2.0', id, method, params});

const caught = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    error => error,
  );

// json-rpc-2.0 prints by default; a daemon and a terminal UI must not.
const printed: unknown[][] = [];
const console_ = {...console};
beforeEach(() => {
  printed.length = 0;
  for (const way of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    console[way] = (...words: unknown[]) => void printed.push(words);
  }
});
afterEach(() => {
  Object.assign(console, console_);
  expect(printed).toEqual([]);
});

test('a call gets the result of its handler', async () => {
  const {client} = openClient();
  expect(await client.call('echo', {text: 'quack 🦆\n\u2028'})).toEqual({text: 'quack 🦆\n\u2028'});
});

test('requests of one connection run in parallel, so a later one may be answered first', async () => {
  const scene = testScene();
  const {client} = openClient(scene);
  const order: string[] = [];
  const slow = client.call('wait', {}).then(() => order.push('slow'));
  await client.call('echo', {text: 'x'}).then(() => order.push('quick'));
  scene.release();
  await slow;
  expect(order).toEqual(['quick', 'slow']);
});

test('a GatewayError arrives at the caller with its code and its sentence', async () => {
  const {client, bugs} = openClient(
    testScene({failures: {busy: new GatewayError('busy', 'The session is busy; try again later.', {cause: 'secret'})}}),
  );
  const error = await caught(client.call('fail', {how: 'busy'}));
  expect(error).toBeInstanceOf(GatewayError);
  expect(error).toMatchObject({
    code: 'busy',
    message: 'The session is busy; try again later.',
    rpcCode: -32000,
    data: {code: 'busy', message: 'The session is busy; try again later.'},
  });
  expect(bugs).toEqual([]);
});

test('an unexpected exception becomes a fixed sentence for the caller, and is reported locally', async () => {
  const bug = new TypeError('the api key sk-123 is undefined');
  const {client, bugs} = openClient(testScene({failures: {bug, text: 'just a text', nothing: undefined}}));
  for (const how of ['bug', 'text', 'nothing']) {
    const error = await caught(client.call('fail', {how}));
    expect(error).toMatchObject({code: 'failed', rpcCode: -32603});
    expect(String(error)).not.toContain('sk-123');
  }
  expect(bugs).toEqual([
    [bug, 'fail'],
    ['just a text', 'fail'],
    [undefined, 'fail'],
  ]);
});

test('an exception in a notice handler is reported locally, too', async () => {
  const bug = new Error('nobody waits for this');
  const {send, said, bugs} = openRaw(testScene({failures: {bug}}));
  await send(JSON.stringify({jsonrpc: '2.0', method: 'fail', params: {how: 'bug'}}));
  expect([said, bugs]).toEqual([[], [[bug, 'fail']]]);
});

test("a result that isn't JSON is a bug and gets an error", async () => {
  const {client, bugs} = openClient(testScene({ask: () => 10n}));
  expect(await caught(client.call('ask', {}))).toMatchObject({code: 'failed', rpcCode: -32603});
  expect(bugs.length).toBe(1);
});

test('a response larger than any client accepts becomes an error', async () => {
  const {client, bugs} = openClient(testScene({ask: () => 'x'.repeat(64 * 1024 * 1024)}));
  expect(await caught(client.call('ask', {}))).toMatchObject({
    code: 'failed',
    message: 'The answer is larger than 64 MiB; ask for less at a time.',
  });
  expect(bugs).toEqual([]);
});

test('a handler without a result is answered with null', async () => {
  const {client} = openClient();
  expect(await client.call('ask', {})).toBe(null);
});

test.each<[title: string, line: string, id: unknown, code: number]>([
  ['no JSON', 'hello', null, -32700],
  ['an empty line', '', null, -32700],
  ['half a message', '{"jsonrpc":"2.0","id":1,"method":"echo"', null, -32700],
  ['a control character in a text', '{"jsonrpc":"2.0","id":1,"method":"a\0b"}', null, -32700],
  ['two messages on a line', `${request(1, 'hello')}${request(2, 'hello')}`, null, -32700],
  ['null', 'null', null, -32600],
  ['a number', '7', null, -32600],
  ['a text', '"hello"', null, -32600],
  ['a batch', `[${request(1, 'hello')}]`, null, -32600],
  ['an empty batch', '[]', null, -32600],
  ['an object without anything', '{}', null, -32600],
  ['no version', '{"id":1,"method":"hello"}', 1, -32600],
  ['another version', '{"jsonrpc":"1.0","id":"a","method":"hello"}', 'a', -32600],
  ['no method', '{"jsonrpc":"2.0","id":1}', 1, -32600],
  ['a method that is a number', '{"jsonrpc":"2.0","id":1,"method":5}', 1, -32600],
  ['a method that is an object', '{"jsonrpc":"2.0","id":1,"method":{"toString":1}}', 1, -32600],
  ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"hello"}', null, -32600],
  ['an id that is true', '{"jsonrpc":"2.0","id":true,"method":"hello"}', null, -32600],
  ['params that are a text', '{"jsonrpc":"2.0","id":1,"method":"echo","params":"x"}', 1, -32600],
  ['a request that is also an answer', '{"jsonrpc":"2.0","id":1,"method":"hello","result":1}', 1, -32600],
  ['a method that is not there', request(1, 'nope'), 1, -32601],
  ['a method named like a part of every object', request(1, '__proto__'), 1, -32601],
  ['a method named constructor', request(1, 'constructor'), 1, -32601],
  ['an empty method', request(1, ''), 1, -32601],
  ['params of the wrong shape', request(1, 'echo', {text: 5}), 1, -32602],
  ['no params where some are needed', request(1, 'echo'), 1, -32602],
  [
    '__proto__ in the params',
    '{"jsonrpc":"2.0","id":1,"method":"echo","params":{"__proto__":{"text":"x"}}}',
    1,
    -32602,
  ],
])('%s gets its error, and the connection continues', async (_, line, id, code) => {
  const {send, said} = openRaw();
  await send(line);
  expect(said).toEqual([{jsonrpc: '2.0', id, error: {code, message: expect.stringMatching(/\S/u)}}]);
  await send(request('after', 'echo', {text: 'still here'}));
  expect(said[1]).toEqual({jsonrpc: '2.0', id: 'after', result: {text: 'still here'}});
});

test('JSON nested ten thousand deep gets an ordinary answer', async () => {
  const {send, said} = openRaw();
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  await send(deep);
  await send(`{"jsonrpc":"2.0","id":1,"method":"echo","params":{"text":${deep}}}`);
  await send(`{"jsonrpc":"2.0","id":${deep},"method":"hello"}`);
  expect(said.map(({error}) => error?.code)).toEqual([-32600, -32602, -32600]);
});

test('the same id twice means two requests with two responses', async () => {
  const {send, said} = openRaw();
  await send(`${request(1, 'echo', {text: 'a'})}\n${request(1, 'echo', {text: 'b'})}`);
  expect(said.map(({id, result}) => [id, result])).toEqual([
    [1, {text: 'a'}],
    [1, {text: 'b'}],
  ]);
});

test("a request with the id null gets a response, and a notice without id doesn't", async () => {
  const {send, said} = openRaw();
  await send(request(null, 'hello'));
  await send(JSON.stringify({jsonrpc: '2.0', method: 'hello'}));
  await send(JSON.stringify({jsonrpc: '2.0', method: 'nope'}));
  expect(said).toEqual([{jsonrpc: '2.0', id: null, result: {welcome: true}}]);
});

test('an unexpected response is ignored', async () => {
  const {send, said} = openRaw();
  await send('{"jsonrpc":"2.0","id":1,"result":{}}');
  await send('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"No!"}}');
  expect(said).toEqual([]);
});

test('a line with invalid UTF-8 gets a parse error, and the connection continues', async () => {
  const {send, said} = openRaw();
  await send(Buffer.from([0x22, 0xff, 0x22, 0x0a]));
  await send(request(1, 'hello'));
  expect(said.map(({error, result}) => error?.code ?? result)).toEqual([-32700, {welcome: true}]);
});

test('a line above the limit gets an error, and the connection ends', async () => {
  const {send, said, closed} = openRaw(testScene(), 100);
  await send(`${'x'.repeat(200)}\n${request(1, 'hello')}`);
  expect(said).toEqual([{jsonrpc: '2.0', id: null, error: {code: -32700, message: expect.stringContaining('longer')}}]);
  expect(await closed).toEqual({kind: 'there'});
});

test('a connection with broken framing is cut after 5 s if the other side keeps it open', async () => {
  const {send, connection, clock, wire} = openRaw(testScene(), 100);
  wire.pause();
  await send('x'.repeat(200));
  let over = false;
  void connection.closed.then(() => {
    over = true;
  });
  await clock.advance(4_999);
  expect(over).toBe(false);
  await clock.advance(1);
  expect([over, clock.timers]).toEqual([true, 0]);
});

test('a batch gets an error that says how to do without', async () => {
  const {send, said} = openRaw();
  await send(`[${request(1, 'hello')}]`);
  expect(said[0]?.error?.message).toBe('Batches are not supported. Send one message per line.');
});

test('messages after a response are sent after it, and not at all after an error', async () => {
  const after = (caller: {connection: {send(line: string): void}; afterAnswer(run: () => void): void}): void =>
    caller.afterAnswer(() => caller.connection.send(encodeNotice<TestNotices, 'event'>('event', {seq: 1})));
  let fails = false;
  const {send, said} = openRaw(
    testScene({
      ask: caller => {
        after(caller);
        if (fails) throw new GatewayError('failed', 'It failed.');
        return 'the answer';
      },
    }),
  );
  await send(request(1, 'ask'));
  fails = true;
  await send(request(2, 'ask'));
  expect(said.map(({result, method, error}) => result ?? method ?? error?.message)).toEqual([
    'the answer',
    'event',
    'It failed.',
  ]);
});

test('after a client ends its side its requests finish, then the connection ends', async () => {
  const scene = testScene();
  const {connection, wire} = openRaw(scene);
  wire.send(`${request(1, 'wait')}\n`);
  wire.close();
  let over = false;
  void connection.closed.then(() => {
    over = true;
  });
  await settle();
  expect([scene.waiting, over]).toEqual([1, false]);
  scene.release();
  await settle();
  expect(over).toBe(true);
});

test('a connection runs at most 128 requests at a time; the rest wait unread', async () => {
  const scene = testScene();
  const {send, said} = openRaw(scene);
  await send(Array.from({length: 300}, (_, id) => request(id, 'wait')).join('\n'));
  expect(scene.waiting).toBe(128);
  scene.release();
  await settle();
  expect([said.length, scene.waiting]).toEqual([128, 128]);
  scene.release();
  await settle();
  scene.release();
  await settle();
  expect(said.map(({id}) => id)).toEqual(Array.from({length: 300}, (_, id) => id));
});

test("a client that doesn't read its responses isn't read from either", async () => {
  let asked = 0;
  const {send, wire} = openRaw(
    testScene({
      ask: () => {
        asked += 1;
        return 'x'.repeat(100_000);
      },
    }),
  );
  wire.pause();
  for (let id = 0; id < 500; id += 1) await send(request(id, 'ask'));
  expect(asked).toBeLessThan(20);
  wire.resume();
  await settle();
  await settle();
  for (let turn = 0; turn < 200 && asked < 500; turn += 1) await settle();
  expect(asked).toBe(500);
});

test('every pending call is rejected when the connection ends, and so is every later one', async () => {
  const {client, connection, clock} = openClient();
  const pending = [caught(client.call('wait', {})), caught(client.call('wait', {}))];
  await settle();
  connection.close();
  for (const error of await Promise.all(pending)) {
    expect(error).toMatchObject({code: 'unavailable', message: 'The other side closed the connection.'});
  }
  expect(await client.closed).toEqual({kind: 'there'});
  expect(await caught(client.call('hello', {}))).toMatchObject({code: 'unavailable'});
  expect(clock.timers).toBe(0);
});

test("a client sees the daemon's reason for closing", async () => {
  const {client, connection, notices} = openClient();
  connection.send(encodeNotice<TestNotices, 'closing'>('closing', {reason: 'The daemon is stopping.'}));
  connection.close();
  expect(await client.closed).toEqual({kind: 'announced', message: 'The daemon is stopping.'});
  expect(notices).toEqual([{method: 'closing', params: {reason: 'The daemon is stopping.'}}]);
});

test('a call without a timely response is rejected, and its late response does no harm', async () => {
  const scene = testScene();
  const {client, clock} = openClient(scene);
  const first = caught(client.call('wait', {}, {timeoutMs: 1_000}));
  const second = caught(client.call('wait', {}));
  const third = client.call('wait', {}, {timeoutMs: Number.POSITIVE_INFINITY});
  await clock.advance(1_000);
  expect(await first).toMatchObject({code: 'unavailable', message: 'No answer to wait within 1 s.'});
  await clock.advance(29_000);
  expect(await second).toMatchObject({code: 'unavailable', message: 'No answer to wait within 30 s.'});
  await clock.advance(1_000_000);
  scene.release();
  expect(await third).toEqual({waited: true});
  expect(await client.call('echo', {text: 'on we go'})).toEqual({text: 'on we go'});
  expect(clock.timers).toBe(0);
});

test('notices arrive in the order they were sent, around the responses', async () => {
  const {client, connection, notices} = openClient();
  for (const seq of [1, 2, 3]) connection.send(encodeNotice<TestNotices, 'event'>('event', {seq}));
  await client.call('hello', {});
  expect(notices).toEqual([1, 2, 3].map(seq => ({method: 'event', params: {seq}})));
});

test('disposing a client ends the connection at both ends and leaves no timer', async () => {
  const {client, connection, clock} = openClient();
  await client.call('hello', {});
  await client[Symbol.asyncDispose]();
  expect(await connection.closed).toEqual({kind: 'there'});
  expect(clock.timers).toBe(0);
  await client[Symbol.asyncDispose]();
});

test("a client whose server doesn't read is disposed within a second", async () => {
  const {client, clock} = clientAgainstBareServer({deaf: true});
  const call = caught(client.call('hello', {}));
  const disposing = client[Symbol.asyncDispose]();
  await clock.advance(999);
  expect(clock.timers).toBeGreaterThan(0);
  await clock.advance(1);
  await disposing;
  expect(await call).toMatchObject({code: 'unavailable'});
  expect(clock.timers).toBe(0);
});

test('a client survives a hostile server: garbage, odd responses, calls in the wrong direction', async () => {
  const {client, server} = clientAgainstBareServer();
  const call = client.call('echo', {text: 'x'});
  await settle();
  for (const line of ['', 'garbage', '[]', '[{}]', 'null', '{"jsonrpc":"2.0","id":99,"result":1}', '{"id":1}']) {
    server.send(`${line}\n`);
  }
  server.send(`${request(5, 'echo', {text: 'you do it'})}\n`);
  server.send('{"jsonrpc":"2.0","id":1,"error":"not even an object"}\n');
  expect(await caught(call)).toMatchObject({code: 'failed'});
  await settle();
  expect(server.heard.at(-1)).toMatchObject({id: 5, error: {code: -32601}});
});

test("a peer's own error codes and data reach the caller", async () => {
  const {client, server} = clientAgainstBareServer();
  const call = caught(client.call('hello', {}));
  await settle();
  const data = {response: {results: [{type: 'RATE_LIMIT_FAILURE'}]}};
  server.send(`${JSON.stringify({jsonrpc: '2.0', id: 1, error: {code: -5, message: 'rate limit', data}})}\n`);
  const error = await call;
  expect(error).toBeInstanceOf(RemoteError);
  expect(error).toMatchObject({code: 'failed', rpcCode: -5, message: 'rate limit', data});
});

test('an error about an unreadable line becomes the reason for the end', async () => {
  const {client, server} = clientAgainstBareServer();
  const call = caught(client.call('echo', {text: 'a very long text'}));
  server.send('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"This line is too long."}}\n');
  server.close();
  expect(await call).toMatchObject({code: 'unavailable', message: 'This line is too long.'});
});
