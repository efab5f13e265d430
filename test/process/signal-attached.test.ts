// A daemon attached to a signal-cli of another process: the same conversation over its socket, TCP and HTTP, and its reaction when that
// signal-cli dies, sends garbage or falls silent.
// @module-tag deep
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {describe, expect, test} from 'vitest';
import type {Address} from '../../src/shared/records/address.ts';
import {daemonWith, type Home, type StandIn, standInHome} from '../signal-stand-in/checks/start.ts';
import {ALICE, CAROL, file, GROUP_ID, type Json, OWN} from '../signal-stand-in/signal/samples.ts';
import {startEchoModel} from '../support/echo-model.ts';
import {freePort} from '../support/free-port.ts';
import type {RealDaemon} from '../support/real-daemon.ts';
import {type SignalHome, signalHome, text} from '../support/signal-home.ts';
import {until, untilGiven} from '../support/until.ts';
import {modelAt} from '../support/write-config.ts';

test.for(['manual', 'on-start'] as const)(
  'over a socket in mode %s each message is answered once, files included',
  async mode => {
    using signal = standInHome();
    signal.server.set('files', {'AbC123.txt': Buffer.from('beans, twine').toString('base64')});
    const {client} = await daemonWith(signal, {mode});
    client[Symbol.dispose]();
    await using home = await signalHome({signal: {account: OWN.number, endpoint: `unix:${signal.socket}`}});
    await using daemon = await home.start();
    await daemon.follow(0);
    await daemon.event('channel.status', status => status.inbound === 'up');
    const list = {attachments: [file('AbC123.txt', 'text/plain', {filename: 'list.txt', size: 12})]};
    signal.server.enqueue(text('one', 1), text('one', 1), text('the list', 2, ALICE, list));
    await daemon.event('delivery.sent', ({delivery}) =>
      delivery.text.includes(`received/${1_700_000_000_002}-AbC123.txt`),
    );
    expect(readFileSync(join(home.path, 'workspace/received/1700000000002-AbC123.txt'), 'utf8')).toBe('beans, twine');
    const sends = signal.server.calls().filter(({method}) => method === 'send');
    expect(sends).toHaveLength(2);
    // The mode is known a moment after the first message.
    const status = await untilGiven('the mode is known', async () => {
      const told = await daemon.call('signal.status', {});
      return told.replays === (mode === 'manual') ? told : undefined;
    });
    expect(status.endpoint).toBe(`unix:${signal.socket}`);
  },
);

test('over HTTP each message is answered once, even when events arrive in pieces and the stream breaks', async () => {
  using signal = standInHome();
  signal.server.set('sse', {pieces: 5});
  const standIn = signal.start(['-a', OWN.number, '-o', 'json', 'daemon', '--http', '127.0.0.1:0']);
  await standIn.says('Started HTTP server on');
  const port = /Started HTTP server on \/127\.0\.0\.1:(\d+)/u.exec(standIn.stderr())?.[1];
  await using home = await signalHome({signal: {account: OWN.number, endpoint: `http://127.0.0.1:${port}`}});
  await using daemon = await home.start();
  await daemon.follow(0);
  await daemon.event('channel.status', status => status.inbound === 'up');
  signal.server.enqueue(text('ärgerlich, aber wahr ☕', 1));
  await daemon.event('delivery.sent', ({delivery}) => delivery.text === 'You said: ärgerlich, aber wahr ☕');
  await standIn.control.dropStreams('rst');
  await daemon.event('channel.status', status => status.inbound === 'up' && status.restarts === 1);
  signal.server.enqueue(text('still there?', 2));
  await daemon.event('delivery.sent', ({delivery}) => delivery.text === 'You said: still there?');
});

type Way = 'unix' | 'tcp' | 'http';

describe.each<Way>(['unix', 'tcp', 'http'])('over %s', way => {
  test('a sent message arrives unchanged, and people see the typing sign', {
    tags: ['fast'],
  }, async () => {
    await using fixture = await beside(way);
    const {signal, daemon} = fixture;
    const long = 'wörter ☎ '.repeat(600);
    for (const words of ['a **bold** 😀 word', 'שלום', long]) await sendAndWait(daemon, words);
    signal.server.enqueue(text('good morning', 1));
    await daemon.event('delivery.sent', ({delivery}) => delivery.text === 'You said: good morning');
    await until('they know it was read', () => callsOf(signal, 'sendReceipt').length === 1);
    expect(callsOf(signal, 'send')).toEqual([
      {recipient: ALICE.uuid, message: 'a **bold** 😀 word'},
      {recipient: ALICE.uuid, message: 'שלום'},
      {recipient: ALICE.uuid, message: long},
      {recipient: ALICE.uuid, message: 'You said: good morning'},
    ]);
    expect(callsOf(signal, 'sendTyping')).toHaveLength(1);
    expect(callsOf(signal, 'sendReceipt')).toEqual([
      {recipient: ALICE.uuid, targetTimestamp: [1_700_000_000_001], type: 'read'},
    ]);
  });

  test('a file is sent unchanged, under its name', async () => {
    const call = {id: 'c1', name: 'signal_send', arguments: [JSON.stringify({files: ['plan, a+b.txt']})]};
    await using model = await startEchoModel(words =>
      words === 'the plan?' ? {kind: 'tools', calls: [call]} : undefined,
    );
    await using fixture = await beside(way, modelAt(model.baseUrl));
    const {home, signal, daemon} = fixture;
    mkdirSync(join(home.path, 'workspace'), {recursive: true});
    writeFileSync(join(home.path, 'workspace/plan, a+b.txt'), 'the plan');
    signal.server.enqueue(text('the plan?', 1));
    await daemon.event('turn.ended');
    await until('it is sent', () => callsOf(signal, 'send').some(({attachment}) => attachment !== undefined));
    const data = Buffer.from('the plan').toString('base64');
    expect(callsOf(signal, 'send').flatMap(({attachment}) => attachment ?? [])).toEqual([
      `data:text/plain;filename=plan%2C%20a%2Bb.txt;base64,${data}`,
    ]);
  });

  test('every failure ends: a partly reached group, an unknown result, an unreachable server', async () => {
    await using fixture = await beside(way);
    const {signal, daemon} = fixture;
    signal.server.set('untrusted', [CAROL.uuid]);
    await daemon.call('outbox.send', {to: `signal:group:${GROUP_ID}`, text: 'hello all'});
    expect((await daemon.event('delivery.sent')).delivery).toMatchObject({missed: [{recipient: CAROL.uuid}]});
    signal.server.set('unregistered', [ALICE.uuid]);
    await daemon.call('outbox.send', {to: TO_ALICE, text: 'nobody'});
    expect((await daemon.event('delivery.dead')).delivery).toMatchObject({text: 'nobody', attempts: 1});
    signal.server.set('unregistered', []);
    signal.server.addRule({method: 'send', dropAfterExecute: true});
    await daemon.call('outbox.send', {to: TO_ALICE, text: 'lost answer'});
    const {delivery} = await daemon.event('delivery.failed');
    expect(delivery).toMatchObject({
      text: 'lost answer',
      repeat: true,
      lastError: expect.stringContaining('unknown whether it was sent'),
    });
  });

  test('after signal-cli is killed while receiving, at most messages on their way are lost, and none repeats', async () => {
    await using fixture = await beside(way);
    const {home, signal, daemon} = fixture;
    const words = Array.from({length: 400}, (_, index) => `message ${index + 1}`);
    // With the first message handled, and known to be dead: an answer sent into a dying connection may have arrived, and waits for minutes
    // before its retry.
    signal.server.set('crashAt', 'handled');
    signal.server.enqueue(...words.slice(0, 200).map((each, index) => text(each, index + 1)));
    await daemon.event('channel.status', ({life}) => life === 'down');
    await daemon.call('outbox.send', {to: TO_ALICE, text: 'written while it was away'});
    signal.server.enqueue(...words.slice(200).map((each, index) => text(each, index + 201)));
    await fixture.startAgain();
    await daemon.event('delivery.sent', ({delivery}) => delivery.text.endsWith('message 400'));
    await until('what was written meanwhile has left', () =>
      callsOf(signal, 'send').some(({message}) => message === 'written while it was away'),
    );
    using database = new DatabaseSync(join(home.path, 'rooster.db'), {readOnly: true});
    const said = database.prepare(`SELECT text FROM messages WHERE role = 'user' ORDER BY ord`).all();
    const kept = said.map(row => String(row['text']));
    expect(kept).toEqual(words.filter(each => kept.includes(each)));
    expect(kept.length).toBeGreaterThanOrEqual(399);
    console.log(`over ${way}: ${words.length - kept.length} of ${words.length} lost with the connection, 0 twice`);
    expect(await daemon.call('signal.status', {})).toMatchObject({inbound: 'up', outbound: 'up'});
  });
});

test.for(['unix', 'tcp'] as const)(
  'over %s the bridge survives half a frame, invalid JSON and a broken connection',
  async (way, {expect: see}) => {
    await using fixture = await beside(way);
    const {signal, daemon, standIn} = fixture;
    await standIn().control.raw({
      text: 'WARN  Something - happened\n{"jsonrpc":"2.0","result":{},"id":"nobody"}\n{"x":\n',
    });
    signal.server.enqueue(text('one', 1));
    await daemon.event('delivery.sent', ({delivery}) => delivery.text === 'You said: one');
    await standIn().control.raw({text: '{"jsonrpc":"2.0","method":"receive","par', close: true});
    await daemon.event('channel.status', status => status.inbound === 'up' && status.restarts === 1);
    signal.server.enqueue(text('two', 2));
    await daemon.event('delivery.sent', ({delivery}) => delivery.text === 'You said: two');
    see(callsOf(signal, 'send').map(({message}) => message)).toEqual(['You said: one', 'You said: two']);
  },
);

const TO_ALICE: Address = `signal:${ALICE.uuid}`;

type Beside = AsyncDisposable & {
  readonly home: SignalHome;
  readonly signal: Home;
  readonly daemon: RealDaemon;
  readonly standIn: () => StandIn;
  /** The stand-in has died: another one starts in its place. */
  readonly startAgain: () => Promise<void>;
};

const beside = async (way: Way, changes: Json = {}): Promise<Beside> => {
  await using stack = new AsyncDisposableStack();
  const signal = stack.use(standInHome());
  const port = await freePort();
  const [args, endpoint, says] = {
    unix: [['--socket', signal.socket], `unix:${signal.socket}`, 'Started JSON-RPC server on'],
    tcp: [[`--tcp=127.0.0.1:${port}`], `tcp:127.0.0.1:${port}`, 'Started JSON-RPC server on'],
    http: [[`--http=127.0.0.1:${port}`], `http://127.0.0.1:${port}`, 'Started HTTP server on'],
  }[way] as [readonly string[], string, string];
  let standIn: StandIn | undefined;
  const start = async (): Promise<void> => {
    rmSync(signal.socket, {force: true});
    rmSync(join(signal.path, 'control.sock'), {force: true});
    standIn = signal.start(['-a', OWN.number, '-o', 'json', 'daemon', ...args, '--receive-mode', 'manual']);
    await standIn.says(says);
  };
  await start();
  const home = stack.use(await signalHome({...changes, signal: {account: OWN.number, endpoint}}));
  const daemon = stack.use(await home.start());
  await daemon.follow(0);
  await daemon.event('channel.status', ({inbound, outbound}) => inbound === 'up' && outbound === 'up');
  const opened = stack.move();
  return {
    home,
    signal,
    daemon,
    startAgain: start,
    standIn: () => {
      if (standIn === undefined) throw new Error('it was not started');
      return standIn;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};

const callsOf = (signal: Home, method: string): readonly Json[] =>
  signal.server.calls().flatMap(call => (call.method === method ? [call.params as Json] : []));

const sendAndWait = async (daemon: RealDaemon, words: string): Promise<void> => {
  const {id} = await daemon.call('outbox.send', {to: TO_ALICE, text: words});
  await daemon.event('delivery.sent', ({delivery}) => delivery.id === id);
};
