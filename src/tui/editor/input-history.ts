// What was sent before, newest last, and where in it one is. Walking through it never changes an entry, and what was being
// written comes back at its end.
import type {Draft} from './draft.ts';

export type InputHistory = {
  readonly entries: readonly string[];
  /** The entry that is shown, and the draft it stands in for; undefined while writing something new. */
  readonly at?: {readonly index: number; readonly draft: Draft};
};

export const emptyHistory: InputHistory = {entries: []};

/** A text was sent: it is the newest entry, once. */
export const remembered = (history: InputHistory, text: string): InputHistory => ({
  entries:
    text.trim() === '' ? history.entries : [...history.entries.filter(entry => entry !== text), text].slice(-MOST),
});

type HistoryStep = {readonly history: InputHistory; readonly show: string | Draft};

/** One entry older or newer; undefined where there is none. */
export const stepped = (history: InputHistory, by: -1 | 1, draft: Draft): HistoryStep | undefined => {
  const {entries, at} = history;
  const index = (at?.index ?? entries.length) + by;
  if (index < 0 || (by > 0 && at === undefined)) return undefined;
  const entry = entries[index];
  if (entry === undefined) return at === undefined ? undefined : {history: {entries}, show: at.draft};
  return {history: {entries, at: {index, draft: at?.draft ?? draft}}, show: entry};
};

/** The entries with the words in them, newest first; small and capital letters alike. */
export const recalledBy = ({entries}: InputHistory, query: string): readonly string[] => {
  const wanted = query.toLowerCase();
  return entries.filter(entry => entry.toLowerCase().includes(wanted)).toReversed();
};

/** What was recalled is being changed: it is a draft of its own now. */
export const left = (history: InputHistory): InputHistory =>
  history.at === undefined ? history : {entries: history.entries};

const MOST = 1_000;
