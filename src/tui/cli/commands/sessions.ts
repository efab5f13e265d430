// `rooster sessions`: the conversations, their words, and what one can do to one.

import type {SessionKey} from '../../../shared/records/session-key.ts';
import {conversationName} from '../../../shared/text/names.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {ask, tell} from '../ask.ts';
import type {CommandWorld, Run} from '../command.ts';
import {sessionList, sessionShown} from '../format/format-session.ts';
import {countOf, wantsJson, wordAt} from '../given.ts';
import {sessionNamed} from '../named.ts';

export const listSessions: Run = async (world, given) =>
  tell(world, given, 'session.list', {}, result => sessionList(world, result));

export const showSession: Run = async (world, given) => {
  const session = await sessionNamed(world, wordAt(given, 0));
  const limit = countOf(given, 'limit');
  const params = {session, ...(limit === undefined ? {} : {limit})};
  return await tell(world, given, 'session.history', params, result => sessionShown(world, session, result));
};

export const stopSession: Run = async (world, given) => {
  const session = await sessionNamed(world, wordAt(given, 0));
  if (wantsJson(given)) return await tell(world, given, 'session.stop', {session}, () => []);
  // The method answers the same either way; a person wants to know whether there was anything to stop.
  const {sessions} = await ask(world, 'session.list', {});
  const busy = sessions.some(one => one.key === session && one.busy);
  const name = nameOf(world, session);
  const words = busy ? `Aborted the turn in ${name}.` : `No turn is running in ${name}.`;
  return await tell(world, given, 'session.stop', {session}, () => words);
};

export const resetSession: Run = async (world, given) => {
  const session = await sessionNamed(world, wordAt(given, 0));
  const words = (): string => `${nameOf(world, session)} starts over. Earlier messages stay searchable.`;
  return await tell(world, given, 'session.reset', {session}, words);
};

export const renameSession: Run = async (world, given) => {
  const session = await sessionNamed(world, wordAt(given, 0));
  const title = given.words.slice(1).join(' ').trim();
  const words = (): string =>
    title === ''
      ? `${nameOf(world, session)} has its default title again.`
      : `Renamed ${nameOf(world, session)} to "${printableLine(title)}".`;
  return await tell(world, given, 'session.rename', {session, title}, words);
};

export const compactSession: Run = async (world, given) => {
  const session = await sessionNamed(world, wordAt(given, 0));
  const words = (): string => `${nameOf(world, session)} continues from a summary of its earlier messages.`;
  // A model writes the summary: that takes as long as it takes.
  return await tell(world, given, 'session.compact', {session}, words, {timeoutMs: Number.POSITIVE_INFINITY});
};

const nameOf = (world: CommandWorld, session: SessionKey): string =>
  printableLine(conversationName(session, world.names()));
