// The daemon of another machine, over Debian's OpenSSH: what is set there is there, and nothing ever starts here.
// @module-tag deep
import {existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {beforeAll, describe, expect, test} from 'vitest';
import {packagesFolder, VERSION} from '../support/packages.ts';
import {ensureBuilt, type RoosterHome, roosterHome} from '../support/rooster-home.ts';
import {type SshServer, startSshServer, whyNoSshServer} from '../support/ssh-server.ts';
import {until} from '../support/until.ts';
import {writeConfig} from '../support/write-config.ts';

beforeAll(ensureBuilt);

const why = whyNoSshServer();

/** A terminal that knows the server as `den`, whose daemon has a home there. */
const laptopOf = (server: SshServer, there: RoosterHome) => {
  const here = roosterHome('laptop');
  const setUp = (command = server.programFor(there.path)): void =>
    writeConfig(here.path, {hosts: {den: {address: server.address, command}}});
  setUp();
  const path = (ssh = server.client) => ({PATH: `${ssh}:${process.env['PATH']}`});
  return {
    ...here,
    setUp,
    ask: (argv: readonly string[], ssh?: string) => here.run(argv, {env: path(ssh)}),
    follow: (argv: readonly string[]) => here.start(argv, {env: path()}),
    /** A daemon of this machine would make a database. */
    isUntouched: () => !existsSync(join(here.path, 'rooster.db')) && !existsSync(join(here.path, 'run')),
    [Symbol.dispose]: here[Symbol.dispose],
  };
};

describe.skipIf(why !== undefined)(why === undefined ? 'another machine' : `another machine (skipped: ${why})`, () => {
  test('has the reminder that was set there, and this one has no daemon', {tags: ['fast']}, async () => {
    await using server = await startSshServer();
    using there = roosterHome('server');
    using laptop = laptopOf(server, there);
    const set = await laptop.ask(['--host', 'den', 'remind', '20m', 'tea']);
    expect([set.code, set.err]).toEqual([0, 'On den.\n']);
    expect(set.out).toContain('tea');
    expect((await there.run(['reminders'])).out).toContain('tea');
    expect((await laptop.ask(['reminders', '--host=den'])).out).toContain('tea');
    expect(laptop.isUntouched()).toBe(true);
    const {code, err} = await laptop.ask(['reminders']);
    expect([code, err]).toEqual([3, 'error: The daemon is not running. Start it: rooster daemon start\n']);
  });

  test('is used by every command once it is chosen, and by none after "local"', async () => {
    await using server = await startSshServer();
    using there = roosterHome('server');
    using laptop = laptopOf(server, there);
    expect((await laptop.ask(['host', 'use', 'den'])).out).toContain('Rooster uses den from now on.');
    expect(JSON.parse((await laptop.ask(['remind', '20m', 'tea', '--json'])).out)).toMatchObject({message: 'tea'});
    expect(JSON.parse((await laptop.ask(['host', 'list', '--json'])).out)).toMatchObject({chosen: 'den'});
    expect((await laptop.ask(['--host', 'local', 'status'])).code).toBe(3);
    await laptop.ask(['host', 'use', 'local']);
    expect((await laptop.ask(['status'])).code).toBe(3);
    expect(laptop.isUntouched()).toBe(true);
  });

  test('runs itself what needs the machine: its configuration, its daemon, its copies', async () => {
    await using server = await startSshServer();
    using there = roosterHome('server');
    using laptop = laptopOf(server, there);
    const ask = (...argv: readonly string[]) => laptop.ask(['--host', 'den', ...argv]);
    expect((await ask('config', 'path')).out.trim()).toBe(join(there.path, 'config.json'));
    expect((await ask('config', 'set', 'agent.id', "den's rooster")).code).toBe(1);
    expect((await ask('config', 'set', 'timezone', 'Asia/Tokyo')).code).toBe(0);
    expect(JSON.parse(readFileSync(join(there.path, 'config.json'), 'utf8'))).toEqual({timezone: 'Asia/Tokyo'});
    expect((await ask('daemon', 'start')).out).toContain('The daemon is running');
    expect(JSON.parse((await ask('backup', '--json')).out).file).toContain(there.path);
    expect((await ask('daemon', 'stop')).out).toContain('Stopped the daemon');
    expect((await ask('status')).out).toBe(
      'The daemon on den is not running. Start it: rooster --host den daemon start\n',
    );
    expect(laptop.isUntouched()).toBe(true);
  });

  test('gives a backup to a file of this machine, whole or not at all', async () => {
    await using server = await startSshServer();
    using there = roosterHome('server');
    using laptop = laptopOf(server, there);
    const ask = (...argv: readonly string[]) => laptop.ask(['--host', 'den', ...argv]);
    await ask('remind', '2h', 'tea');
    const file = join(laptop.path, 'copy.db');
    const made = await ask('backup', file);
    expect([made.code, made.err]).toEqual([0, '']);
    expect(made.out).toMatch(/^Backup of den: \/.*copy\.db \(\d+\.\d MB\)\n$/u);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    using copy = new DatabaseSync(file, {readOnly: true});
    expect(copy.prepare('SELECT message FROM reminders').all()).toEqual([{message: 'tea'}]);
    expect((await ask('backup', file)).err).toBe(`error: ${file} exists already. Add --force to replace it.\n`);
    expect(JSON.parse((await ask('backup', file, '--force', '--json')).out)).toMatchObject({
      file,
      bytes: statSync(file).size,
    });
    // Something else than Rooster's copy, cut off, and a machine that can't be reached.
    const other = join(laptop.path, 'other.db');
    writeFileSync(join(laptop.path, 'short'), `#!/bin/sh\nhead -c 5000 ${file}\n`, {mode: 0o755});
    laptop.setUp(join(laptop.path, 'short'));
    expect((await ask('backup', other)).err).toBe(
      "error: What came from den isn't a whole backup. Nothing was stored.\n",
    );
    await server.stop();
    expect((await ask('backup', other)).code).toBe(3);
    expect(readdirSync(laptop.path).filter(name => name.startsWith('other'))).toEqual([]);
    expect(readdirSync(join(there.path, 'backups'))).toEqual([]);
    expect(laptop.isUntouched()).toBe(true);
  });

  test('is restored from a file of this machine, or from one of its own, which begins with its name', async () => {
    await using server = await startSshServer();
    using there = roosterHome('server');
    using laptop = laptopOf(server, there);
    const ask = (...argv: readonly string[]) => laptop.ask(['--host', 'den', ...argv]);
    await ask('remind', '2h', 'tea');
    const file = join(laptop.path, 'copy.db');
    await ask('backup', file);
    const own = await ask('backup', `den:rooster-${process.pid}-copy.db`);
    expect([own.code, own.err]).toEqual([0, 'On den.\n']);
    const [, path = ''] = /^Backup: (\/.*copy\.db) /u.exec(own.out) ?? [];
    using _leftBehind = {[Symbol.dispose]: () => rmSync(path, {force: true})};
    const messages = async () => (await ask('reminders', '--json')).out.match(/"message":"[a-z]+"/gu);
    for (const [word, said] of [
      [file, /^On den\.\n$/u],
      [`den:${path}`, /^The backup is from [\s\S]*On den\.\n$/u],
    ] as const) {
      await ask('remind', '3h', 'cake');
      expect((await messages())?.length).toBe(2);
      const restored = await ask('restore', word, '--yes');
      expect([restored.code, restored.out]).toEqual([0, expect.stringMatching(/^Restored the database of /u)]);
      expect(restored.err).toMatch(said);
      expect(await messages()).toEqual(['"message":"tea"']);
    }
    const checked = await ask('restore', file, '--check');
    expect([checked.code, checked.out]).toEqual([0, '']);
    expect(checked.err).toContain('It holds 1 pending reminder and 0 unsent messages.');
    expect(await ask('restore', file)).toMatchObject({code: 2, err: expect.stringContaining('add --yes')});
    expect((await ask('restore', path.replace('copy', 'none'), '--yes')).err).toMatch(
      /^error: No file \/.* on this machine\. A file of den begins with "den:"\.\n$/u,
    );
    writeFileSync(file, 'no database');
    expect(await ask('restore', file, '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be restored'),
    });
    expect(await messages()).toEqual(['"message":"tea"']);
    expect(readdirSync(join(there.path, 'backups'))).toEqual([]);
    rmSync(path);
    expect(laptop.isUntouched()).toBe(true);
  });

  test('has its own rows in the doctor, and the terminal of this machine has others', async () => {
    await using server = await startSshServer();
    using there = roosterHome('server');
    using laptop = laptopOf(server, there);
    const {code, out, err} = await laptop.ask(['--host', 'den', 'doctor']);
    expect([code, err]).toEqual([0, '']);
    const [den = '', terminal = ''] = out.split('\n\n');
    expect(den).toMatch(/^On den:\nok +node /u);
    expect(den).toContain(there.path);
    expect(den).not.toMatch(/characters|terminal {2}/u);
    expect(terminal).toMatch(/^On this machine:\nok +characters +C\.UTF-8\nok +terminal +stdout isn't a terminal/u);
    const {healthy, findings} = JSON.parse((await laptop.ask(['--host', 'den', 'doctor', '--json'])).out);
    expect(healthy).toBe(true);
    expect(findings[0]).toMatchObject({machine: 'den', name: 'node'});
    expect(findings.at(-1)).toMatchObject({machine: 'this machine', name: 'terminal'});
    expect(laptop.isUntouched()).toBe(true);
  });

  test('named for one call is in the commands of its sentences; once chosen, it need not be', async () => {
    await using server = await startSshServer();
    using there = roosterHome('server');
    using laptop = laptopOf(server, there);
    const told = async (...argv: readonly string[]): Promise<string> => {
      const {out, err} = await laptop.ask(argv);
      return out + err;
    };
    const calls: readonly (readonly [argv: readonly string[], command: string])[] = [
      [['sessions', 'stop', 'nosuch'], 'sessions'],
      [['config', 'keys', 'nosuch'], 'config keys'],
      [['doctor'], 'setup, or check'],
    ];
    expect(await told('--host', 'den', 'chat', 'write me a poem about tea')).toContain(
      'or run `rooster --host den setup`.',
    );
    await laptop.ask(['--host', 'den', 'config', 'set', 'agent.model', 'openai/gpt-5']);
    for (const [argv, command] of calls) {
      const flagged = await told('--host', 'den', ...argv);
      expect([argv, flagged]).toEqual([argv, expect.stringContaining(`rooster --host den ${command}`)]);
    }
    await laptop.ask(['host', 'use', 'den']);
    for (const [argv, command] of calls) {
      const plain = await told(...argv);
      expect([argv, plain]).toEqual([argv, expect.stringContaining(`rooster ${command}`)]);
    }
    const own = await told('--host', 'den', 'config', 'keys', 'nosuch');
    expect(own).toContain('To list them all: rooster config keys');
  });

  test('runs its commands itself, also when a third machine was chosen there', async () => {
    await using server = await startSshServer();
    using there = roosterHome('server');
    using laptop = laptopOf(server, there);
    await there.run(['host', 'use', 'elsewhere.invalid']);
    const set = await laptop.ask(['--host', 'den', 'config', 'set', 'timezone', 'Asia/Tokyo']);
    expect([set.code, set.err]).toEqual([0, 'On den.\n']);
    const read = await laptop.ask(['--host', 'den', 'config', 'get', 'timezone']);
    expect([read.code, read.out, read.err]).toEqual([0, 'Asia/Tokyo\n', '']);
  });

  test('that is forgotten while it is in use gives its place to this machine, and says so', async () => {
    await using server = await startSshServer();
    using there = roosterHome('server');
    using laptop = laptopOf(server, there);
    await laptop.ask(['host', 'use', 'den']);
    expect((await laptop.ask(['host', 'remove', 'den'])).err).toBe('Rooster uses this machine again.\n');
  });

  test('that cannot be used says why in one sentence, and nothing starts here', async () => {
    await using server = await startSshServer();
    using there = roosterHome('server');
    using laptop = laptopOf(server, there);
    const remind = ['--host', 'den', 'remind', '20m', 'tea'];
    const {wrongKey, unknownServer} = server.strangers;
    const refusal = async (ssh?: string): Promise<string> => {
      const {code, out, err} = await laptop.ask(remind, ssh);
      expect([code, out]).toEqual([3, '']);
      return err;
    };
    expect(await refusal(wrongKey)).toMatch(/^error: Couldn't reach den: .*Permission denied \(publickey\)\. To see/u);
    expect(await refusal(unknownServer)).toMatch(/^error: Couldn't reach den: Host key verification failed\. To see/u);
    laptop.setUp('/nowhere/rooster');
    expect(await refusal()).toMatch(/^error: There is no program "\/nowhere\/rooster" on den\. Install it there/u);
    laptop.setUp();
    const reads = await laptop.ask(['--host', 'den', 'reminders']);
    expect([reads.code, reads.err]).toEqual([
      3,
      'error: The daemon on den is not running. Start it: rooster --host den daemon start\n',
    ]);
    await server.stop();
    expect(await refusal()).toMatch(/^error: Couldn't reach den: .*Connection refused\. To see/u);
    expect((await laptop.ask(['--host', 'den', 'doctor'])).code).toBe(3);
    expect((await laptop.ask(['--host', '-oProxyCommand=x', 'status'])).err).toContain("isn't a host");
    expect((await laptop.ask(['--host', 'dem', 'status'])).err).toContain('no host "dem" (did you mean den?)');
    expect([laptop.isUntouched(), existsSync(there.path)]).toEqual([true, false]);
  });

  test('loses nothing of what is followed: after a cut, and after a night without a network', async () => {
    await using server = await startSshServer();
    using there = roosterHome('server');
    using laptop = laptopOf(server, there);
    await there.run(['daemon', 'start']);
    using watch = laptop.follow(['--host', 'den', 'watch', '--json']);
    const seqs = (): readonly number[] =>
      watch
        .out()
        .trim()
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line).seq);
    const told = (text: string) =>
      until(`${text} is told: ${watch.out()}${watch.err()}`, () => watch.out().includes(text));
    // It follows from its connection on, which comes at some time.
    while (watch.out() === '') await there.run(['remind', '1h', 'first']);
    server.cut();
    await there.run(['remind', '1h', 'second']);
    await told('second');
    await server.stop();
    await there.run(['remind', '1h', 'third']);
    await server.start();
    await told('third');
    const [first = 0, ...others] = seqs();
    expect(others).toEqual(others.map((_, index) => first + index + 1));
  });

  test('with another release is told; one that is a neighbour works without a word', async () => {
    using packages = packagesFolder();
    const [major = 0, minor = 0] = VERSION.split('.').map(Number);
    const [next, far] = [`${major}.${minor + 1}.0`, `${major}.${minor + 2}.0`];
    await using server = await startSshServer();
    using there = roosterHome('server');
    using laptop = laptopOf(server, there);
    const update = 'Update the older one: rooster --host local update';
    for (const [version, words] of [
      [next, ''],
      [far, `den runs Rooster ${far}, and this machine ${VERSION}. ${update}\n`],
    ] as const) {
      packages.add(version);
      laptop.setUp(server.programFor(there.path, packages.program(version)));
      const {code, out, err} = await laptop.ask(['--host', 'den', 'remind', '1h', 'tea']);
      expect([code, err]).toEqual([0, `${words}On den.\n`]);
      expect(out).toContain('tea');
      await there.run(['daemon', 'stop']);
    }
  });

  test('serves two machines at once', async () => {
    await using server = await startSshServer();
    using there = roosterHome('server');
    using laptop = laptopOf(server, there);
    using desk = laptopOf(server, there);
    const texts = ['a', 'b', 'c'].flatMap(letter => [`${letter}-laptop`, `${letter}-desk`]);
    const set = await Promise.all(
      texts.map(text => (text.endsWith('desk') ? desk : laptop).ask(['--host', 'den', 'remind', '1h', text])),
    );
    expect(set.map(({code}) => code)).toEqual(texts.map(() => 0));
    const {reminders} = await there.json<{reminders: readonly {message: string}[]}>(['reminders', '--json']);
    expect(reminders.map(({message}) => message).toSorted()).toEqual(texts.toSorted());
    expect([laptop.isUntouched(), desk.isUntouched()]).toEqual([true, true]);
  });
});
