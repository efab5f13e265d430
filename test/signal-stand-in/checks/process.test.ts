// Start, end and refusals, as a parent process sees them.
// @module-tag deep
import {existsSync, mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {until} from '../../support/until.ts';
import {OWN} from '../signal/samples.ts';
import {daemonWith, standInHome} from './start.ts';

const A = ['-a', OWN.number];

describe('the process ends', () => {
  test('with 0 at SIGTERM, without its socket file; SIGKILL leaves the file, which blocks the next bind', async () => {
    using home = standInHome();
    const {daemon} = await daemonWith(home);
    daemon.child.kill('SIGTERM');
    expect(await daemon.ended()).toBe(0);
    expect(daemon.stderr()).toContain('INFO  Shutdown - Received SIGTERM signal, shutting down ...');
    expect(existsSync(home.socket)).toBe(false);

    const killed = (await daemonWith(home)).daemon;
    killed.child.kill('SIGKILL');
    await killed.ended();
    expect(existsSync(home.socket)).toBe(true);
    const next = home.start([...A, 'daemon', '--socket', home.socket]);
    expect(await next.ended()).toBe(3);
    expect(next.stderr()).toContain(`Failed to bind socket ${home.socket}: Address already in use`);
  });

  test('not at SIGTERM while a client is connected, until it disconnects', async () => {
    using home = standInHome();
    const {daemon, client} = await daemonWith(home);
    home.server.set('hangOnTerm', true);
    daemon.child.kill('SIGTERM');
    await daemon.says('Received SIGTERM');
    expect(await client.ask('version')).toMatchObject({result: {}});
    client.socket.destroy();
    expect(await daemon.ended()).toBe(0);
  });

  test('as the script says', async () => {
    using home = standInHome();
    const {daemon} = await daemonWith(home);
    await daemon.control.exit({
      code: 2,
      stderr: 'Your signal-cli version is too old for the Signal-Server, please update.',
    });
    expect(await daemon.ended()).toBe(2);
    expect(daemon.stderr()).toContain('too old for the Signal-Server');
  });

  test("with 0 when the phone removes the device, and then won't start", async () => {
    using home = standInHome();
    const {daemon} = await daemonWith(home);
    await daemon.control.unlink();
    expect(await daemon.ended()).toBe(0);
    rmSync(home.socket, {force: true});
    const next = home.start([...A, 'daemon', '--socket', home.socket]);
    expect([await next.ended(), next.stderr()]).toEqual([1, `User ${OWN.number} is not registered.\n`]);
  });
});

test('a line is written in pieces, its LF separately, so that the process can die between them', async () => {
  using home = standInHome();
  const line = JSON.stringify({envelope: {timestamp: 1, text: 'x'.repeat(20_000)}, account: OWN.number});
  home.server.set('crashAt', 'unended');
  home.server.enqueue(line, line);
  const {daemon, client} = await daemonWith(home);
  await client.ask('subscribeReceive');
  expect(await daemon.ended()).toBe('SIGKILL');
  expect(daemon.stdout()).toBe(line);
});

describe('the process refuses to start', () => {
  test.each([
    [['daemon'], 1, 'At least one channel parameter is required, e.g. --socket or --dbus.'],
    [['dance'], 1, "invalid choice: 'dance'"],
    [['-a', '+15550000008', 'jsonRpc'], 1, 'User +15550000008 is not registered.'],
    [['jsonRpc', '--receive-mode', 'never'], 1, 'invalid choice'],
  ])('%j: %i', async (args, code, words) => {
    using home = standInHome();
    const one = home.start(args);
    expect(await one.ended()).toBe(code);
    expect(one.stderr()).toContain(words);
  });

  test('once without a network, with an old version, or as the script says', async () => {
    using home = standInHome();
    const end = async () => {
      const one = home.start([...A, 'daemon', '--socket', home.socket]);
      return [await one.ended(), one.stderr().trim()];
    };
    home.server.set('network', 'down');
    expect(await end()).toEqual([3, `Error while checking account ${OWN.number}: No connection!`]);
    home.server.set('network', 'up');
    home.server.set('tooOld', true);
    expect(await end()).toEqual([2, expect.stringContaining('too old for the Signal-Server')]);
    home.server.set('tooOld', false);
    home.server.set('start', {exit: 1, stderr: 'something else', left: 1});
    expect(await end()).toEqual([1, 'something else']);
    await daemonWith(home);
  });

  test('while another process locks the account: it reports the lock, waits, and continues after the release', async () => {
    using home = standInHome();
    const {daemon} = await daemonWith(home);
    const other = join(home.path, 'other.sock');
    const second = home.start([...A, 'daemon', '--socket', other]);
    await second.says('Config file is in use by another instance, waiting…');
    expect(existsSync(other)).toBe(false);
    daemon.child.kill('SIGKILL');
    await second.says('Started JSON-RPC server on');
  });

  test('as 0.13, when it gets a flag of 0.14', async () => {
    using home = standInHome();
    home.server.set('level', '0.13.19');
    const one = home.start([...A, 'daemon', '--socket', home.socket, '--ignore-stories', '--ignore-avatars']);
    expect(await one.ended()).toBe(1);
    expect(one.stderr()).toContain("error: unrecognized arguments: '--ignore-avatars'");
    await daemonWith(home, {args: ['--ignore-stories']});
  });

  test('in the folder of a real signal-cli', async () => {
    using home = standInHome({linked: false});
    rmSync(join(home.path, 'stand-in'), {recursive: true});
    mkdirSync(join(home.path, 'data'));
    writeFileSync(join(home.path, 'data', 'accounts.json'), '{"accounts":[]}');
    const one = home.start(['listAccounts']);
    expect(await one.ended()).toBe(1);
    expect(one.stderr()).toContain('belongs to a real signal-cli');
    expect(existsSync(join(home.path, 'stand-in'))).toBe(false);
  });
});

describe('short commands', () => {
  test.each([
    [['--version'], 'signal-cli 0.14.6\n'],
    [['version'], 'signal-cli 0.14.6\n'],
    [['listAccounts'], `Number: ${OWN.number}\n`],
    [['-o', 'json', 'listAccounts'], `[{"number":"${OWN.number}"}]\n`],
  ])('%j', async (args, stdout) => {
    using home = standInHome();
    const one = home.start(args);
    expect([await one.ended(), one.stdout()]).toEqual([0, stdout]);
  });

  test('link prints an address, waits, and names the account', async () => {
    using home = standInHome({linked: false});
    const one = home.start(['link', '-n', 'rooster']);
    expect(await one.ended()).toBe(0);
    expect(one.stdout()).toMatch(/^sgnl:\/\/linkdevice\?\S+\nAssociated with: \+15550000001\n$/u);
  });

  test('jsonRpc uses stdin and stdout, and ends with stdin', async () => {
    using home = standInHome();
    const one = home.start([...A, 'jsonRpc', '--receive-mode', 'manual'], {SIGNAL_STAND_IN_LEVEL: '0.13.19'});
    one.child.stdin?.write('{"jsonrpc":"2.0","method":"version","id":1}\n');
    await until('a reply', () => one.stdout() !== '');
    expect(one.stdout()).toBe('{"jsonrpc":"2.0","result":{"version":"0.13.19"},"id":1}\n');
    one.child.stdin?.end();
    expect(await one.ended()).toBe(0);
  });
});
