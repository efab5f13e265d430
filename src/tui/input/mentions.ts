// What a word that begins with `@` can become: the name of a conversation, of a person in one, or of a job, spelled as it is.
import type {Draft} from '../editor/draft.ts';
import type {AppState} from '../store/app-state.ts';
import {sessionList} from '../store/selectors.ts';

type Mention = {
  /** What is written behind the `@`. */
  readonly typed: string;
  readonly names: readonly string[];
};

/** Undefined where no such word is being written, or nothing is called so. */
export const mentionIn = (state: AppState, {text, cursor}: Draft): Mention | undefined => {
  const [, typed] = /(?:^|\s)@([^\s@]*)$/u.exec(text.slice(0, cursor)) ?? [];
  if (typed === undefined) return undefined;
  const wanted = typed.toLowerCase();
  const names = namesIn(state).filter(name => name.toLowerCase().startsWith(wanted) && name !== typed);
  return names.length === 0 ? undefined : {typed, names};
};

const namesIn = (state: AppState): readonly string[] => {
  const all = [
    ...sessionList(state).flatMap(({title, user}) => [title, ...(user === undefined ? [] : [user])]),
    ...state.gateway.cron.map(({name}) => name),
  ];
  // A name of several words would end at its first space.
  return [...new Set(all)].filter(name => /^\S{1,60}$/u.test(name));
};
