import {connect, createServer, type Socket} from 'node:net';
import {expect, test} from 'vitest';
import {createOutgoing, createTurnEnd, type Outgoing} from '../../../src/ipc/wire/outgoing.ts';
import {socketHome} from '../../support/socket-home.ts';
import {until} from '../../support/until.ts';

type Line = AsyncDisposable & {
  readonly outgoing: Outgoing;
  readonly socket: Socket;
  /** The other end, which doesn't read yet. */
  readonly reader: Socket;
  /** From now on it reads: the received data, in pieces. */
  readonly read: () => Buffer[];
};

const open = async (): Promise<Line> => {
  const home = socketHome();
  const accepted = Promise.withResolvers<Socket>();
  const server = createServer(accepted.resolve);
  await new Promise<void>(resolve => server.listen(home.path, resolve));
  const reader = connect(home.path);
  const socket = await accepted.promise;
  const outgoing = createOutgoing(socket, createTurnEnd());
  socket.on('error', () => {}).on('close', outgoing.end);
  return {
    outgoing,
    socket,
    reader: reader.on('error', () => {}),
    read: () => {
      const chunks: Buffer[] = [];
      reader.on('data', chunk => chunks.push(Buffer.from(chunk)));
      return chunks;
    },
    [Symbol.asyncDispose]: async () => {
      socket.destroy();
      reader.destroy();
      await new Promise(resolve => server.close(resolve));
      home[Symbol.dispose]();
    },
  };
};

const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/** More than a socket takes without a reader. */
const BYTES = 3_000_000;

test('texts and bytes of one event loop turn leave together at its end, in order', async () => {
  await using line = await open();
  const chunks = line.read();
  line.outgoing.add('one\n');
  line.outgoing.add(Buffer.from('zwölf\n'));
  line.outgoing.add('дрей\n');
  expect(line.outgoing.pending()).toBe(Buffer.byteLength('one\nzwölf\nдрей\n'));
  await until('the first turn', () => chunks.length === 1);
  line.outgoing.add('four\n');
  line.outgoing.add('five\n');
  await until('the second turn', () => chunks.length === 2);
  expect(chunks.map(String)).toEqual(['one\nzwölf\nдрей\n', 'four\nfive\n']);
});

test.each([
  ['ASCII', 'x'],
  ['other letters', 'ж'],
  ['letters of one byte elsewhere', 'é'],
])('a waiting text of %s is counted in bytes, and arrives unchanged', async (_, letter) => {
  await using line = await open();
  const text = `${letter.repeat(BYTES)}\n`;
  const bytes = Buffer.byteLength(text);
  line.outgoing.add(text);
  await turn();
  await turn();
  expect(line.outgoing.pending()).toBe(bytes);
  line.outgoing.add(text);
  await turn();
  await turn();
  expect(line.outgoing.pending()).toBe(2 * bytes);
  const chunks = line.read();
  await line.outgoing.drained();
  expect(line.outgoing.pending()).toBe(0);
  await until('all of it', () => chunks.reduce((sum, {length}) => sum + length, 0) === 2 * bytes);
  expect(Buffer.concat(chunks).equals(Buffer.from(text + text))).toBe(true);
});

test('a drain resolves after everything added meanwhile has left, too', async () => {
  await using line = await open();
  line.outgoing.add(Buffer.alloc(BYTES, 'a'));
  const whileGathered = line.outgoing.drained();
  await turn();
  await turn();
  const whileItWaits = line.outgoing.drained();
  line.outgoing.add('b\n');
  const chunks = line.read();
  await Promise.all([whileGathered, whileItWaits]);
  expect(line.outgoing.pending()).toBe(0);
  await until('all of it', () => chunks.reduce((sum, {length}) => sum + length, 0) === BYTES + 2);
  expect(Buffer.concat(chunks).subarray(-3).toString()).toBe('ab\n');
});

test('a drain resolves when everything sent leaves immediately', async () => {
  await using line = await open();
  line.read();
  line.outgoing.add('short\n');
  await line.outgoing.drained();
  expect(line.outgoing.pending()).toBe(0);
});

test("a drain still resolves after the connection's last message has left", async () => {
  await using line = await open();
  line.outgoing.add(Buffer.alloc(BYTES, 'a'));
  line.outgoing.flush();
  line.socket.end();
  let drained = false;
  const draining = line.outgoing.drained().then(() => {
    drained = true;
  });
  await turn();
  await turn();
  expect([drained, line.outgoing.pending()]).toEqual([false, BYTES]);
  line.read();
  await draining;
  expect(line.outgoing.pending()).toBe(0);
});

test('a drain resolves when the connection breaks, and nothing is pending then', async () => {
  await using line = await open();
  line.outgoing.add(Buffer.alloc(BYTES, 'a'));
  await turn();
  await turn();
  const before = line.outgoing.drained();
  line.socket.destroy();
  const after = line.outgoing.drained();
  await Promise.all([before, after]);
  expect(line.outgoing.pending()).toBe(0);
});
