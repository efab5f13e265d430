// `rooster status`: what runs and what comes next. Without a daemon it says so and starts none.
import type {Result} from '../../../ipc/method-table.ts';
import type {Client} from '../../../ipc/protocol.ts';
import {isoOf} from '../../../shared/time/time.ts';
import type {Run} from '../arguments.ts';
import {show} from '../ask.ts';
import {reachIfRunning} from '../client/reach-if-running.ts';
import type {CommandWorld} from '../command.ts';
import {noDaemonLines, statusLines} from '../format/format-status.ts';

/** Exits with 3 if no daemon runs; what is known without one is printed all the same. */
export const status: Run = async (world, args) => {
  const coming = statusIfRunning(world);
  await show(
    world,
    args,
    coming.then(found => found ?? absence(world)),
    found => (found.running === false ? noDaemonLines(world) : statusLines(world, found)),
  );
  return (await coming) === undefined ? 3 : 0;
};

/**
 * The daemon's status; undefined when none runs. Rejects with a LostSocketError when the running one cannot be reached.
 */
export const statusIfRunning = async (world: CommandWorld): Promise<Result<'daemon.status'> | undefined> => {
  let answer: Promise<Result<'daemon.status'>> | undefined;
  // Called for each socket that is tried; the last one is the one that answered.
  const along = (client: Client): void => {
    answer = client.call('daemon.status', {});
    // If `hello` fails, its error is the one to report.
    answer.catch(() => {});
  };
  await using connection = await reachIfRunning(world, {along});
  return connection === undefined ? undefined : await answer;
};

/** Its daemon holds a cell of a fleet, waits for one, or keeps several running. */
export const isOfFleet = (status: Result<'daemon.status'> | undefined): boolean =>
  ['holder', 'standby', 'cells'].includes(status?.replica?.role ?? '');

/** Facts known without a daemon, under the keys of the daemon's own status. */
const absence = ({host, places, version, clock}: CommandWorld) =>
  ({
    running: false,
    version,
    now: isoOf(clock.now()),
    home: host === undefined ? places : undefined,
    clients: 0,
    channels: [],
    nextWakes: [],
  }) as const;
