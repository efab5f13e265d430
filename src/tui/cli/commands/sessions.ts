// `rooster sessions`: conversations, their messages, and actions on them.

import {conversationName} from '../../../shared/record-text/names.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {countOf, wantsJson, wordAt} from '../args.ts';
import type {Run} from '../arguments.ts';
import {ask, askAndPrint} from '../ask.ts';
import type {CommandWorld} from '../command.ts';
import {foundMessages, sessionList, sessionShown} from '../format/format-session.ts';
import {sessionNamed} from '../named.ts';

export const listSessions: Run = async (world, args) => {
  const archived = args.switches.has('archived');
  return await askAndPrint(world, args, 'session.list', archived ? {archived} : {}, result =>
    sessionList(world, result, archived),
  );
};

export const showSession: Run = async (world, args) => {
  const session = await sessionNamed(world, wordAt(args, 0));
  const limit = countOf(args, 'limit');
  const params = {session, limit};
  return await askAndPrint(world, args, 'session.history', params, result => sessionShown(world, session, result));
};

export const findMessages: Run = async (world, args) => {
  const {session: name} = args.values;
  const session = name === undefined ? undefined : await sessionNamed(world, name);
  const text = args.words.join(' ');
  const params = {text, session, limit: countOf(args, 'limit')};
  return await askAndPrint(world, args, 'message.search', params, ({messages}) => foundMessages(world, messages, text));
};

export const stopSession: Run = async (world, args) => {
  const session = await sessionNamed(world, wordAt(args, 0));
  if (wantsJson(args)) return await askAndPrint(world, args, 'session.stop', {session}, () => []);
  // The method returns the same either way; people want to know whether a turn was running.
  const {sessions} = await ask(world, 'session.list', {});
  const busy = sessions.some(item => item.key === session && item.busy);
  const name = nameOf(world, session);
  const sentence = busy ? `Aborted the turn in ${name}.` : `No turn is running in ${name}.`;
  return await askAndPrint(world, args, 'session.stop', {session}, () => sentence);
};

export const resetSession: Run = async (world, args) => {
  const session = await sessionNamed(world, wordAt(args, 0));
  const sentence = (): string => `${nameOf(world, session)} starts over. Earlier messages stay searchable.`;
  return await askAndPrint(world, args, 'session.reset', {session}, sentence);
};

export const renameSession: Run = async (world, args) => {
  const session = await sessionNamed(world, wordAt(args, 0));
  const title = args.words.slice(1).join(' ').trim();
  const sentence = (): string =>
    title === ''
      ? `${nameOf(world, session)} has its default title again.`
      : `Renamed ${nameOf(world, session)} to "${printableLine(title)}".`;
  return await askAndPrint(world, args, 'session.rename', {session, title}, sentence);
};

export const trustSession: Run = async (world, args) => {
  const session = await sessionNamed(world, wordAt(args, 0));
  const sentence = (): string => `The agent may now act on messages from programs in ${nameOf(world, session)} so far.`;
  return await askAndPrint(world, args, 'session.trust', {session}, sentence);
};

export const compactSession: Run = async (world, args) => {
  const session = await sessionNamed(world, wordAt(args, 0));
  const sentence = (): string => `${nameOf(world, session)} continues from a summary of its earlier messages.`;
  // A model writes the summary, which may take long.
  return await askAndPrint(world, args, 'session.compact', {session}, sentence, {timeoutMs: Number.POSITIVE_INFINITY});
};

const nameOf = (world: CommandWorld, session: SessionKey): string =>
  printableLine(conversationName(session, world.names()));
