// `rooster sessions`: the conversations, their words, and the three things one can do to one.
import {tell} from '../ask.ts';
import type {Run} from '../command.ts';
import {countOf, wordAt} from '../given.ts';
import {sessionNamed} from '../named.ts';

export const listSessions: Run = async (world, given) =>
  tell(world, given, 'session.list', {}, (words, result) => words.sessionList(world, result));

export const showSession: Run = async (world, given) => {
  const session = await sessionNamed(world, wordAt(given, 0));
  const limit = countOf(given, 'limit');
  const params = {session, ...(limit === undefined ? {} : {limit})};
  return await tell(world, given, 'session.history', params, (words, result) =>
    words.sessionShown(world, session, result),
  );
};

export const stopSession: Run = async (world, given) => {
  const session = await sessionNamed(world, wordAt(given, 0));
  return await tell(world, given, 'session.stop', {session}, () => `Stopped what ${session} was doing.`);
};

export const resetSession: Run = async (world, given) => {
  const session = await sessionNamed(world, wordAt(given, 0));
  const words = (): string => `${session} starts afresh; what was said stays on disk.`;
  return await tell(world, given, 'session.reset', {session}, words);
};

export const compactSession: Run = async (world, given) => {
  const session = await sessionNamed(world, wordAt(given, 0));
  const words = (): string => `${session} goes on from a summary of what was said.`;
  // A model writes the summary: that takes as long as it takes.
  return await tell(world, given, 'session.compact', {session}, words, {timeoutMs: Number.POSITIVE_INFINITY});
};
