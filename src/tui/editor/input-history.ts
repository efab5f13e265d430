// The input history, newest last, with the current position. Browsing never changes an entry; the draft returns at the
// end.
import type {Draft} from './draft.ts';

export type InputHistory = {
  readonly entries: readonly string[];
  /** The shown entry and the draft that it replaces; undefined without browsing. */
  readonly at?: {readonly index: number; readonly draft: Draft};
};

export const emptyHistory: InputHistory = {entries: []};

/** Adds a sent text as the newest entry, without duplicates. */
export const remembered = (history: InputHistory, text: string): InputHistory => ({
  entries:
    text.trim() === '' ? history.entries : [...history.entries.filter(entry => entry !== text), text].slice(-MOST),
});

type HistoryStep = {readonly history: InputHistory; readonly show: string | Draft};

/** Moves to an older or newer entry; undefined at the end. */
export const stepped = (history: InputHistory, by: -1 | 1, draft: Draft): HistoryStep | undefined => {
  const {entries, at} = history;
  const index = (at?.index ?? entries.length) + by;
  if (index < 0 || (by > 0 && at === undefined)) return undefined;
  const entry = entries[index];
  if (entry === undefined) return at === undefined ? undefined : {history: {entries}, show: at.draft};
  return {history: {entries, at: {index, draft: at?.draft ?? draft}}, show: entry};
};

/** The entries that contain the query, newest first, ignoring case. */
export const recalledBy = ({entries}: InputHistory, query: string): readonly string[] => {
  const wanted = query.toLowerCase();
  return entries.filter(entry => entry.toLowerCase().includes(wanted)).toReversed();
};

/** The recalled entry is being edited: it becomes a draft of its own. */
export const left = (history: InputHistory): InputHistory =>
  history.at === undefined ? history : {entries: history.entries};

const MOST = 1_000;
