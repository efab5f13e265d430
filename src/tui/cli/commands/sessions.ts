// `rooster sessions`: conversations, their messages, and actions on them.

import {conversationName} from '../../../shared/record-text/names.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import type {Run} from '../arguments.ts';
import {ask, askAndPrint} from '../ask.ts';
import type {CommandWorld} from '../command.ts';
import {sessionList, sessionShown} from '../format/format-session.ts';
import {countOf, wantsJson, wordAt} from '../given.ts';
import {sessionNamed} from '../named.ts';

export const listSessions: Run = async (world, given) => {
  const archived = given.switches.has('archived');
  return await askAndPrint(world, given, 'session.list', archived ? {archived} : {}, result =>
    sessionList(world, result, archived),
  );
};

export const showSession: Run = async (world, given) => {
  const session = await sessionNamed(world, wordAt(given, 0));
  const limit = countOf(given, 'limit');
  const params = {session, limit};
  return await askAndPrint(world, given, 'session.history', params, result => sessionShown(world, session, result));
};

export const stopSession: Run = async (world, given) => {
  const session = await sessionNamed(world, wordAt(given, 0));
  if (wantsJson(given)) return await askAndPrint(world, given, 'session.stop', {session}, () => []);
  // The method returns the same either way; people want to know whether a turn was running.
  const {sessions} = await ask(world, 'session.list', {});
  const busy = sessions.some(one => one.key === session && one.busy);
  const name = nameOf(world, session);
  const sentence = busy ? `Aborted the turn in ${name}.` : `No turn is running in ${name}.`;
  return await askAndPrint(world, given, 'session.stop', {session}, () => sentence);
};

export const resetSession: Run = async (world, given) => {
  const session = await sessionNamed(world, wordAt(given, 0));
  const sentence = (): string => `${nameOf(world, session)} starts over. Earlier messages stay searchable.`;
  return await askAndPrint(world, given, 'session.reset', {session}, sentence);
};

export const renameSession: Run = async (world, given) => {
  const session = await sessionNamed(world, wordAt(given, 0));
  const title = given.words.slice(1).join(' ').trim();
  const sentence = (): string =>
    title === ''
      ? `${nameOf(world, session)} has its default title again.`
      : `Renamed ${nameOf(world, session)} to "${printableLine(title)}".`;
  return await askAndPrint(world, given, 'session.rename', {session, title}, sentence);
};

export const trustSession: Run = async (world, given) => {
  const session = await sessionNamed(world, wordAt(given, 0));
  const sentence = (): string => `The agent may now act on messages from programs in ${nameOf(world, session)} so far.`;
  return await askAndPrint(world, given, 'session.trust', {session}, sentence);
};

export const compactSession: Run = async (world, given) => {
  const session = await sessionNamed(world, wordAt(given, 0));
  const sentence = (): string => `${nameOf(world, session)} continues from a summary of its earlier messages.`;
  // A model writes the summary, which may take long.
  return await askAndPrint(world, given, 'session.compact', {session}, sentence, {timeoutMs: Number.POSITIVE_INFINITY});
};

const nameOf = (world: CommandWorld, session: SessionKey): string =>
  printableLine(conversationName(session, world.names()));
