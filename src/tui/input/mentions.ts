// What a word that begins with `@` can become: the name of a conversation, of a person in one, of a job, or a file of the agent's
// folder. A name of several words stands in quotes, so that it has an end.
import type {Draft} from '../editor/draft.ts';
import type {AppState} from '../state/app-state.ts';
import {sessionList} from '../state/selectors.ts';

type Mention = {
  /** What is written behind the `@`, with the quote that opens it. */
  readonly typed: string;
  /** As they would be written. */
  readonly names: readonly string[];
};

/** Undefined where no such word is being written, or nothing is called so. */
export const mentionIn = (state: AppState, {text, cursor}: Draft): Mention | undefined => {
  const typed = typedIn(text.slice(0, cursor));
  if (typed === undefined) return undefined;
  const wanted = typed.replace('"', '').toLowerCase();
  const names = [...namesIn(state), ...filesIn(state, wanted)]
    .filter(name => name.toLowerCase().startsWith(wanted) || baseOf(name).toLowerCase().startsWith(wanted))
    .map(written)
    .filter(name => name !== typed);
  return names.length === 0 ? undefined : {typed, names: [...new Set(names)].slice(0, MOST_SHOWN)};
};

/** Whether a name behind an `@` is being written. */
export const isMentioning = ({text, cursor}: Draft): boolean => typedIn(text.slice(0, cursor)) !== undefined;

const typedIn = (before: string): string | undefined => /(?:^|\s)@("[^"@\n]*|[^\s@"]*)$/u.exec(before)?.[1];

const written = (name: string): string => (/\s/u.test(name) ? `"${name}"` : name);

const namesIn = (state: AppState): readonly string[] =>
  [
    ...sessionList(state).flatMap(({title, user}) => [title, ...(user === undefined ? [] : [user])]),
    ...state.gateway.cron.map(({name}) => name),
  ].filter(name => /^[^"\n]{1,60}$/u.test(name));

/** There are many: only those that one has begun to name. */
const filesIn = ({ui}: AppState, wanted: string): readonly string[] => (wanted === '' ? [] : ui.files);

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const MOST_SHOWN = 50;
