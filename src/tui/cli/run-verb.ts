// Runs a verb. A verb that only reads doesn't start the daemon: it asks, or says that none runs.
import type {Given, Verb} from './arguments.ts';
import {isToStart} from './client/ask-to-start.ts';
import type {Connect} from './client/connect.ts';
import {NoDaemonError} from './client/no-daemon-error.ts';
import {reachIfRunning} from './client/reach-if-running.ts';
import type {CommandWorld, ExitCode} from './command.ts';
import {wantsJson} from './given.ts';

export const runVerb = (verb: Verb, world: CommandWorld, given: Given): Promise<ExitCode> =>
  verb.run(verb.reads === true ? withoutStarting(world, given) : world, given);

/** Without a daemon nothing rings, so a person at the terminal is asked whether to start it. */
const withoutStarting = (world: CommandWorld, given: Given): CommandWorld => {
  const connect: Connect = async (options = {}) => {
    if (options.starts === false) return await world.connect(options);
    const connection = await reachIfRunning(world, options);
    if (connection !== undefined) return connection;
    if (!wantsJson(given) && (await isToStart(world))) return await world.connect(options);
    throw new NoDaemonError('The daemon is not running. Start it: rooster daemon start', {daemonState: 'absent'});
  };
  // Not a copy, which would open the streams.
  return Object.create(world, {connect: {value: connect}}) as CommandWorld;
};
