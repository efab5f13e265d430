// `rooster stdio`: the daemon's socket on this process's own streams, for a terminal on another machine. Nothing else
// is ever written to stdout.
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {connect, type Socket} from 'node:net';
import {CRASHED} from '../../../ipc/socket/dial-host.ts';
import {socketsOf} from '../../../shared/records/places.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import type {Run} from '../arguments.ts';
import {NoDaemonError, saysNoneRuns} from '../client/no-daemon-error.ts';
import {reachIfRunning} from '../client/reach-if-running.ts';
import type {CommandWorld} from '../command.ts';

/** Ends with the connection. Without a daemon the exit code says whether the last one has crashed. */
export const stdio: Run = async (world, args) => {
  let paths: readonly string[];
  try {
    paths = await ensureDaemon(world, !args.switches.has('no-start'));
  } catch (thrown) {
    if (!saysNoneRuns(thrown) || !hasCrashed(world)) throw thrown;
    world.print.failure(errorMessage(thrown));
    return CRASHED;
  }
  const socket = await openSocket(paths);
  world.stdin.pipe(socket);
  socket.pipe(world.stdout);
  // A daemon that has ended answers nothing more, whatever still comes from stdin.
  socket.once('end', () => socket.destroy());
  // Somebody who reads no more needs no more.
  world.stdout.on('error', () => socket.destroy());
  socket.on('error', () => socket.destroy());
  await once(socket, 'close');
  world.stdin.destroy();
  return 0;
};

/** Resolves with the paths of its socket: those of another one here, if the usual daemon stands by for that. */
const ensureDaemon = async (world: CommandWorld, starts: boolean): Promise<readonly string[]> => {
  const connection = starts ? await world.connect() : await reachIfRunning(world);
  if (connection === undefined) throw new NoDaemonError('The daemon is not running.', {daemonState: 'absent'});
  await connection[Symbol.asyncDispose]();
  return connection.at?.kind === 'socket' ? [connection.at.path] : socketsOf(world.places);
};

/** A daemon that was stopped has removed its socket. */
const hasCrashed = ({places}: CommandWorld): boolean => socketsOf(places).some(path => existsSync(path));

/** The first socket that answers. The daemon may have ended since. */
const openSocket = async (paths: readonly string[]): Promise<Socket> => {
  for (const path of paths) {
    const socket = connect({path, allowHalfOpen: true});
    const opened = await once(socket, 'connect').catch(() => undefined);
    if (opened !== undefined) return socket;
  }
  throw new NoDaemonError('The daemon is not running.', {daemonState: 'absent'});
};
