// Receiving from the server: when, by which clients, and the losses of a sudden end.
// @module-tag deep
import {existsSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {until} from '../../support/until.ts';
import {ALICE, data, received, SAMPLE_NAMES, samples} from '../signal/samples.ts';
import {daemonWith, type Home, lineClient, standInHome} from './start.ts';

const dm = (text: string, at = 1_700_000_000_000) =>
  received({dataMessage: data(text, {}, {at, level: '0.14'})}, ALICE, at);
const textsIn = (lines: readonly string[]): readonly string[] =>
  lines.flatMap(line => /"message":"([^"]*)"/u.exec(line)?.[1] ?? []);
const cached = (home: Home): readonly string[] => {
  const folder = join(home.path, 'data', '100000.d', 'msg-cache');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter(name => name.includes('_'));
};

describe('the wire format', () => {
  test.each(['0.13', '0.14'] as const)(
    'every sample of %s arrives byte for byte, wrapped, and unwrapped on stdout',
    async level => {
      using home = standInHome();
      const {daemon, client} = await daemonWith(home);
      const lines = SAMPLE_NAMES.map(name => JSON.stringify(samples(level)[name]));
      home.server.enqueue(...lines);
      await client.ask('subscribeReceive');
      await until('all samples', () => client.lines.length === lines.length + 1);
      expect(client.lines.slice(1)).toEqual(
        lines.map(line => `{"jsonrpc":"2.0","method":"receive","params":{"subscription":0,"result":${line}}}`),
      );
      await until('the journal', () => daemon.stdout().split('\n').length === lines.length + 1);
      expect(daemon.stdout()).toBe(`${lines.join('\n')}\n`);
      await until('nothing is held back for the next time', () => cached(home).length === 0);
    },
  );

  test('a client subscribed twice gets everything twice, in both forms', async () => {
    using home = standInHome();
    const {client} = await daemonWith(home, {mode: 'on-connection'});
    expect(await client.ask('subscribeReceive')).toMatchObject({result: 1});
    home.server.enqueue(dm('hi'));
    await until('both', () => client.lines.length === 3);
    const [plain, wrapped] = client.lines.slice(1).map(line => (JSON.parse(line) as {params: object}).params);
    expect(wrapped).toEqual({subscription: 1, result: plain});
  });
});

describe('the receive modes', () => {
  test('in manual mode messages wait on the server until a client subscribes, and after it leaves', async () => {
    using home = standInHome();
    const {daemon, client} = await daemonWith(home);
    await daemon.control.enqueue(dm('one'));
    expect(await client.ask('version')).toMatchObject({result: {version: '0.14.6'}});
    expect(home.server.queueLength()).toBe(1);
    await client.ask('subscribeReceive');
    await until('the message', () => client.lines.length === 3);
    client.socket.destroy();
    while ((await daemon.control.state()).receiving) await new Promise(resolve => setImmediate(resolve));
    await daemon.control.enqueue(dm('two'));
    expect(await daemon.control.queueLength()).toBe(1);
    expect(textsIn(daemon.stdout().split('\n'))).toEqual(['one']);
  });

  test('in on-start messages are taken and lost without a client', async () => {
    using home = standInHome();
    home.server.enqueue(dm('lost'));
    const {daemon} = await daemonWith(home, {mode: 'on-start', args: ['--no-receive-stdout']});
    await until('an empty queue', () => home.server.queueLength() === 0 && cached(home).length === 0);
    using late = await lineClient({path: home.socket});
    expect(await late.ask('version')).toMatchObject({result: {}});
    expect(late.lines).toHaveLength(1);
    expect(daemon.stdout()).toBe('');
  });

  test('in on-connection any connection, however short, takes them', async () => {
    using home = standInHome();
    home.server.enqueue(dm('taken'));
    const {client} = await daemonWith(home, {mode: 'on-connection', args: ['--no-receive-stdout']});
    expect(await client.next()).toContain('"params":{"envelope"');
    expect(home.server.queueLength()).toBe(0);
  });

  test('unsubscribing is answered after everything before it', async () => {
    using home = standInHome();
    const {client} = await daemonWith(home);
    home.server.enqueue(...Array.from({length: 200}, (_, index) => dm(`m${index}`, 1_700_000_000_000 + index)));
    await client.ask('subscribeReceive');
    client.write('{"jsonrpc":"2.0","method":"unsubscribeReceive","params":{"subscription":0},"id":"u"}\n');
    await until('the reply', () => client.lines.some(line => line.includes('"id":"u"')));
    expect(client.lines.at(-1)).toContain('"id":"u"');
    expect(client.lines.length - 2 + home.server.queueLength()).toBe(200);
  });

  test("a client that doesn't read blocks all others and new subscriptions; version still answers", async () => {
    using home = standInHome();
    const {client: stuck} = await daemonWith(home, {args: ['--no-receive-stdout']});
    using healthy = await lineClient({path: home.socket});
    await stuck.ask('subscribeReceive');
    await healthy.ask('subscribeReceive');
    stuck.socket.pause();
    const long = 'x'.repeat(2_000);
    home.server.enqueue(...Array.from({length: 2_000}, (_, index) => dm(`${index}${long}`, 1_700_000_000_000 + index)));
    // It is stuck when no more lines arrive for a while.
    let before = -1;
    while (before !== healthy.lines.length) {
      before = healthy.lines.length;
      await new Promise(resolve => setTimeout(resolve, 200));
    }
    expect(before).toBeLessThan(2_000);
    using third = await lineClient({path: home.socket});
    third.write('{"jsonrpc":"2.0","method":"subscribeReceive","id":"s"}\n');
    expect(await third.ask('version')).toMatchObject({result: {}});
    stuck.socket.resume();
    await until('everything', () => healthy.lines.length === 2_001);
    await until('the third', () => third.lines.some(line => line.includes('"id":"s"')));
  });
});

describe('a sudden end', () => {
  test.each([
    ['acked', ['m']],
    ['decrypted', []],
  ] as const)('after the message was %s: the next start delivers %j', async (crashAt, expected) => {
    using home = standInHome();
    home.server.set('crashAt', crashAt);
    home.server.enqueue(dm('m', 1_700_000_000_123));
    const {daemon, client} = await daemonWith(home);
    client.write('{"jsonrpc":"2.0","method":"subscribeReceive","id":1}\n');
    expect(await daemon.ended()).toBe('SIGKILL');
    expect(home.server.queueLength()).toBe(0);
    expect(cached(home)).toEqual([expect.stringMatching(/_1700000000123$/u)]);

    const again = home.start(['-a', '+15550000001', 'daemon', '--socket', home.socket]);
    expect(await again.ended()).toBe(3);
    expect(again.stderr()).toContain('Failed to bind socket');
    rmSync(home.socket);
    const next = await daemonWith(home);
    await next.client.ask('subscribeReceive');
    await until('a clean cache', () => cached(home).length === 0);
    home.server.enqueue(dm('after'));
    await until('the next', () => textsIn(next.client.lines).includes('after'));
    expect(textsIn(next.client.lines)).toEqual([...expected, 'after']);
  });

  test('a message of an untrusted sender is reported, stored, and delivered once trusted', async () => {
    using home = standInHome();
    home.server.set('untrusted', [ALICE.uuid]);
    home.server.enqueue(dm('kept'));
    const {client} = await daemonWith(home);
    await client.ask('subscribeReceive');
    expect(await client.next()).toContain(
      JSON.stringify({
        exception: {message: `Untrusted identity: ${ALICE.uuid}`, type: 'UntrustedIdentityException'},
      }).slice(1, -1),
    );
    client.write(
      `{"jsonrpc":"2.0","method":"trust","params":{"recipient":"${ALICE.uuid}","trustAllKnownKeys":true},"id":"t"}\n`,
    );
    await until('the message and the reply', () => client.lines.length === 4);
    expect(textsIn(client.lines)).toEqual(['Untrusted identity: 22222222-2222-4222-8222-222222222222', 'kept']);
    expect(cached(home)).toEqual([]);
  });
});

test('files are there before the message that names them, complete or not', async () => {
  using home = standInHome();
  home.server.set('files', {'AbC123.jpg': Buffer.from('beans').toString('base64')});
  home.server.enqueue(samples().attachment, samples().voice);
  const {client} = await daemonWith(home);
  await client.ask('subscribeReceive');
  await client.next();
  expect(readFileSync(join(home.path, 'attachments', 'AbC123.jpg'), 'utf8')).toBe('beans');
  await client.next();
  expect(readFileSync(join(home.path, 'attachments', 'VoIcE1.aac'))).toHaveLength(0);
  expect(await client.ask('getAttachment', {id: 'AbC123.jpg'})).toMatchObject({result: {data: 'YmVhbnM='}});
});

test('5,000 waiting messages arrive in order', async () => {
  using home = standInHome();
  home.server.enqueue(...Array.from({length: 5_000}, (_, index) => dm(`m${index}`, 1_700_000_000_000 + index)));
  const {client} = await daemonWith(home, {args: ['--no-receive-stdout']});
  await client.ask('subscribeReceive');
  await until('all', () => client.lines.length === 5_001);
  expect(textsIn(client.lines)).toEqual(Array.from({length: 5_000}, (_, index) => `m${index}`));
});
