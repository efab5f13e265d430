import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {connect, createServer} from 'node:net';
import {expect, test} from 'vitest';
import {DialError, dial, startDialling} from '../../src/ipc/socket/dial.ts';
import {type ListenDeps, listen} from '../../src/ipc/socket/listen.ts';
import {folderFault} from '../../src/ipc/socket/socket-folder.ts';
import type {Transport} from '../../src/ipc/wire/index.ts';
import {longestSocketPath} from '../../src/shared/records/places.ts';
import {GatewayError} from '../../src/shared/text/gateway-error.ts';
import {builtProgram} from '../support/built-program.ts';
import {rawClient} from '../support/raw-client.ts';
import {socketHome} from '../support/socket-home.ts';
import {until} from '../support/until.ts';

/** Sends every line back. */
const echo = (transport: Transport): void =>
  transport.start({message: line => transport.send(`${line}\n`), error: () => {}, close: () => {}});

const listenAt = (path: string, more: Partial<ListenDeps> = {}): Promise<AsyncDisposable> =>
  listen({path, onConnection: echo, ...more});

const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8);

const refusal = async (path: string): Promise<GatewayError> => {
  const error = await listenAt(path).then(
    async listener => listener[Symbol.asyncDispose](),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof GatewayError)) throw new Error(`${path} was not refused`);
  return error;
};

/** A socket file without a listener: its server died without removing it. */
const leaveStaleSocket = async (path: string): Promise<void> => {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(path, resolve));
  const aside = `${path}.aside`;
  renameSync(path, aside);
  await new Promise(resolve => server.close(resolve));
  renameSync(aside, path);
};

const isSocket = (path: string): boolean => lstatSync(path, {throwIfNoEntry: false})?.isSocket() === true;

const reasonOf = async (path: string): Promise<unknown> =>
  dial(path).then(
    transport => transport.abort(),
    (error: unknown) => (error instanceof DialError ? error.reason : error),
  );

test('a client can talk with a listening daemon, and disposing removes the socket', async () => {
  using home = socketHome();
  const listener = await listenAt(home.path);
  await using client = await rawClient(home.path);
  client.write('hello\n');
  await until('the echo', () => client.lines.length > 0);
  expect(client.lines).toEqual(['hello']);
  await listener[Symbol.asyncDispose]();
  expect(readdirSync(home.folder)).toEqual([]);
  expect(await reasonOf(home.path)).toBe('absent');
});

test('a connection outlives its listener', async () => {
  using home = socketHome();
  const listener = await listenAt(home.path);
  await using client = await rawClient(home.path);
  client.write('one\n');
  await until('the first echo', () => client.lines.length === 1);
  await listener[Symbol.asyncDispose]();
  client.write('two\n');
  await until('the second echo', () => client.lines.length === 2);
});

test('the folders have mode 0700 and the socket 0600, whatever the umask', async () => {
  for (const umask of [0o000, 0o022, 0o077]) {
    using home = socketHome();
    const path = `${home.folder}/a/run/rooster.sock`;
    const before = process.umask(umask);
    try {
      await using _ = await listenAt(path);
      const folders = [`${home.folder}/a`, `${home.folder}/a/run`].map(modeOf);
      expect([...folders, modeOf(path)]).toEqual(['700', '700', '600']);
    } finally {
      process.umask(before);
    }
  }
});

test('a stale socket is removed and replaced', async () => {
  using home = socketHome();
  await leaveStaleSocket(home.path);
  expect(await reasonOf(home.path)).toBe('stale');
  await using _ = await listenAt(home.path);
  await using client = await rawClient(home.path);
  client.write('x\n');
  await until('the echo', () => client.lines.length > 0);
});

test('a living daemon is found, named, and left alone', async () => {
  using home = socketHome();
  await using _ = await listenAt(home.path);
  const {ino} = lstatSync(home.path);
  const error = await refusal(home.path);
  expect(error.code).toBe('conflict');
  expect(error.message).toContain(home.path);
  expect(lstatSync(home.path).ino).toBe(ino);
  expect(readdirSync(home.folder)).toEqual(['rooster.sock']);
  await using client = await rawClient(home.path);
  client.write('still there\n');
  await until('the echo', () => client.lines.length > 0);
});

test("a daemon too busy to accept a connection isn't taken for a dead one", async () => {
  using home = socketHome();
  const child = spawn(process.execPath, ['-e', BUSY_SERVER, home.path], {stdio: ['ignore', 'pipe', 'inherit']});
  const exited = new Promise(resolve => child.once('exit', resolve));
  let said = '';
  child.stdout.on('data', text => {
    said += text;
  });
  try {
    await until('the child listens', () => said.includes('up'));
    const waiting: Transport[] = [];
    // They wait in its queue until that is full.
    for (let reason: unknown; reason === undefined; ) {
      reason = await dial(home.path).then(
        transport => void waiting.push(transport),
        (error: DialError) => error.reason,
      );
      expect(reason ?? 'failed').toBe('failed');
      expect(waiting.length).toBeLessThan(100);
    }
    expect(await refusal(home.path)).toMatchObject({code: 'conflict'});
    expect(isSocket(home.path)).toBe(true);
    for (const transport of waiting) transport.abort();
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
});

test('of many that start at once exactly one listens', async () => {
  using home = socketHome();
  const tries = await Promise.allSettled(Array.from({length: 20}, () => listenAt(home.path)));
  const listeners = tries.filter(outcome => outcome.status === 'fulfilled').map(({value}) => value);
  const errors = tries.filter(outcome => outcome.status === 'rejected').map(({reason}) => reason);
  expect(listeners.length).toBe(1);
  expect(new Set(errors.map(error => error.code))).toEqual(new Set(['conflict']));
  expect(readdirSync(home.folder)).toEqual(['rooster.sock']);
  for (const listener of listeners) await listener[Symbol.asyncDispose]();
});

test.each<[what: string, make: (path: string) => void]>([
  ['a file', path => writeFileSync(path, 'precious')],
  ['a folder', path => mkdirSync(path)],
  ['a link to a file', path => symlinkSync('/etc/hostname', path)],
  ['a link to nowhere', path => symlinkSync('/nowhere/at/all', path)],
])('%s in place of the socket is refused and untouched', async (_, make) => {
  using home = socketHome();
  make(home.path);
  const before = lstatSync(home.path);
  const error = await refusal(home.path);
  expect([error.code, error.message]).toEqual(['refused', `${home.path} exists but isn't a socket. Move it aside.`]);
  const after = lstatSync(home.path);
  expect([after.ino, after.mode, after.size]).toEqual([before.ino, before.mode, before.size]);
  if (after.isFile()) expect(readFileSync(home.path, 'utf8')).toBe('precious');
});

test('a folder that is a symbolic link is refused, and its target is unchanged', async () => {
  using home = socketHome();
  mkdirSync(`${home.folder}/real`, {mode: 0o755});
  chmodSync(`${home.folder}/real`, 0o755);
  symlinkSync(`${home.folder}/real`, `${home.folder}/run`);
  const error = await refusal(`${home.folder}/run/rooster.sock`);
  expect(error.code).toBe('refused');
  expect(error.message).toContain('symbolic link');
  expect([modeOf(`${home.folder}/real`), readdirSync(`${home.folder}/real`)]).toEqual(['755', []]);
  expect(readlinkSync(`${home.folder}/run`)).toBe(`${home.folder}/real`);
});

test('a folder that is a file is refused', async () => {
  using home = socketHome();
  writeFileSync(`${home.folder}/run`, '');
  expect(await refusal(`${home.folder}/run/rooster.sock`)).toMatchObject({code: 'refused'});
});

test.skipIf(process.getuid?.() !== 0)('a folder of another user is refused and untouched', async () => {
  using home = socketHome();
  mkdirSync(`${home.folder}/run`, {mode: 0o700});
  chownSync(`${home.folder}/run`, 65_534, 65_534);
  const error = await refusal(`${home.folder}/run/rooster.sock`);
  expect(error.code).toBe('refused');
  expect(error.message).toContain('another user');
  expect(readdirSync(`${home.folder}/run`)).toEqual([]);
});

test.each(['run', 'rooster'])('our own folder %s is made private when others can enter it', async name => {
  using home = socketHome();
  const folder = `${home.folder}/${name}`;
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  await using _ = await listenAt(`${folder}/rooster.sock`);
  expect(modeOf(folder)).toBe('700');
});

test.each<[what: string, name: string, mode: number]>([
  ['a folder that may be there for other things', 'projects', 0o755],
  ['a folder that only its group can read', 'projects', 0o740],
  ['a shared folder with the sticky bit', 'run', 0o1777],
])('%s is refused, not changed', async (_, name, mode) => {
  using home = socketHome();
  const folder = `${home.folder}/${name}`;
  mkdirSync(folder);
  chmodSync(folder, mode);
  const error = await refusal(`${folder}/rooster.sock`);
  expect(error.code).toBe('refused');
  expect(error.message).toContain('is open to other users');
  expect([lstatSync(folder).mode & 0o7777, readdirSync(folder)]).toEqual([mode, []]);
});

test.each<[folder: string, mode: number, fault: string | undefined]>([
  ['/run', 0o755, 'is open to other users'],
  ['/rooster', 0o755, 'is open to other users'],
  ['/tmp', 0o1777, 'is open to other users'],
  ['/root', 0o750, 'is open to other users'],
  ['/root', 0o700, undefined],
  ['/root/.rooster/run', 0o755, undefined],
  ['/run/user/0/rooster', 0o777, undefined],
])("root's daemon checks %s with mode %o: %s", (folder, mode, fault) => {
  const stats = {uid: 0, mode, isDirectory: () => true, isSymbolicLink: () => false};
  expect(folderFault(folder, stats, 0)).toBe(fault);
});

test('both ends refuse an overlong path with a sentence that names the limit', async () => {
  using home = socketHome();
  const limit = longestSocketPath(process.platform);
  const tooLong = `${home.folder}/${'x'.repeat(limit - home.folder.length)}`;
  for (const error of [await refusal(tooLong), await dial(tooLong).catch((thrown: unknown) => thrown)]) {
    expect(error).toBeInstanceOf(GatewayError);
    expect(String(error)).toContain(`${limit + 1} bytes`);
    expect(String(error)).toContain(`${limit} at most`);
  }
  expect(await reasonOf(tooLong)).toBe('too-long');
  const longest = tooLong.slice(0, -1);
  await using _ = await listenAt(longest);
  await using client = await rawClient(longest);
  client.write('x\n');
  await until('the echo', () => client.lines.length > 0);
});

test('the limit counts bytes, not characters', async () => {
  expect(await reasonOf(`/tmp/${'ü'.repeat(60)}`)).toBe('too-long');
});

test('disposing leaves a socket that now belongs to another process', async () => {
  using home = socketHome();
  const first = await listenAt(home.path);
  rmSync(home.path);
  await using _ = await listenAt(home.path);
  await first[Symbol.asyncDispose]();
  expect(isSocket(home.path)).toBe(true);
  await using client = await rawClient(home.path);
  client.write('x\n');
  await until('the echo', () => client.lines.length > 0);
});

test("disposing after the folder was removed isn't an error", async () => {
  using home = socketHome();
  mkdirSync(`${home.folder}/run`, {mode: 0o700});
  const listener = await listenAt(`${home.folder}/run/rooster.sock`);
  rmSync(`${home.folder}/run`, {recursive: true});
  await listener[Symbol.asyncDispose]();
});

test('each reason for an unreachable daemon has its own sentence', async () => {
  using home = socketHome();
  const sentences: string[] = [];
  const fail = async (path: string): Promise<unknown> =>
    dial(path).catch((error: unknown) => {
      if (!(error instanceof DialError)) throw error;
      expect(error.code).toBe('unavailable');
      sentences.push(error.message);
      return error.reason;
    });
  expect(await fail(home.path)).toBe('absent');
  await leaveStaleSocket(home.path);
  expect(await fail(home.path)).toBe('stale');
  expect(await fail(`${home.path}/below/a/socket`)).toBe('absent');
  expect(await fail(`/${'x'.repeat(200)}`)).toBe('too-long');
  expect(new Set(sentences).size).toBe(4);
});

test('a call that is cancelled before or while connecting is reported as aborted', async () => {
  using home = socketHome();
  await using _ = await listenAt(home.path);
  expect(await dial(home.path, {signal: AbortSignal.abort()}).catch((error: DialError) => error.reason)).toBe(
    'aborted',
  );
  const giveUp = new AbortController();
  const ringing = dial(home.path, {signal: giveUp.signal}).catch((error: DialError) => error.reason);
  giveUp.abort();
  expect(await ringing).toBe('aborted');
});

test.skipIf(process.getuid?.() !== 0)("another user can't enter the folder", async () => {
  using home = socketHome();
  await using _ = await listenAt(home.path);
  expect(await asNobody(home.path)).toBe('forbidden');
  // Even in an open folder the socket itself stays closed to others.
  chmodSync(home.folder, 0o755);
  expect(await asNobody(home.path)).toBe('forbidden');
});

test('without free descriptors connections are refused, and accepted again later', async () => {
  using home = socketHome();
  const child = spawn('sh', ['-c', `ulimit -n 40; exec "$0" "$@"`, process.execPath, LISTEN_CHILD, home.path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise(resolve => child.once('exit', resolve));
  let said = '';
  child.stdout.on('data', text => {
    said += text;
  });
  try {
    await until('the child listens', () => said.includes('listening\n'));
    const sockets = Array.from({length: 60}, () =>
      connect(home.path)
        .on('error', () => {})
        .resume(),
    );
    await until('the child runs out of descriptors', () => sockets.some(socket => socket.closed));
    for (const socket of sockets) socket.destroy();
    let echoed = false;
    while (!echoed) {
      await using client = await rawClient(home.path);
      client.write('x\n');
      await until(
        'an echo or a cut',
        () => client.lines.length > 0 || client.socket.destroyed || client.socket.readableEnded,
      );
      echoed = client.lines.length > 0;
    }
    expect(child.exitCode).toBe(null);
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
});

/** Listens with the shortest queue, and does nothing else. */
const BUSY_SERVER = `
  require('node:net').createServer().listen({path: process.argv[1], backlog: 1}, () => {
    require('node:fs').writeSync(1, 'up');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

test('a daemon that dies while a connection to it opens is one that is gone', async () => {
  using home = socketHome();
  const listening = "require('net').createServer().listen(process.argv[1], () => console.log('up'))";
  const child = spawn(process.execPath, ['-e', listening, home.path], {stdio: ['ignore', 'pipe', 'inherit']});
  await once(child.stdout, 'data');
  // It accepts nothing any more, and this process sees nothing of the connection until the other one is dead.
  child.kill('SIGSTOP');
  const {connected} = startDialling(home.path);
  child.kill('SIGKILL');
  spawnSync('sleep', ['0.2']);
  await expect(connected).rejects.toMatchObject({reason: 'stale'});
});

const LISTEN_CHILD = await builtProgram(new URL('../support/listen-child.ts', import.meta.url));

/** The reason why another user's dial fails. */
const asNobody = async (path: string): Promise<unknown> => {
  process.seteuid?.(65_534);
  try {
    return await reasonOf(path);
  } finally {
    process.seteuid?.(0);
  }
};
