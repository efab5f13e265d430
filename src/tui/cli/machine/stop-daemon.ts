// Ending a daemon: it is asked over its socket, and what counts is that its process is gone.
import {readFileSync} from 'node:fs';
import {durationInWords} from '../../../shared/human-words.ts';
import {SECOND} from '../../../shared/time.ts';
import type {CommandWorld} from '../command.ts';
import {type Connection, pause} from '../reach/connect.ts';
import {NoDaemonError, saysNoneRuns} from '../reach/no-daemon-error.ts';

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

/** A connection to the daemon, or undefined where none runs. */
export const reachIfRunning = async ({connect}: CommandWorld): Promise<Connection | undefined> => {
  try {
    return await connect({starts: false});
  } catch (thrown) {
    if (saysNoneRuns(thrown)) return undefined;
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
