import {existsSync, mkdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {openSockets, type Sockets} from '../../../src/daemon/rpc/keep-sockets.ts';
import {dial} from '../../../src/ipc/socket/dial.ts';
import {listen} from '../../../src/ipc/socket/listen.ts';
import type {Transport} from '../../../src/ipc/wire/index.ts';
import {SECOND} from '../../../src/shared/time/time.ts';
import {type FakeClock, fakeClock} from '../../support/fake-clock.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {rawClient} from '../../support/raw-client.ts';
import {tempDir} from '../../support/temp-dir.ts';
import {until} from '../../support/until.ts';

const echo = (transport: Transport): void =>
  transport.start({message: line => transport.send(`${line}\n`), error: () => {}, close: () => {}});

const openAt = (clock: FakeClock, ...paths: readonly string[]): Promise<Sockets> =>
  openSockets({paths, env: {}, clock, log: memoryLog(), onConnection: echo});

const answers = async (path: string): Promise<boolean> =>
  dial(path).then(
    transport => {
      transport.abort();
      return true;
    },
    () => false,
  );

/** Advances the clock until a daemon answers there. */
const untilBack = async (clock: FakeClock, path: string): Promise<number> => {
  const from = clock.now();
  while (!(await answers(path)) && clock.now() - from < 60 * SECOND) await clock.advance(SECOND);
  return clock.now() - from;
};

test('a removed socket is recreated after a moment, when whoever removed its folder is done', async () => {
  using dir = tempDir();
  const clock = fakeClock();
  const path = join(dir.path, 'run/rooster.sock');
  await using _sockets = await openAt(clock, path);
  for (const removed of [path, dirname(path)]) {
    rmSync(removed, {recursive: true});
    await until('the daemon to notice', () => (clock.nextTimerAt ?? Infinity) < clock.now() + SECOND);
    expect(existsSync(path)).toBe(false);
    await clock.advance(SECOND / 2);
    await until('the socket', () => existsSync(path));
  }
  expect(await answers(path)).toBe(true);
});

test('closed while its socket is recreated, it leaves none', async () => {
  using dir = tempDir();
  const clock = fakeClock();
  const path = join(dir.path, 'run/rooster.sock');
  for (let round = 0; round < 20; round += 1) {
    const sockets = await openAt(clock, path);
    rmSync(path);
    await until('the daemon to notice', () => (clock.nextTimerAt ?? Infinity) < clock.now() + SECOND);
    const passed = clock.advance(SECOND / 2);
    // More of the recreation has happened with each round.
    for (let turn = 0; turn < round; turn += 1) await new Promise(resolve => setImmediate(resolve));
    await sockets[Symbol.asyncDispose]();
    await passed;
    expect(existsSync(path)).toBe(false);
  }
});

test('a removed socket is recreated within 30 seconds, and clients stay connected', async () => {
  using dir = tempDir();
  const clock = fakeClock();
  const path = join(dir.path, 'run/rooster.sock');
  await using _sockets = await openAt(clock, path);
  await using before = await rawClient(path);
  rmSync(path);
  expect(await untilBack(clock, path)).toBeLessThanOrEqual(30 * SECOND);
  expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
  before.write('still here\n');
  await until('the echo', () => before.lines.length === 1);
});

test('a folder removed with its socket is recreated, still private', async () => {
  using dir = tempDir();
  const clock = fakeClock();
  const folder = join(dir.path, 'user/rooster');
  await using _sockets = await openAt(clock, join(folder, 'rooster.sock'));
  rmSync(join(dir.path, 'user'), {recursive: true});
  mkdirSync(join(dir.path, 'user'));
  expect(await untilBack(clock, join(folder, 'rooster.sock'))).toBeLessThanOrEqual(30 * SECOND);
  expect((statSync(folder).mode & 0o777).toString(8)).toBe('700');
});

test('without the first folder the second socket serves, and a problem says so until it is back', async () => {
  using dir = tempDir();
  const clock = fakeClock();
  // A file in the way acts like a missing folder of root.
  writeFileSync(join(dir.path, 'user'), '');
  const [first, second] = [join(dir.path, 'user/rooster/rooster.sock'), join(dir.path, 'rooster.sock')];
  await using sockets = await openAt(clock, first, second);
  expect(await answers(second)).toBe(true);
  expect(sockets.problems()).toEqual([
    {key: 'socket', reason: expect.stringContaining(first), inForce: expect.stringContaining(second)},
  ]);
  rmSync(join(dir.path, 'user'));
  mkdirSync(join(dir.path, 'user'));
  await untilBack(clock, first);
  expect(sockets.problems()).toEqual([]);
});

test('a socket held by a dying process is waited for', async () => {
  using dir = tempDir();
  const clock = fakeClock();
  const path = join(dir.path, 'run/rooster.sock');
  const dying = await listen({path, onConnection: echo});
  const opening = openAt(clock, path);
  await clock.advance(SECOND);
  await dying[Symbol.asyncDispose]();
  let sockets: Sockets | undefined;
  void opening.then(opened => (sockets = opened));
  while (sockets === undefined) await clock.advance(50);
  expect(await answers(path)).toBe(true);
  await sockets[Symbol.asyncDispose]();
  expect(existsSync(path)).toBe(false);
});

test('a socket that another process still serves is left to it after two seconds', async () => {
  using dir = tempDir();
  const clock = fakeClock();
  const path = join(dir.path, 'run/rooster.sock');
  await using _other = await listen({path, onConnection: echo});
  let thrown: unknown;
  void openAt(clock, path).catch((error: unknown) => (thrown = error));
  while (thrown === undefined) await clock.advance(100);
  expect(thrown).toMatchObject({code: 'conflict'});
  expect(await answers(path)).toBe(true);
});
