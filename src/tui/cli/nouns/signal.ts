// `rooster signal`: the bridge to Signal, as the daemon sees it.
import {tell} from '../ask.ts';
import type {Run} from '../command.ts';

export const signalStatus: Run = async (world, given) =>
  tell(world, given, 'signal.status', {}, (words, status) => words.channelShown(world, status));

export const linkSignal: Run = async (world, given) => {
  const {name} = given.values;
  return await tell(world, given, 'signal.link', name === undefined ? {} : {deviceName: name}, (_, {uri}) => uri);
};

/** For scripts: the exit code is the answer, and on any doubt it is no. No reply is owed where the daemon keeps no ledger of them. */
export const needsReply: Run = async () => 1;
