// Finding a conversation or a command by a few letters of its name.
import type {Session} from '../../shared/session.ts';
import {SLASH_COMMANDS, type SlashCommand} from '../input/slash-commands.ts';
import type {AppState} from './app-state.ts';
import {sessionList} from './selectors.ts';

export type Found =
  | {readonly kind: 'session'; readonly session: Session}
  | {readonly kind: 'command'; readonly command: SlashCommand};

/** What the query names: sessions before commands, better matches before worse; a query that begins with `/` means commands. */
export const find = (state: AppState, query: string): readonly Found[] => {
  const wanted = query.trim().toLowerCase();
  const onlyCommands = wanted.startsWith('/');
  const sessions = onlyCommands
    ? []
    : ranked(
        sessionList(state),
        wanted,
        ({title}) => title,
        ({key}) => key,
      );
  const commands = ranked(
    SLASH_COMMANDS,
    wanted,
    ({name}) => (onlyCommands ? `/${name}` : name),
    ({help}) => help,
  );
  return [
    ...sessions.map((session): Found => ({kind: 'session', session})),
    ...commands.map((command): Found => ({kind: 'command', command})),
  ];
};

/** The session that is meant by a key or a part of a title. */
export const sessionCalled = (state: AppState, words: string): Session | undefined =>
  state.gateway.sessions.get(words as Session['key']) ??
  ranked(
    [...state.gateway.sessions.values()],
    words.trim().toLowerCase(),
    ({title}) => title,
    ({key}) => key,
  )[0];

const ranked = <T>(
  items: readonly T[],
  query: string,
  nameOf: (item: T) => string,
  moreOf: (item: T) => string,
): readonly T[] =>
  items
    .map(item => ({item, score: score(nameOf(item).toLowerCase(), moreOf(item).toLowerCase(), query)}))
    .filter(({score}) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({item}) => item);

/** At the name's start, at the start of a word in it, anywhere in it, all letters in order, or in what else is known of it. */
const score = (name: string, more: string, query: string): number => {
  if (query === '' || name.startsWith(query)) return 5;
  const at = name.indexOf(query);
  if (at > 0) return /[^a-z0-9]/u.test(name[at - 1] ?? '') ? 4 : 3;
  if (inOrder(name, query)) return 2;
  return more.includes(query) ? 1 : 0;
};

const inOrder = (text: string, letters: string): boolean => {
  let from = 0;
  for (const letter of letters) {
    from = text.indexOf(letter, from) + 1;
    if (from === 0) return false;
  }
  return true;
};
