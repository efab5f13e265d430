// Completions of a word after `@`: a conversation, a person in one, a job, or a file of the workspace. A name of
// several words is quoted, so that its end is clear.
import type {Draft} from '../editor/draft.ts';
import type {AppState} from '../state/app-state.ts';
import {sessionList} from '../state/selectors.ts';

type Mention = {
  /** The text after the `@`, with an opening quote. */
  readonly typed: string;
  /** In the form to insert. */
  readonly names: readonly string[];
};

/** Undefined if no such word is being typed or nothing matches. */
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

/** True if an `@` name is being typed. */
export const isMentioning = ({text, cursor}: Draft): boolean => typedIn(text.slice(0, cursor)) !== undefined;

const typedIn = (before: string): string | undefined => /(?:^|\s)@("[^"@\n]*|[^\s@"]*)$/u.exec(before)?.[1];

const written = (name: string): string => (/\s/u.test(name) ? `"${name}"` : name);

const namesIn = (state: AppState): readonly string[] =>
  [
    ...sessionList(state).flatMap(({title, user}) => [title, ...(user === undefined ? [] : [user])]),
    ...state.gateway.cron.map(({name}) => name),
  ].filter(name => /^[^"\n]{1,60}$/u.test(name));

/** There may be many files, so only matches of the typed start are listed. */
const filesIn = ({ui}: AppState, wanted: string): readonly string[] => (wanted === '' ? [] : ui.files);

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const MOST_SHOWN = 50;
