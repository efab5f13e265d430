// Runs a verb. One that only reads meets a daemon that runs already, or says that none does.
import type {Given, Verb} from './arguments.ts';
import type {Connect} from './client/connect.ts';
import {NoDaemonError} from './client/no-daemon-error.ts';
import {reachIfRunning} from './client/reach-if-running.ts';
import type {CommandWorld, ExitCode} from './command.ts';

export const runVerb = (verb: Verb, world: CommandWorld, given: Given): Promise<ExitCode> =>
  verb.run(verb.reads === true ? withoutStarting(world) : world, given);

const withoutStarting = (world: CommandWorld): CommandWorld => {
  const connect: Connect = async (options = {}) => {
    if (options.starts === false) return await world.connect(options);
    const connection = await reachIfRunning(world, options);
    if (connection !== undefined) return connection;
    throw new NoDaemonError('The daemon is not running. Start it: rooster daemon start', {daemonState: 'absent'});
  };
  // Not a copy, which would open the streams.
  return Object.create(world, {connect: {value: connect}}) as CommandWorld;
};
