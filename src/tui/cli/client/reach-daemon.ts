// The daemon of one home, as a command reaches it: its program, the holder of its lock, and the connection.
import {startDialling} from '../../../ipc/socket/dial.ts';
import type {Environment} from '../../../shared/records/places.ts';
import type {CommandWorld} from '../command.ts';
import {type ConnectDeps, createConnect} from './connect.ts';
import {createDaemonProgram} from './daemon-program.ts';
import {findLockHolder} from './lock-holder.ts';

type HomeOptions = Omit<ConnectDeps, 'dial' | 'program' | 'lockHolder'> & {
  readonly env: Environment;
  /** The Node that runs a new daemon, and the daemon's entry file. */
  readonly node: string;
  readonly entry: string;
};

export const reachDaemon = ({
  env,
  node,
  entry,
  ...deps
}: HomeOptions): Pick<CommandWorld, 'program' | 'lockHolder' | 'connect'> => {
  const {places} = deps;
  const program = createDaemonProgram({node, entry, places, env});
  const lockHolder = (): number | undefined => findLockHolder(places);
  return {program, lockHolder, connect: createConnect({...deps, dial: startDialling, program, lockHolder})};
};
