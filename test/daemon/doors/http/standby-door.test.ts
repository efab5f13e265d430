// The HTTP server of a daemon that stands by, with real requests: where it sends them, and that no request chooses that.

import {once} from 'node:events';
import {createServer, type IncomingMessage} from 'node:http';
import {type AddressInfo, connect} from 'node:net';
import {expect, test} from 'vitest';
import {keepStandbyDoor} from '../../../../src/daemon/bootstrap/doors/kept-door.ts';
import {readHttpBase} from '../../../../src/daemon/doors/http/standby-door.ts';
import {systemClock} from '../../../../src/shared/time/clock.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {openDoor, SECRET, signed} from '../../../support/http-door.ts';
import {memoryLog} from '../../../support/memory-log.ts';

/** A server on a free port whose holder is known, or not. */
const openStandby = async (holder: () => string | undefined | Promise<string | undefined>) => {
  const listen = '127.0.0.1:0';
  const door = keepStandbyDoor({clock: systemClock(), log: memoryLog(), wanted: () => listen, holder});
  await door.follow();
  const origin = `http://${door.opened()?.address}`;
  return {
    origin,
    ask: (path: string, init: RequestInit = {}) => fetch(`${origin}${path}`, {redirect: 'manual', ...init}),
    [Symbol.asyncDispose]: () => door[Symbol.asyncDispose](),
  };
};

/** The first lines of what a server answers to these exact bytes. */
const answerTo = async (origin: string, bytes: string): Promise<string> => {
  const {hostname, port} = new URL(origin);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('latin1').on('data', text => {
    answer += text;
  });
  socket.end(bytes, 'latin1');
  await once(socket, 'close');
  return answer;
};

test('it lives, is never ready, and sends everything else to the holder', async () => {
  await using standby = await openStandby(() => 'https://holder.example/rooster/');
  const health = await standby.ask('/health');
  expect([health.status, await health.json()]).toEqual([200, {status: 'ok'}]);
  const ready = await standby.ask('/ready');
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await ready.json()).toMatchObject({detail: 'This daemon stands by: another one does the work.'});
  for (const method of ['GET', 'HEAD', 'POST']) {
    const {status, headers} = await standby.ask('/hooks/ci?wait=5&a=%20b', {method});
    expect([method, status, headers.get('location'), headers.get('cache-control')]).toEqual([
      ...[method, 307, 'https://holder.example/rooster/hooks/ci?wait=5&a=%20b', 'no-store'],
    ]);
  }
  expect((await standby.ask('/ready', {method: 'POST', body: '{}'})).status).toBe(405);
});

test('without a known holder a request is to come again', async () => {
  let known: string | undefined;
  await using standby = await openStandby(async () => known);
  for (const address of [undefined, '', 'javascript:alert(1)', 'https://me:secret@holder.example']) {
    known = address;
    const {status, headers} = await standby.ask('/hooks/ci', {method: 'POST', body: '{}'});
    expect([address, status, headers.get('retry-after'), headers.get('location')]).toEqual([address, 503, '10', null]);
  }
  known = 'http://holder.example:8787';
  expect((await standby.ask('/hooks/ci')).headers.get('location')).toBe('http://holder.example:8787/hooks/ci');
});

test('a webhook that follows arrives at the holder with its method, its body and its signature', async () => {
  const scheme = {secret: SECRET, scheme: 'github', target: 'rooster:main', reply: 'note'};
  await using holder = await openDoor({config: {hooks: {ci: scheme}}});
  await using standby = await openStandby(() => holder.origin);
  const body = JSON.stringify({text: 'ü'.repeat(200_000)});
  const headers = {'content-type': 'application/json', ...signed.github(body)};
  const followed = await standby.ask('/hooks/ci', {method: 'POST', body, headers, redirect: 'follow'});
  expect([followed.status, followed.url]).toEqual([202, `${holder.origin}/hooks/ci`]);
  expect((await standby.ask('/health', {redirect: 'follow'})).url).toBe(`${standby.origin}/health`);
});

test('a client keeps a bearer token from another origin, so such a hook needs the right address', async () => {
  await using holder = await openDoor();
  await using standby = await openStandby(() => holder.origin);
  const headers = {'content-type': 'application/json', authorization: `Bearer ${SECRET}`};
  const followed = await standby.ask('/hooks/ci', {method: 'POST', body: '{}', headers, redirect: 'follow'});
  expect([followed.status, followed.url]).toEqual([401, `${holder.origin}/hooks/ci`]);
});

test('a body that is too large is refused here, and one that never ends keeps nobody', async () => {
  await using standby = await openStandby(() => 'http://holder.example');
  expect((await standby.ask('/hooks/ci', {method: 'POST', body: 'x'.repeat(1_048_577)})).status).toBe(413);
  const cut = await answerTo(standby.origin, 'POST /hooks/ci HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc');
  expect(cut).not.toContain('307');
  expect((await standby.ask('/hooks/ci')).status).toBe(307);
});

test.each([
  {line: 'GET //evil.example/x HTTP/1.1', location: undefined},
  {line: 'GET /\\evil.example/x HTTP/1.1', location: undefined},
  {line: 'GET /a/../..//evil.example HTTP/1.1', location: undefined},
  {line: 'GET /@evil.example/ HTTP/1.1', location: 'https://holder.example/@evil.example/'},
  {line: 'GET /.evil.example HTTP/1.1', location: 'https://holder.example/.evil.example'},
  {line: 'GET /x?to=https://evil.example HTTP/1.1', location: 'https://holder.example/x?to=https://evil.example'},
  {line: 'GET /a%0d%0aSet-Cookie:%20a=b HTTP/1.1', location: 'https://holder.example/a%0d%0aSet-Cookie:%20a=b'},
  {line: 'GET /a\tb HTTP/1.1', location: undefined},
  {line: 'GET http://evil.example/x HTTP/1.1', location: undefined},
  {line: 'OPTIONS * HTTP/1.1', location: undefined},
  {line: 'CONNECT evil.example:443 HTTP/1.1', location: undefined},
])('$line names no other host', async ({line, location}) => {
  await using standby = await openStandby(() => 'https://holder.example');
  const answer = await answerTo(standby.origin, `${line}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
  const found = /^location: (.*)\r$/imu.exec(answer)?.[1];
  expect(answer.match(/set-cookie/giu)?.length ?? 0).toBe(/cookie/iu.test(location ?? '') ? 1 : 0);
  if (location === undefined) expect(new URL(found ?? 'https://holder.example').host).toBe('holder.example');
  else expect(found).toBe(location);
});

test('a path that begins with two slashes stays one below the address of the holder', async () => {
  await using standby = await openStandby(() => 'https://holder.example');
  const answer = await answerTo(
    standby.origin,
    'GET //evil.example/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  );
  expect(answer).toContain('location: https://holder.example//evil.example/x\r\n');
});

test.each([
  ['https://holder.example', 'https://holder.example'],
  ['http://[::1]:8787/', 'http://[::1]:8787'],
  ['https://holder.example/rooster//', 'https://holder.example/rooster'],
  ['HTTPS://holder.example', undefined],
  ['https://me@holder.example', undefined],
  ['https://holder.example/?x', undefined],
  ['https://holder.example/#x', undefined],
  ['https://holder.example\r\nSet-Cookie: a', undefined],
  ['https://holder.example\\@evil.example', undefined],
  ['ftp://holder.example', undefined],
  ['//holder.example', undefined],
  ['https://', undefined],
])('%j is the address %j', (text, base) => {
  expect(readHttpBase(text)).toBe(base);
});

test('a port that is taken is a problem, and the server comes once it is free', async () => {
  const other = createServer((_request: IncomingMessage, response) => response.end());
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
  const listen = `127.0.0.1:${(other.address() as AddressInfo).port}`;
  await using door = keepStandbyDoor({
    clock: systemClock(),
    log: memoryLog(),
    wanted: () => listen,
    holder: () => undefined,
  });
  await door.follow();
  expect([door.opened(), door.problems().map(({key}) => key)]).toEqual([undefined, ['http.listen']]);
  await new Promise(resolve => other.close(resolve));
  await door.follow();
  expect([(await fetch(`http://${listen}/health`)).status, door.problems()]).toEqual([200, []]);
});

test('an address that is taken is not tried again once it is no longer wanted, so the program can end', async () => {
  const other = createServer();
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
  const clock = fakeClock();
  let wanted: string | undefined = `127.0.0.1:${(other.address() as AddressInfo).port}`;
  const open = () => keepStandbyDoor({clock, log: memoryLog(), wanted: () => wanted, holder: () => undefined});
  {
    await using door = open();
    await door.follow();
    expect([door.problems().length, clock.timers]).toEqual([1, 1]);
  }
  expect(clock.timers).toBe(0);
  await using door = open();
  await door.follow();
  wanted = undefined;
  await door.follow();
  expect([door.problems(), clock.timers]).toEqual([[], 0]);
  await new Promise(resolve => other.close(resolve));
});
