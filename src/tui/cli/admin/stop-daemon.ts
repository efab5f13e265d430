// Stops a daemon: over its socket, or with a signal if the socket is missing. Done when its process has ended.
import {readFileSync} from 'node:fs';
import {isAlive, signalProcess} from '../../../ipc/socket/is-alive.ts';
import {addressName, type DaemonAddress} from '../../../shared/records/host.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {formatDuration} from '../../../shared/time/format-time.ts';
import {SECOND} from '../../../shared/time/time.ts';
import {pause} from '../client/connect.ts';
import {HungDaemonError, LostSocketError, NoDaemonError} from '../client/no-daemon-error.ts';
import {reachIfRunning} from '../client/reach-if-running.ts';
import type {CommandWorld} from '../command.ts';

/** Stops a running daemon and waits for its process to end. Returns its pid; undefined when none ran. */
export const stopIfRunning = async (world: CommandWorld): Promise<number | undefined> => {
  try {
    const connection = await reachIfRunning(world, {patienceMs: START_MS});
    if (connection === undefined) return undefined;
    const {pid} = connection.hello;
    await using client = connection.client;
    if (connection.at !== undefined) throw new GatewayError('moved', doneElsewhere(connection.at));
    await client.call('daemon.stop', {});
    return await untilGone(world, pid);
  } catch (thrown) {
    const pid = await unreachablePid(world, thrown);
    if (pid === undefined) throw thrown;
    // Its socket is unusable; SIGTERM requests the same shutdown.
    signalProcess(pid, 'SIGTERM');
    return await untilGone(world, pid);
  }
};

/** Never the daemon of another home: its files are not those of this one. */
const doneElsewhere = (at: DaemonAddress): string =>
  `Another daemon does the work, in ${addressName(at)}. Run this there; the one here is only stopped by: rooster daemon stop`;

/** The process of a running daemon whose socket is unusable. */
const unreachablePid = ({lockHolder}: CommandWorld, thrown: unknown): number | undefined => {
  if (thrown instanceof LostSocketError) return thrown.pid;
  return thrown instanceof HungDaemonError ? lockHolder() : undefined;
};

const untilGone = async ({clock}: CommandWorld, pid: number): Promise<number> => {
  const giveUpAt = clock.now() + PATIENCE_MS;
  while (isRunning(pid)) {
    if (clock.now() >= giveUpAt) {
      const waited = formatDuration(PATIENCE_MS);
      throw new NoDaemonError(`The daemon (pid ${pid}) has not stopped after ${waited}. To force it: kill -9 ${pid}`);
    }
    await pause(clock, BETWEEN_LOOKS_MS);
  }
  return pid;
};

/** A zombie counts as ended. */
const isRunning = (pid: number): boolean => isAlive(pid) && !isZombie(pid);

const isZombie = (pid: number): boolean => {
  try {
    // `pid (name) Z …`; a name may itself contain brackets.
    return /\) Z /u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

/** Time for a daemon to open its socket; after that a signal is sent. */
const START_MS = 2 * SECOND;
/** The daemon's own shutdown limit is half of this. */
const PATIENCE_MS = 30 * SECOND;
const BETWEEN_LOOKS_MS = 20;
