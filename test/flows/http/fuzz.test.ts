// Random and slow clients: the door answers each or closes it, stays up, and holds no more than it may.
// @module-tag deep
import http, {type RequestListener, type ServerOptions} from 'node:http';
import {syncBuiltinESMExports} from 'node:module';
import {connect} from 'node:net';
import {gzipSync} from 'node:zlib';
import {expect, test} from 'vitest';
import {collectGarbage} from '../../support/collect-garbage.ts';
import {ROUNDS} from '../../support/crash-steps.ts';
import {openDoor, SECRET} from '../../support/http-door.ts';
import {seededRandom} from '../../support/seeded-random.ts';

const REQUESTS = ROUNDS > 1 ? 100_000 : 20_000;
const PIPELINED = 20;

test(`${REQUESTS} random requests, pipelined, are answered, and the door stays up`, async () => {
  const random = seededRandom(15);
  const below = (end: number): number => Math.floor(random() * end);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  const noise = (): Buffer => Buffer.from(Array.from({length: below(200)}, () => below(256)));
  const request = (method: string, path: string, headers: string, body: Buffer): Buffer => {
    const head = `${method} ${path} HTTP/1.1\r\nHost: a\r\n${headers}Content-Length: ${body.length}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head, 'latin1'), body]);
  };
  const some = (): string => Array.from({length: below(4)}, () => pick(HEADERS)).join('');
  const kinds = [
    () => request(pick(['GET', 'HEAD']), pick(['/health', '/metrics', `/${below(1e9)}`]), some(), Buffer.of()),
    // Its body is read, whatever it holds.
    () => request('POST', pick(['/hooks/ci', '/hooks/ci?wait=1']), AUTH, pick([noise, () => BODY, () => BOMB])()),
    () => request('POST', '/wake', `${AUTH}Content-Type: application/json\r\n`, pick([noise, () => BODY])()),
  ];
  /** The server closes the connection after it. */
  const last = (): Buffer =>
    pick([
      () =>
        request(pick(['POST', 'PUT']), pick(['/hooks/ci', '/wake', '/hooks/%ff']), some(), pick([noise, () => BOMB])()),
      () =>
        Buffer.concat(
          Array.from({length: 1 + below(12)}, () => pick([noise, () => Buffer.from(pick(PIECES), 'latin1')])()),
        ),
    ])();

  await using door = await openDoor({
    config: {
      hooks: {ci: {secret: SECRET, target: 'rooster:main', reply: 'note'}},
      http: {listen: '127.0.0.1:0', wake: {secret: SECRET, trust: 'public'}},
    },
    offline: true,
  });
  const {hostname, port} = new URL(door.origin);
  let answered = 0;
  const send = (bytes: Buffer): Promise<void> =>
    new Promise(resolve => {
      const socket = connect({host: hostname, port: Number(port)}, () => socket.end(bytes));
      socket.on('data', data => (answered += data.toString('latin1').split('HTTP/1.1 ').length - 1));
      socket.on('error', () => {});
      socket.on('close', () => resolve());
    });
  const before = heapInUse();
  while (answered < REQUESTS)
    await Promise.all(
      Array.from({length: 20}, () =>
        send(Buffer.concat([...Array.from({length: PIPELINED}, () => pick(kinds)()), last()])),
      ),
    );
  expect((await door.get('/health')).status).toBe(200);
  expect(heapInUse() - before).toBeLessThan(150_000_000);
  expect(door.fixture.log.lines.length).toBeLessThan(100);
  expect(JSON.stringify(door.fixture.log)).not.toContain(SECRET);
});

test('a connection that sends its headers too slowly is closed', async () => {
  using limits = fasterLimits();
  await using door = await openDoor();
  const {hostname, port} = new URL(door.origin);
  const text = await new Promise<string>(resolve => {
    let said = '';
    const socket = connect({host: hostname, port: Number(port)}, () =>
      socket.write('POST /hooks/ci HTTP/1.1\r\nX-Slow: '),
    );
    const drip = setInterval(() => socket.write('x'), 5);
    socket.on('data', chunk => (said += String(chunk)));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(drip);
      resolve(said);
    });
  });
  expect(text).toMatch(/^HTTP\/1\.1 408 /u);
  expect(limits.longestMs()).toBeLessThan(20_000);
});

/** Without what the collector would free: when it runs depends on the machine. */
const heapInUse = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

/** The next server's limits for headers come a hundred times as fast. */
const fasterLimits = (): Disposable & {readonly longestMs: () => number} => {
  const create = http.createServer;
  let longestMs = Number.POSITIVE_INFINITY;
  http.createServer = ((options: ServerOptions, answer: RequestListener) => {
    const {headersTimeout = 0, connectionsCheckingInterval = 0} = options;
    longestMs = headersTimeout + connectionsCheckingInterval;
    return create(
      {
        ...options,
        headersTimeout: headersTimeout / 100,
        connectionsCheckingInterval: connectionsCheckingInterval / 100,
      },
      answer,
    );
  }) as typeof create;
  syncBuiltinESMExports();
  return {
    longestMs: () => longestMs,
    [Symbol.dispose]: () => {
      http.createServer = create;
      syncBuiltinESMExports();
    },
  };
};

const AUTH = `Authorization: Bearer ${SECRET}\r\n`;
const BODY = Buffer.from(JSON.stringify({user_id: 'alice', message: 'Look.', alarm_id: 'a1'}));
/** A megabyte of zeros in a kilobyte. */
const BOMB = gzipSync(Buffer.alloc(1_000_000));
const HEADERS = [
  AUTH,
  'Authorization: Bearer wrong\r\n',
  'Content-Encoding: gzip\r\n',
  'Content-Type: application/json\r\n',
  'Content-Type: text/plain; charset=utf-16\r\n',
  'Idempotency-Key: k1\r\n',
  'Idempotency-Key: \r\n',
  'X-Noise: \xff\xfe\r\n',
];
const PIECES = [
  'POST ',
  'GET ',
  '/hooks/ci',
  '/wake',
  ' HTTP/1.1\r\n',
  'Host: a\r\n',
  ...HEADERS,
  'Content-Length: 4\r\n',
  'Content-Length: 9999\r\n',
  'Transfer-Encoding: chunked\r\n',
  '\r\n',
  '{}',
  '4\r\nabcd\r\n0\r\n\r\n',
  '\0',
  '\xff\xfe',
];
