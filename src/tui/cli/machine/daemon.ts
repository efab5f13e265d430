// `rooster daemon`: the daemon as a process. None of these starts one by the way; `start` does because it is asked to.
import {readFileSync} from 'node:fs';
import {durationInWords} from '../../../shared/human-words.ts';
import {SECOND} from '../../../shared/time.ts';
import {ask} from '../ask.ts';
import type {CommandWorld, Run} from '../command.ts';
import {wantsJson} from '../given.ts';
import {printStatus} from '../nouns/status.ts';
import {type Connection, pause} from '../reach/connect.ts';
import {NoDaemonError} from '../reach/no-daemon-error.ts';
import {startService} from './service.ts';

/** Stays in the foreground: this process becomes the daemon. */
export const runDaemon: Run = async ({program}) => (await program()).become(['run']);

export const startDaemon: Run = async (world, given) => {
  const already = await reachIfRunning(world);
  if (already !== undefined) await already[Symbol.asyncDispose]();
  else await startService(world);
  const status = await ask(world, 'daemon.status', {});
  if (wantsJson(given)) world.print.json(status);
  else
    world.print.line(`The daemon ${already === undefined ? 'is running' : 'was running already'}, pid ${status.pid}.`);
  return 0;
};

export const stopDaemon: Run = async (world, given) => {
  const stopped = await stopIfRunning(world);
  if (wantsJson(given)) world.print.json({});
  else if (stopped === undefined) world.print.line('No daemon is running.');
  else world.print.line(`The daemon has stopped (pid ${stopped}).`);
  return 0;
};

export const restartDaemon: Run = async (world, given) => {
  await stopIfRunning(world);
  await startService(world);
  const status = await ask(world, 'daemon.status', {});
  if (wantsJson(given)) world.print.json(status);
  else world.print.line(`The daemon is running, pid ${status.pid}.`);
  return 0;
};

/** Exit code 3 where none runs, so that a script can ask. */
export const daemonStatus: Run = (world, given) => printStatus(world, wantsJson(given), 3);

/** Asks a running daemon to end, and waits until its process has: its pid, or undefined where none ran. */
export const stopIfRunning = async (world: CommandWorld): Promise<number | undefined> => {
  const {clock} = world;
  const connection = await reachIfRunning(world);
  if (connection === undefined) return undefined;
  const {pid} = connection.hello;
  const giveUpAt = clock.now() + PATIENCE_MS;
  await using client = connection.client;
  await client.call('daemon.stop', {});
  while (isAlive(pid)) {
    if (clock.now() >= giveUpAt) {
      const waited = durationInWords(PATIENCE_MS);
      throw new NoDaemonError(
        `The daemon (pid ${pid}) still runs ${waited} after it was asked to stop: kill -9 ${pid}`,
      );
    }
    await pause(clock, BETWEEN_LOOKS_MS);
  }
  return pid;
};

const reachIfRunning = async ({connect}: CommandWorld): Promise<Connection | undefined> => {
  try {
    return await connect({starts: false});
  } catch (thrown) {
    if (thrown instanceof NoDaemonError && thrown.absent) return undefined;
    throw thrown;
  }
};

/** A process that ended and was not yet taken leave of by its parent counts as ended. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !isZombie(pid);
};

const isZombie = (pid: number): boolean => {
  try {
    // `pid (name) Z …`; a name may itself hold brackets.
    return /\) Z /u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

/** The daemon bounds its own end at half of this. */
const PATIENCE_MS = 30 * SECOND;
const BETWEEN_LOOKS_MS = 20;
