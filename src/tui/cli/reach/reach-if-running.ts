// Reaching a daemon that is not started for it.
import type {CommandWorld} from '../command.ts';
import type {Connection} from './connect.ts';
import {LostSocketError, saysNoneRuns} from './no-daemon-error.ts';

/** A connection to the daemon, or undefined where none runs. Rejects with a LostSocketError where one runs that cannot be reached. */
export const reachIfRunning = async (world: CommandWorld): Promise<Connection | undefined> => {
  try {
    return await world.connect({starts: false});
  } catch (thrown) {
    if (!saysNoneRuns(thrown)) throw thrown;
    await refuseLostSocket(world, thrown);
    return undefined;
  }
};

/** Rejects where a daemon runs although nobody answers on its socket. */
export const refuseLostSocket = async ({lockHolder, places}: CommandWorld, cause: unknown): Promise<void> => {
  const pid = await lockHolder();
  if (pid !== undefined) throw new LostSocketError(pid, places.socket, cause);
};
