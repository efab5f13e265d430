// Random and slow clients: the door answers each or closes it, stays up, and holds no more than it may.
// @module-tag deep
import {connect} from 'node:net';
import {expect, test} from 'vitest';
import {openDoor, SECRET} from '../../support/http-door.ts';
import {seededRandom} from '../../support/seeded-random.ts';

test('random bytes on 5,000 connections leave the door up', {timeout: 180_000}, async () => {
  const random = seededRandom(15);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const noise = (): string =>
    Array.from({length: Math.floor(random() * 200)}, () => String.fromCharCode(Math.floor(random() * 256))).join('');
  const pieces = [
    'POST ',
    'GET ',
    '/hooks/ci',
    '/wake',
    '?wait=1',
    ' HTTP/1.1\r\n',
    'Host: a\r\n',
    `Authorization: Bearer ${SECRET}\r\n`,
    'Content-Length: 4\r\n',
    'Content-Length: 9999\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Content-Encoding: gzip\r\n',
    'Idempotency-Key: \r\n',
    '\r\n',
    '{}',
    '4\r\nabcd\r\n0\r\n\r\n',
    '\0',
    '\xff\xfe',
  ];
  await using door = await openDoor({config: {hooks: {ci: {secret: SECRET, target: 'rooster:main', reply: 'note'}}}});
  const {hostname, port} = new URL(door.origin);
  const before = process.memoryUsage().heapUsed;
  const send = (bytes: string): Promise<void> =>
    new Promise(resolve => {
      const socket = connect({host: hostname, port: Number(port)}, () => socket.end(Buffer.from(bytes, 'latin1')));
      socket.on('data', () => {});
      socket.on('error', () => {});
      socket.on('close', () => resolve());
    });
  for (let round = 0; round < 250; round += 1) {
    await Promise.all(
      Array.from({length: 20}, () =>
        send(
          Array.from({length: 1 + Math.floor(random() * 12)}, () => (random() < 0.15 ? noise() : pick(pieces))).join(
            '',
          ),
        ),
      ),
    );
  }
  expect((await door.get('/health')).status).toBe(200);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(150_000_000);
  expect(JSON.stringify(door.fixture.log)).not.toContain(SECRET);
});

test('a connection that sends its headers too slowly is closed', {timeout: 60_000}, async () => {
  await using door = await openDoor();
  const {hostname, port} = new URL(door.origin);
  const began = performance.now();
  const text = await new Promise<string>(resolve => {
    let said = '';
    const socket = connect({host: hostname, port: Number(port)}, () =>
      socket.write('POST /hooks/ci HTTP/1.1\r\nX-Slow: '),
    );
    const drip = setInterval(() => socket.write('x'), 500);
    socket.on('data', chunk => (said += String(chunk)));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(drip);
      resolve(said);
    });
  });
  expect(text).toMatch(/^HTTP\/1\.1 408 /u);
  expect(performance.now() - began).toBeLessThan(20_000);
});
