// HTTP and its events, byte by byte.
// @module-tag deep
import {connect} from 'node:net';
import {describe, expect, test} from 'vitest';
import {until} from '../../support/until.ts';
import {OWN, samples} from '../signal/samples.ts';
import {ask, type HttpProbe, overHttp} from './http-probes.ts';
import {type Home, type StandIn, standInHome} from './start.ts';

const started = async (home: Home, {account = true} = {}): Promise<{daemon: StandIn; port: number}> => {
  const global = account ? ['-a', OWN.number] : [];
  const daemon = home.start([...global, '-o', 'json', 'daemon', '--http', '127.0.0.1:0', '--receive-mode', 'manual']);
  await daemon.says('Started HTTP server on /127.0.0.1:');
  return {daemon, port: Number(/127\.0\.0\.1:(\d+)/u.exec(daemon.stderr())?.[1])};
};

/** The raw bytes of an event stream, with its head and chunk lengths. */
const openStream = (port: number, query = '') => {
  const socket = connect({host: '127.0.0.1', port});
  let text = '';
  let closed = false;
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  socket.on('close', () => (closed = true)).on('error', () => undefined);
  socket.write(`GET /api/v1/events${query} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  return {socket, text: () => text, closed: () => closed, [Symbol.dispose]: () => void socket.destroy()};
};

const call = (method: string): string => JSON.stringify({jsonrpc: '2.0', method, id: 1});

describe('calls', () => {
  test('each call gets the status and body of the real one', async () => {
    using home = standInHome();
    const {port} = await started(home);
    const probes: readonly HttpProbe[] = [
      ...overHttp('0.14.6'),
      [{body: call('version'), host: 'evil.example:80'}, 421, ''],
      [{method: 'GET', path: '/api/v1/check', host: 'evil.example:80'}, 200, ''],
    ];
    for (const [asked, status, body] of probes)
      expect(await ask(port, asked), JSON.stringify(asked)).toEqual([status, body]);
    expect(await ask(port, {method: 'GET', path: '/'})).toEqual([404, expect.stringContaining('<h1>')]);
    home.server.set('level', '0.13.19');
    expect(await ask(port, {body: call('nothing'), host: 'evil.example:80'})).toEqual([
      200,
      expect.stringContaining('-32601'),
    ]);
  });

  test('an occupied port is refused', async () => {
    using home = standInHome();
    const {port} = await started(home, {account: false});
    const second = home.start(['daemon', '--http', `127.0.0.1:${port}`]);
    expect(await second.ended()).toBe(3);
    expect(second.stderr()).toContain('Failed to initialize HTTP Server');
  });
});

describe('events', () => {
  test('a stream takes waiting messages, even in manual mode, written without a space or an id', async () => {
    using home = standInHome();
    const {port} = await started(home);
    home.server.set('keepAliveMs', 30);
    using stream = openStream(port);
    await until('the head', () => stream.text().includes('\r\n\r\n'));
    expect(stream.text()).toMatch(/^HTTP\/1\.1 200 OK\r\nContent-Type: text\/event-stream\r\n/u);
    home.server.enqueue(samples('0.14').dm);
    const event = `event:receive\ndata:${JSON.stringify(samples('0.14').dm)}\n\n`;
    await until('the event', () => stream.text().includes(event));
    await until('a sign of life', () => stream.text().includes('\r\n2\r\n:\n\r\n'));
  });

  test('version 0.13 sends the head with the first byte of the body', async () => {
    using home = standInHome();
    home.server.set('level', '0.13.19');
    const {port, daemon} = await started(home);
    using stream = openStream(port);
    while (!(await daemon.control.state()).receiving) await new Promise(resolve => setImmediate(resolve));
    expect(stream.text()).toBe('');
    home.server.enqueue(samples().dm);
    await until('head and event', () => stream.text().startsWith('HTTP/1.1 200') && stream.text().includes('data:{'));
  });

  test('an unknown account is a 400 when there may be several', async () => {
    using home = standInHome();
    const {port} = await started(home, {account: false});
    expect(await ask(port, {method: 'GET', path: '/api/v1/events?account=%2B15550000009'})).toEqual([400, '']);
  });

  test('a disconnected client swallows a message or two before it is noticed', async () => {
    using home = standInHome();
    const {port, daemon} = await started(home);
    const stream = openStream(port);
    await until('the head', () => stream.text() !== '');
    stream.socket.destroy();
    home.server.enqueue(samples().dm);
    await until('it is swallowed', () => home.server.queueLength() === 0);
    expect((await daemon.control.state()).receiving).toBe(true);
    home.server.enqueue(samples().dm, samples().dm, samples().dm);
    while ((await daemon.control.state()).receiving) await new Promise(resolve => setImmediate(resolve));
    // The first was written around the end; the others stay on the server.
    expect(home.server.queueLength()).toBeGreaterThanOrEqual(1);
  });

  test('faults on demand: refused, cut into pieces, in pairs, frozen, dropped', async () => {
    using home = standInHome();
    const {port, daemon} = await started(home);
    const {dm} = samples();
    home.server.set('sse', {status: 500});
    expect(await ask(port, {method: 'GET', path: '/api/v1/events'})).toEqual([500, '']);

    home.server.set('sse', {pieces: 7});
    using stream = openStream(port);
    await until('the head', () => stream.text() !== '');
    home.server.enqueue(dm);
    const body = () =>
      stream
        .text()
        .slice(stream.text().indexOf('\r\n\r\n') + 4)
        .replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n/gu, '')
        .replaceAll('\r\n', '');
    const event = `event:receive\ndata:${JSON.stringify(dm)}\n\n`;
    await until('every piece', () => body() === event);
    expect(stream.text()).toContain('\r\n7\r\n');

    home.server.set('sse', {inPairs: true});
    home.server.enqueue(dm, dm);
    await until('two at once', () => body() === event.repeat(3));

    home.server.set('sse', {frozen: true});
    home.server.enqueue(dm);
    await until('it is gone', () => home.server.queueLength() === 0);
    expect(body()).toBe(event.repeat(3));

    home.server.set('sse', {});
    await daemon.control.dropStreams('rst');
    await until('the end', stream.closed);
  });

  test('calls misbehave on demand too', async () => {
    using home = standInHome();
    const {port} = await started(home);
    home.server.set('rpc', {status: 500});
    expect(await ask(port, {body: call('version')})).toEqual([500, '']);
    home.server.set('rpc', {internalError: true});
    expect(await ask(port, {body: call('version')})).toEqual([
      200,
      expect.stringContaining('An internal server error has occurred.'),
    ]);
    home.server.set('rpc', {empty: true});
    expect(await ask(port, {body: call('version')})).toEqual([200, '']);
  });
});
