// Everything that can go wrong between two programs, on demand, and its script.
// @module-tag deep
import {spawn} from 'node:child_process';
import {describe, expect, test} from 'vitest';
import {builtProgram} from '../../support/built-program.ts';
import {freePort} from '../../support/free-port.ts';
import {tempDir} from '../../support/temp-dir.ts';
import {until} from '../../support/until.ts';
import {ALICE, OWN, samples} from '../signal/samples.ts';
import {daemonWith, lineClient, standInHome} from './start.ts';

describe('on a line connection', () => {
  test('anything can be on the wire: half a frame, log text, unrelated replies, very long lines', async () => {
    using home = standInHome();
    const {daemon, client} = await daemonWith(home);
    await daemon.control.raw({
      text: 'WARN  Something - happened\n{"jsonrpc":"2.0","result":{},"id":"nobody"}\n{"half":',
    });
    expect([await client.next(), await client.next()]).toEqual([
      'WARN  Something - happened',
      '{"jsonrpc":"2.0","result":{},"id":"nobody"}',
    ]);
    await daemon.control.raw({text: 'x', repeat: 30_000_000});
    await daemon.control.raw({text: '\n'});
    expect((await client.next()).length).toBe(30_000_008);
    await daemon.control.raw({text: '{"half', close: true});
    expect(await client.next()).toBe('(closed)');
  });

  test('a reply may come twice, late, or never; the next one is normal again', async () => {
    using home = standInHome();
    const {daemon, client} = await daemonWith(home);
    await daemon.control.rule({method: 'version', duplicateReply: true});
    await daemon.control.rule({method: 'listDevices', never: true});
    await daemon.control.rule({method: 'send', error: {code: -1, message: 'Group not found: X'}});
    client.write('{"jsonrpc":"2.0","method":"listDevices","id":1}\n');
    const twice = [await client.ask('version', undefined, 2), JSON.parse(await client.next())];
    expect(twice[0]).toEqual(twice[1]);
    expect(await client.ask('send')).toMatchObject({error: {code: -1, message: 'Group not found: X', data: null}});
    expect(await client.ask('send')).toMatchObject({error: {message: 'No recipients given'}});
    expect(await client.ask('listDevices')).toMatchObject({result: [{id: 1}, {id: 2, name: 'rooster'}]});
    expect(client.lines.filter(line => line.includes('"id":1}'))).toEqual([]);
    expect((await daemon.control.calls()).map(({method}) => method)).toEqual([
      'listDevices',
      'version',
      'send',
      'send',
      'listDevices',
    ]);
  });

  test("a script's results make the call a success or an error by the usual rule", async () => {
    using home = standInHome();
    const {client} = await daemonWith(home);
    const ok = {recipientAddress: {uuid: ALICE.uuid, number: null, username: null}, type: 'SUCCESS'};
    const network = {...ok, type: 'NETWORK_FAILURE'};
    home.server.addRule({method: 'send', results: [ok, network]});
    home.server.addRule({method: 'send', results: [network]});
    home.server.addRule({method: 'send', results: []});
    expect(await client.ask('send')).toMatchObject({result: {results: [ok, network]}});
    expect(await client.ask('send')).toMatchObject({error: {code: -1, data: {response: {results: [network]}}}});
    expect(await client.ask('send')).toMatchObject({result: {results: []}});
  });

  test('the stand-in can stop reading, and drop all connections', async () => {
    using home = standInHome();
    const {daemon, client} = await daemonWith(home);
    await daemon.control.set({deaf: true});
    client.write('{"jsonrpc":"2.0","method":"version","id":1}\n');
    await daemon.control.dropConnections();
    expect(await client.next()).toBe('(closed)');
    expect(await daemon.control.calls('version')).toEqual([]);
    await expect(daemon.control.set({moon: true} as never)).rejects.toThrow('no switch moon');
  });

  test('a journal on a full disk loses lines, not messages to subscribers', async () => {
    using home = standInHome();
    const {daemon, client} = await daemonWith(home);
    await client.ask('subscribeReceive');
    await daemon.control.set({stdoutFull: true});
    await daemon.control.enqueue(samples().dm);
    expect(await client.next()).toContain('good morning');
    expect(daemon.stdout()).toBe('');
    await daemon.says('Message handler failed');
  });

  test('TCP carries the same lines', async () => {
    using home = standInHome();
    const port = await freePort();
    const daemon = home.start(['-a', OWN.number, 'daemon', `--tcp=127.0.0.1:${port}`]);
    await daemon.says('Started JSON-RPC server on');
    using client = await lineClient({host: '127.0.0.1', port});
    expect(await client.ask('version')).toEqual({jsonrpc: '2.0', result: {version: '0.14.6'}, id: '1'});
  });
});

describe('phones', () => {
  test('answer a message with receipts that name it', async () => {
    using home = standInHome();
    const {daemon, client} = await daemonWith(home);
    await daemon.control.set({receipts: 'read'});
    await client.ask('subscribeReceive');
    const {result} = (await client.ask('send', {recipient: ALICE.uuid, message: 'hi'})) as {
      result: {timestamp: number};
    };
    const receipts = [await client.next(), await client.next()].map(line => {
      const {params} = JSON.parse(line) as {params: {result: {envelope: {sourceUuid: string; receiptMessage: object}}}};
      return params.result.envelope;
    });
    expect(receipts).toMatchObject([
      {sourceUuid: ALICE.uuid, receiptMessage: {isDelivery: true, isRead: false, timestamps: [result.timestamp]}},
      {sourceUuid: ALICE.uuid, receiptMessage: {isDelivery: false, isRead: true, timestamps: [result.timestamp]}},
    ]);
  });
});

describe('by hand', () => {
  test('a typed line arrives from Alice, and messages to her are printed', async () => {
    using dir = tempDir();
    const child = spawn(process.execPath, [MAIN], {
      env: {...process.env, SIGNAL_STAND_IN_DATA: dir.path},
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    try {
      let printed = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
      const ended = new Promise(resolve => child.on('close', resolve));
      await until('the greeting', () => printed.includes('/quit'));
      expect(printed).toContain(`"endpoint": "unix:${dir.path}/socket"`);
      using client = await lineClient({path: `${dir.path}/socket`});
      await client.ask('subscribeReceive');
      child.stdin.write('good morning\n');
      expect(await client.next()).toContain('"message":"good morning"');
      child.stdin.write('/group what now\n/self note\n/react ⏰\n');
      expect(await client.next()).toContain('"message":"\uFFFC what now"');
      expect(await client.next()).toContain('"sentMessage"');
      expect(await client.next()).toContain('"emoji":"⏰"');
      child.stdin.write('//help\n/edit good evening\n/delete\n');
      expect(await client.next()).toContain('"message":"/help"');
      const edited = await client.next();
      expect(edited).toContain('"message":"good evening"');
      const [, target] = /"targetSentTimestamp":(\d+)/u.exec(edited) ?? [];
      expect(await client.next()).toContain(`"remoteDelete":{"timestamp":${target}}`);
      await client.ask('send', {recipient: [ALICE.uuid], message: 'and to you'});
      await until('what was sent', () => printed.includes('→ Alice: and to you'));
      child.stdin.write('/quit\n');
      expect(await ended).toBe(0);
    } finally {
      child.kill('SIGKILL');
    }
  });

  test('--help explains the usage', async () => {
    const child = spawn(process.execPath, [MAIN, '--help']);
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    expect(await new Promise(resolve => child.on('close', resolve))).toBe(0);
    expect(printed).toContain('npm run signal:stand-in');
    expect(printed).toContain('SIGNAL_STAND_IN_CONTROL');
  });
});

const MAIN = await builtProgram(new URL('../main.ts', import.meta.url));
