// A daemon that gets its socket from a service manager, and is restarted while clients connect.
// @module-tag deep
import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {
  appendFileSync,
  existsSync,
  globSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {connect} from 'node:net';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {connectTo} from '../support/daemon-client.ts';
import {ensureBuilt, ROOT, roosterHome} from '../support/rooster-home.ts';
import {until, untilGiven} from '../support/until.ts';

const ACTIVATOR = join(ROOT, 'test/support/socket-activator.ts');

const hasAnalyzer = (): boolean => spawnSync('systemd-analyze', ['--version']).status === 0;

/** Runs the daemon of a home under the activator. */
const activated = (env: Readonly<Record<string, string>>) => {
  ensureBuilt();
  const home = roosterHome();
  const folder = join(home.path, '..');
  const socket = join(home.path, 'run/rooster.sock');
  const command = [process.execPath, join(ROOT, 'dist/daemon.js'), 'run'];
  const activator = spawn(process.execPath, [ACTIVATOR, socket, folder, ...command], {
    env: {PATH: process.env['PATH'], HOME: folder, TZ: 'UTC', ROOSTER_HOME: home.path, ...env},
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(activator, 'exit');
  return {
    home,
    socket,
    [Symbol.asyncDispose]: async () => {
      writeFileSync(join(folder, 'stop'), '');
      try {
        process.kill(home.pid(), 'SIGTERM');
      } catch {
        // It has ended.
      }
      await ended;
      home[Symbol.dispose]();
    },
  };
};

/** The fate of a client that connects and greets: answered, closed, or the code of an error. */
const greet = (socket: string): Promise<string> =>
  new Promise(resolve => {
    const connection = connect(socket);
    let answer = '';
    connection.on('error', error => resolve('code' in error ? String(error.code) : error.message));
    connection.on('close', () => resolve(answer === '' ? 'closed' : 'answered'));
    connection.on('data', data => {
      answer += data;
      if (answer.includes('\n')) connection.destroy();
    });
    connection.write(
      `${JSON.stringify({jsonrpc: '2.0', id: 1, method: 'hello', params: {protocol: 1, client: 'test'}})}\n`,
    );
  });

/** The file of a socket is there a moment before it listens. */
const untilAnswered = (socket: string): Promise<boolean> =>
  untilGiven('an answer', async () => ((await greet(socket)) === 'answered' ? true : undefined));

test.skipIf(process.platform !== 'linux').each([
  ['without secrets', {}],
  // It replaces itself once, and the socket stays.
  ['that hides a secret of its environment', {ANTHROPIC_API_KEY: 'sk-ant-hidden'}],
])('a daemon %s is restarted, and no connection is refused', async (_, env) => {
  await using daemon = activated(env);
  await untilAnswered(daemon.socket);
  const {ino} = lstatSync(daemon.socket);
  const results: string[] = [];
  const pids = new Set<number>();
  let isOver = false;
  const clients = Array.from({length: 5}, async () => {
    while (!isOver) results.push(await greet(daemon.socket));
  });
  for (let restart = 0; restart < 4; restart += 1) {
    const pid = daemon.home.pid();
    pids.add(pid);
    process.kill(pid, restart % 2 === 0 ? 'SIGTERM' : 'SIGKILL');
    await until('another daemon', () => isAnother(daemon.home.path, pid));
    expect(await greet(daemon.socket)).not.toMatch(/^E/u);
  }
  isOver = true;
  await Promise.all(clients);
  expect(pids.size).toBe(4);
  expect(results.filter(result => result === 'answered').length).toBeGreaterThan(8);
  // Those that the killed daemon had accepted already are cut; none is refused.
  expect(results.filter(result => /^E(?!CONNRESET|PIPE)/u.test(result))).toEqual([]);
  // The daemon neither replaced nor removed the file of its service manager.
  expect(lstatSync(daemon.socket).ino).toBe(ino);
});

test.skipIf(process.platform !== 'linux').each([
  ['without secrets', {}],
  ['that hides a secret of its environment', {ANTHROPIC_API_KEY: 'sk-ant-hidden'}],
])('a daemon %s that is asked to start again goes on as the same process, on the same socket', async (_, env) => {
  await using daemon = activated(env);
  await untilAnswered(daemon.socket);
  const {ino} = lstatSync(daemon.socket);
  const statusNow = () => daemon.home.json<{bootId: string; pid: number}>(['status', '--json']);
  const before = await statusNow();
  const client = await connectTo(daemon.socket);
  await client.call('daemon.restart', {});
  const results: string[] = [];
  let now = before;
  while (now.bootId === before.bootId) {
    results.push(await greet(daemon.socket));
    now = await statusNow();
  }
  await client[Symbol.asyncDispose]();
  expect(now.pid).toBe(before.pid);
  expect(results.filter(result => /^E(?!CONNRESET|PIPE)/u.test(result))).toEqual([]);
  expect(lstatSync(daemon.socket).ino).toBe(ino);
});

/** A daemon removes the file with its number when it ends. */
const isAnother = (home: string, pid: number): boolean => {
  try {
    const now = Number.parseInt(readFileSync(join(home, 'rooster.db.pid'), 'utf8'), 10);
    return now > 0 && now !== pid;
  } catch {
    return false;
  }
};

test.skipIf(process.platform !== 'linux')(
  'a daemon whose socket was removed can be reached, also after a crash',
  async () => {
    await using daemon = activated({});
    await untilAnswered(daemon.socket);
    rmSync(daemon.socket);
    await until('its own socket', () => existsSync(daemon.socket));
    expect(await greet(daemon.socket)).toBe('answered');
    const pid = daemon.home.pid();
    process.kill(pid, 'SIGKILL');
    await until('another daemon', () => isAnother(daemon.home.path, pid));
    await untilAnswered(daemon.socket);
  },
);

test.skipIf(process.platform !== 'linux')('installed, it is stopped only after systemd listens no more', async () => {
  ensureBuilt();
  using home = roosterHome();
  const folder = join(home.path, '..');
  const calls = join(folder, 'calls');
  writeFileSync(join(folder, 'systemctl'), `#!/bin/sh\necho "$*" >> ${calls}\n`, {mode: 0o755});
  const env = {PATH: `${folder}:${process.env['PATH']}`};
  const callsOf = async (...argv: readonly string[]): Promise<readonly string[]> => {
    writeFileSync(calls, '');
    const {code, err} = await home.run(argv, {env});
    expect(code, err).toBe(0);
    return readFileSync(calls, 'utf8').trim().split('\n');
  };
  const units = ['rooster.service', 'rooster.socket'];
  const stop = '--user stop rooster.socket';
  expect(await callsOf('daemon', 'install')).toEqual([
    '--user daemon-reload',
    stop,
    '--user enable --now rooster.socket rooster.service',
  ]);
  expect(readdirSync(join(folder, '.config/systemd/user')).sort()).toEqual(units);
  expect(await callsOf('daemon', 'start')).toEqual(['--user start rooster.service']);
  expect(await callsOf('daemon', 'stop')).toEqual([stop]);
  // After it, systemd doesn't start the daemon for the next command that only reads.
  expect(await callsOf('daemon', 'uninstall')).toEqual([
    '--user disable --now rooster.socket rooster.service',
    '--user daemon-reload',
  ]);
  expect(readdirSync(join(folder, '.config/systemd/user'))).toEqual([]);
});

test.skipIf(!hasAnalyzer())('the units that are installed are read by systemd without a complaint', async () => {
  ensureBuilt();
  using home = roosterHome('a "home" with 50% of its $PATH');
  const folder = join(home.path, '..');
  writeFileSync(join(folder, 'systemctl'), '#!/bin/sh\n', {mode: 0o755});
  const env = {PATH: `${folder}:${process.env['PATH']}`};
  expect((await home.run(['daemon', 'install'], {env})).code).toBe(0);
  const complaints = (): string => {
    const units = globSync(join(folder, '.config/systemd/user/rooster.*'));
    expect(units).toHaveLength(2);
    const verify = ['--user', 'verify', ...units];
    // A failure of a unit is printed, and some have an exit code, too.
    return spawnSync('systemd-analyze', verify, {encoding: 'utf8', env: {...process.env, XDG_RUNTIME_DIR: folder}})
      .stderr;
  };
  expect(complaints()).toBe('');
  appendFileSync(join(folder, '.config/systemd/user/rooster.service'), '\n[Service]\nRestrat=always\n');
  expect(complaints()).toContain('Restrat');
});

test('a daemon ignores a socket that was passed to another process', async () => {
  ensureBuilt();
  using home = roosterHome();
  const env = {LISTEN_PID: '1', LISTEN_FDS: '1'};
  expect((await home.run(['remind', '20m', 'tea'], {env})).code).toBe(0);
  expect((await home.run(['daemon', 'stop'], {env})).code).toBe(0);
  expect(existsSync(join(home.path, 'run/rooster.sock'))).toBe(false);
});
