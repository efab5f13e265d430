// The HTTP server: opened, moved and closed by the configuration, bounded against hostile clients.
import {lstatSync} from 'node:fs';
import {createServer, request} from 'node:http';
import {connect} from 'node:net';
import {gzipSync} from 'node:zlib';
import {expect, test} from 'vitest';
import {freePort} from '../../support/free-port.ts';
import {type Door, openDoor, SECRET} from '../../support/http-door.ts';
import {until, untilGiven} from '../../support/until.ts';

const note = {secret: SECRET, target: 'rooster:main', reply: 'note'};

test('nothing listens without http.listen', async () => {
  await using door = await openDoor({config: {http: undefined}});
  expect((await door.fixture.call('daemon.status', {})).http).toBeUndefined();
});

test('the door follows the configuration', async () => {
  await using door = await openDoor();
  expect((await door.get('/health')).status).toBe(200);
  await door.fixture.call('config.set', {key: 'http', value: undefined});
  await untilHttp(door, http => http === undefined);
  await expect(door.get('/health')).rejects.toThrow();
  await door.fixture.call('config.set', {key: 'http', value: {listen: '127.0.0.1:0'}});
  const http = await untilHttp(door, open => open !== undefined);
  expect((await fetch(`http://${http?.listen}/ready`)).status).toBe(200);
});

test('a Unix socket is private, and goes with the daemon', async () => {
  let path = '';
  {
    await using door = await openDoor({config: {http: undefined}});
    path = `${door.dir}/door.sock`;
    await door.fixture.call('config.set', {key: 'http', value: {listen: path}});
    await untilHttp(door, http => http?.listen === path);
    expect(lstatSync(path).mode & 0o777).toBe(0o600);
    expect(await statusOverSocket(path)).toBe(200);
  }
  expect(lstatSync(path, {throwIfNoEntry: false})).toBeUndefined();
});

test('a taken port is a problem, and is tried again until it is free', async () => {
  await using door = await openDoor({config: {http: undefined}});
  const other = createServer();
  const port = await freePort();
  await new Promise<void>(resolve => other.listen(port, '127.0.0.1', resolve));
  const listen = `127.0.0.1:${port}`;
  await door.fixture.call('config.set', {key: 'http', value: {listen}});
  const problems = async () => (await door.fixture.call('daemon.status', {})).problems.map(({key}) => key);
  await untilTrue('a problem', async () => (await problems()).includes('http.listen'));
  await new Promise(resolve => other.close(resolve));
  await door.fixture.clock.advance(30_000);
  await untilHttp(door, http => http?.listen === listen);
  expect(await problems()).not.toContain('http.listen');
});

test('health, readiness and figures name nobody', async () => {
  await using door = await openDoor({config: {hooks: {ci: note}}, answers: ['Hello.']});
  await door.fixture.say('Hi, I am Alice.');
  expect(await (await door.get('/health')).json()).toEqual({status: 'ok'});
  expect(await (await door.get('/ready')).json()).toEqual({status: 'ready'});
  const figures = await (await door.get('/metrics')).text();
  expect(figures).toContain('rooster_turns_total{outcome="replied"} 1');
  expect(figures).toContain('# TYPE rooster_deliveries_total counter');
  expect(figures).toContain('rooster_queue{state="busy"} 0');
  expect(figures).not.toMatch(/alice|rooster:main|ci/iu);
  for (const line of figures.trim().split('\n')) {
    expect(line).toMatch(
      /^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{[a-z]+="[a-z]+"(?:,[a-z]+="[a-z]+")*\})? [\d.e+-]+)$/u,
    );
  }
});

test('a stopping daemon answers a request that waits for its reply', async () => {
  const waiting: Promise<Response>[] = [];
  {
    await using door = await openDoor({answers: [{hang: true}]});
    waiting.push(door.post('/hooks/ci?wait=60', '{}'));
    await door.fixture.event('turn.started');
  }
  expect((await waiting[0])?.status).toBe(202);
});

test('hostile requests end alone: the door stays open, and nothing is stored', async () => {
  await using door = await openDoor({config: {hooks: {ci: note}}});
  const auth = `Authorization: Bearer ${SECRET}\r\n`;
  const hostile = [
    'GARBAGE\r\n\r\n',
    `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    `GET /health HTTP/1.1\r\nHost: a\r\nX-Big: ${'x'.repeat(40_000)}\r\n\r\n`,
    'GET //evil.example/%ff HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    `POST /hooks/ci HTTP/1.1\r\nHost: a\r\n${auth}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nxxxxx`,
    `POST /hooks/ci HTTP/1.1\r\nHost: a\r\n${auth}Content-Length: 99999999999\r\n\r\nxxxxx`,
    `POST /hooks/ci HTTP/1.1\r\nHost: a\r\n${auth}Content-Type: text/plain; charset=utf-16\r\nContent-Length: 2\r\n\r\nhi`,
    `POST /hooks/__proto__ HTTP/1.1\r\nHost: a\r\n${auth}Content-Length: 2\r\nConnection: close\r\n\r\nhi`,
  ];
  for (const bytes of hostile) expect(await rawStatus(door, bytes)).toMatch(/^(?:400|404|413|415|431)$/u);
  const bomb = gzipSync(Buffer.alloc(10_000_000));
  expect((await door.post('/hooks/ci', bomb, {'content-encoding': 'gzip'})).status).toBe(415);
  const deep = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
  expect((await door.post('/hooks/ci', deep)).status).toBe(202);
  expect((await door.get('/health')).status).toBe(200);
  const {messages} = await door.fixture.call('session.history', {session: 'rooster:main', limit: 9});
  expect(messages).toHaveLength(1);
});

test('pipelined requests are answered in order', async () => {
  await using door = await openDoor();
  const one = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n';
  const last = 'GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const text = await raw(door, one.repeat(50) + last);
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d+)/gmu)].map(([, status]) => status);
  expect(statuses).toEqual([...Array(50).fill('200'), '404']);
});

test('more than 64 connections are closed, and the others go on', async () => {
  await using door = await openDoor();
  const {hostname, port} = new URL(door.origin);
  let closed = 0;
  const sockets = Array.from({length: 80}, () => {
    const socket = connect({host: hostname, port: Number(port)});
    // A slow sender: a header that never ends.
    socket.on('connect', () => socket.write('POST /hooks/ci HTTP/1.1\r\nX-Slow: '));
    socket.on('error', () => {});
    socket.on('close', () => (closed += 1));
    return socket;
  });
  await until('the surplus connections are closed', () => closed >= 16);
  expect(closed).toBe(16);
  // Whoever sends nothing keeps nobody out: the oldest ones make room.
  for (let count = 0; count < 5; count += 1) expect((await door.get('/health')).status).toBe(200);
  expect(closed).toBeLessThanOrEqual(16 + 5);
  for (const socket of sockets) socket.destroy();
  await untilTrue('an answer', async () => (await door.get('/health').catch(() => undefined))?.status === 200);
});

test('a request that is being answered keeps its connection while others come', async () => {
  let answer = (): void => {};
  const asked = Promise.withResolvers<void>();
  const isReady = new Promise<string>(resolve => {
    answer = () => resolve('Done.');
  });
  await using door = await openDoor({
    answers: [
      async () => {
        asked.resolve();
        return isReady;
      },
    ],
  });
  const waiting = door.post('/hooks/ci?wait=30', '{}');
  await asked.promise;
  const {hostname, port} = new URL(door.origin);
  const sockets = Array.from({length: 80}, () => connect({host: hostname, port: Number(port)}).on('error', () => {}));
  await Promise.all(sockets.slice(0, 64).map(socket => new Promise(resolve => socket.once('connect', resolve))));
  expect((await door.get('/health')).status).toBe(200);
  answer();
  expect(await (await waiting).json()).toMatchObject({reply: 'Done.'});
  for (const socket of sockets) socket.destroy();
});

test('the metrics are for programs of this machine, and not for a web page with a name for its address', async () => {
  await using door = await openDoor();
  const {port} = new URL(door.origin);
  const statusFor = async (host: string): Promise<string> =>
    (await raw(door, `GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).slice(9, 12);
  for (const host of [`127.0.0.1:${port}`, 'localhost', `LOCALHOST:${port}`, `[::1]:${port}`]) {
    expect([host, await statusFor(host)]).toEqual([host, '200']);
  }
  for (const host of ['evil.example', `127.0.0.1.evil.example:${port}`, 'localhost.evil.example', '']) {
    expect([host, await statusFor(host)]).toEqual([host, '403']);
  }
});

type Http = {readonly listen: string} | undefined;

const untilHttp = async (door: Door, fits: (http: Http) => boolean): Promise<Http> => {
  let http: Http;
  await untilTrue('the door', async () => {
    ({http} = await door.fixture.call('daemon.status', {}));
    return fits(http);
  });
  return http;
};

const untilTrue = (what: string, look: () => Promise<boolean>): Promise<true> =>
  untilGiven(what, async () => (await look()) || undefined);

const statusOverSocket = (socketPath: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request({socketPath, path: '/health', agent: false}, response => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end();
  });

const raw = (door: Door, bytes: string): Promise<string> =>
  new Promise(resolve => {
    const {hostname, port} = new URL(door.origin);
    let text = '';
    const socket = connect({host: hostname, port: Number(port)}, () => socket.write(bytes));
    socket.on('data', chunk => (text += chunk.toString()));
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });

const rawStatus = async (door: Door, bytes: string): Promise<string> =>
  /^HTTP\/1\.1 (\d+)/u.exec(await raw(door, bytes))?.[1] ?? 'none';
