// Completions of a word after `@`: a conversation, a person in one, a job, a file of this machine, or a file of the
// agent's workspace. A name of several words is quoted, so that its end is clear.
import type {Draft} from '../editor/draft.ts';
import type {AppState} from '../state/app-state.ts';
import {sessionList} from '../state/selectors.ts';

type Mention = {
  /** The text after the `@`, with an opening quote. */
  readonly typed: string;
  readonly names: readonly MentionedName[];
};

type MentionedName = {
  readonly name: string;
  /** Its kind, as a heading. */
  readonly group: string;
  /** In the form to insert. */
  readonly text: string;
  /** Its contents go into the message. */
  readonly isFile?: true;
};

/** Undefined if no such word is being typed or nothing matches. */
export const mentionIn = (state: AppState, draft: Draft): Mention | undefined => {
  const typed = mentionTyped(draft);
  if (typed === undefined) return undefined;
  const path = typed.replace('"', '');
  const wanted = path.toLowerCase();
  const known = [...namesIn(state), ...filesOfAgent(state, wanted)]
    .filter(({name}) => name.toLowerCase().startsWith(wanted) || baseOf(name).toLowerCase().startsWith(wanted))
    .map(({name, group}) => ({name: written(name), group, text: `${written(name)} `}))
    .filter(({text}) => text !== `${typed} `);
  const names = [...known.filter(({group}) => group !== AGENTS), ...filesHere(state, path)];
  const all = [...names, ...known.filter(({group}) => group === AGENTS)];
  const first = all.filter(({text}, index) => all.findIndex(other => other.text === text) === index);
  return first.length === 0 ? undefined : {typed, names: first.slice(0, MOST_SHOWN)};
};

/** The text after an `@` at the cursor, if a name is being typed. */
export const mentionTyped = ({text, cursor}: Draft): string | undefined =>
  /(?:^|\s)@("[^"@\n]*|[^\s@"]*)$/u.exec(text.slice(0, cursor))?.[1];

/** A whole path that the last typed space has ended: the path, and the offsets of it with its `@`. */
export const mentionEnded = ({text, cursor}: Draft) => {
  const {before = '', quoted, bare} = ENDED.exec(text.slice(0, cursor))?.groups ?? {};
  const path = quoted ?? bare;
  if (path === undefined) return undefined;
  const from = text.slice(0, cursor).search(ENDED) + before.length;
  return {path, from, to: from + path.length + (quoted === undefined ? 1 : 3)};
};

/** The folder of a path as typed: up to its last slash. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** True if a conversation, a person or a job has exactly this name. */
export const isNamed = (state: AppState, name: string): boolean => namesIn(state).some(item => item.name === name);

const written = (name: string): string => (/\s/u.test(name) ? `"${name}"` : name);

type KnownName = Pick<MentionedName, 'name' | 'group'>;

const namesIn = (state: AppState): readonly KnownName[] => {
  const jobs = state.gateway.cron.map(({name}) => name);
  const sessions = sessionList(state);
  const titles = sessions.map(({title}) => title).filter(title => !jobs.includes(title));
  const people = sessions.flatMap(({user}) => (user === undefined || titles.includes(user) ? [] : [user]));
  return [
    ...titles.map(name => ({name, group: 'Conversations'})),
    ...people.map(name => ({name, group: 'People'})),
    ...jobs.map(name => ({name, group: 'Jobs'})),
  ].filter(({name}) => /^[^"\n]{1,60}$/u.test(name));
};

/** There may be many files, so only matches of the typed start are listed. */
const filesOfAgent = ({ui}: AppState, wanted: string): readonly KnownName[] =>
  wanted === '' ? [] : ui.files.map(name => ({name, group: AGENTS}));

/** As a shell completes a path: the names in its folder. A folder stays open for what is in it. */
const filesHere = ({ui: {here}}: AppState, path: string): readonly MentionedName[] => {
  const folder = folderOf(path);
  const base = baseOf(path).toLowerCase();
  if (here === undefined || here.path !== folder || path === '') return [];
  return here.names
    .filter(name => name.toLowerCase().startsWith(base) && (!name.startsWith('.') || base.startsWith('.')))
    .map(name => {
      const whole = `${folder}${name}`;
      const inFolder = {name: whole, group: HERE, text: /\s/u.test(whole) ? `"${whole}` : whole};
      return name.endsWith('/') ? inFolder : {...inFolder, isFile: true};
    });
};

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const ENDED = /(?<before>^|\s)@(?:"(?<quoted>[^"\n]+)"|(?<bare>[^\s@"]+?))[,.;:!?)]*\s$/u;
const HERE = 'Files here: the contents go into the message';
const AGENTS = 'Files of the agent: it reads them itself';
const MOST_SHOWN = 50;
