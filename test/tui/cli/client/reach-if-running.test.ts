import {expect, test} from 'vitest';
import {LostSocketError} from '../../../../src/tui/cli/client/no-daemon-error.ts';
import {reachIfRunning} from '../../../../src/tui/cli/client/reach-if-running.ts';
import {commandWorld} from '../command-world.ts';

test('without a process in the home there is no connection, immediately', async () => {
  const {world, clock, starts} = await commandWorld({running: false});
  const began = clock.now();
  expect(await reachIfRunning(world)).toBeUndefined();
  expect({waited: clock.now() - began, starts: starts()}).toEqual({waited: 0, starts: 0});
});

test("a daemon that hasn't opened its socket yet is waited for", async () => {
  const {world, daemon, clock, err} = await commandWorld({running: false, lockHolder: 4321});
  clock.after(600, daemon.start);
  const reaching = reachIfRunning(world);
  await clock.advance(700);
  const connection = await reaching;
  expect(connection?.hello.pid).toBe(4321);
  expect(err()).toBe('');
  await connection?.[Symbol.asyncDispose]();
});

test('a daemon that recreates its socket after five seconds is waited for, with one line about it', async () => {
  const {world, daemon, clock, err} = await commandWorld({running: false, lockHolder: 4321});
  clock.after(5_000, daemon.start);
  const reaching = reachIfRunning(world);
  await clock.advance(5_100);
  await using connection = await reaching;
  expect(connection?.hello.pid).toBe(4321);
  expect(err()).toBe('The daemon (pid 4321) has lost its socket. Waiting for it to come back…\n');
});

test('a stopping daemon counts as not running once its process is gone', async () => {
  const made = await commandWorld({running: false});
  let holder: number | undefined = 4321;
  made.clock.after(3_000, () => {
    holder = undefined;
  });
  const reaching = reachIfRunning({...made.world, lockHolder: () => holder});
  await made.clock.advance(3_100);
  expect(await reaching).toBeUndefined();
});

test('a socket that stays away for ten seconds is lost, and the process is named', async () => {
  const {world, clock} = await commandWorld({running: false, lockHolder: 4321});
  const reaching = reachIfRunning(world).catch((thrown: unknown) => thrown);
  await clock.advance(10_100);
  const thrown = await reaching;
  expect(thrown).toBeInstanceOf(LostSocketError);
  expect(thrown).toMatchObject({pid: 4321, message: expect.stringContaining('(pid 4321) has lost its socket')});
});

test('a caller can set its own waiting limit', async () => {
  const {world, clock} = await commandWorld({running: false, lockHolder: 4321});
  const began = clock.now();
  let waited = 0;
  const reaching = reachIfRunning(world, {patienceMs: 2_000}).catch((thrown: unknown) => {
    waited = clock.now() - began;
    return thrown;
  });
  await clock.advance(3_000);
  expect(await reaching).toBeInstanceOf(LostSocketError);
  expect(waited).toBeLessThan(2_100);
});
