// `rooster status`: what runs and what comes next. With no daemon it says so, and starts none.
import type {Result} from '../../../ipc/protocol.ts';
import {isoOf} from '../../../shared/time.ts';
import type {Given} from '../arguments.ts';
import {show} from '../ask.ts';
import type {CommandWorld, ExitCode, Run} from '../command.ts';
import {saysNoneRuns} from '../reach/no-daemon-error.ts';

export const status: Run = (world, given) => tellStatus(world, given, 0);

/** `whenAbsent` is the exit code where no daemon runs. */
export const tellStatus = async (world: CommandWorld, given: Given, whenAbsent: ExitCode): Promise<ExitCode> => {
  const coming = statusIfRunning(world);
  await show(
    world,
    given,
    coming.then(found => found ?? absence(world)),
    (words, found) => (found.running === false ? words.noDaemonLines(world) : words.statusLines(world, found)),
  );
  return (await coming) === undefined ? whenAbsent : 0;
};

/** The status of the daemon, or undefined where none runs. */
export const statusIfRunning = async ({connect}: CommandWorld): Promise<Result<'daemon.status'> | undefined> => {
  try {
    const {promise: answer, resolve: askAlong} = Promise.withResolvers<Result<'daemon.status'>>();
    // Where the greeting fails, its reason is the one to tell.
    answer.catch(() => {});
    await using _connection = await connect({
      starts: false,
      along: client => askAlong(client.call('daemon.status', {})),
    });
    return await answer;
  } catch (thrown) {
    if (saysNoneRuns(thrown)) return undefined;
    throw thrown;
  }
};

/** What is known without a daemon, under the keys that the daemon's own status has. */
const absence = ({places, version, clock}: CommandWorld) =>
  ({running: false, version, now: isoOf(clock.now()), home: places, clients: 0, channels: [], nextWakes: []}) as const;
