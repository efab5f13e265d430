// The rows of the list that is on the screen, worked out from the state alone: what each list is made of, which of it the
// filter lets through, and what a row is about.
import {assertNever} from '../../shared/records/gateway-error.ts';
import type {Names} from '../../shared/text/names.ts';
import type {ItemRef} from '../nouns/item-ref.ts';
import {type Noun, withView} from '../nouns/nouns.ts';
import type {ListName} from '../nouns/views.ts';
import type {AppState} from '../state/app-state.ts';
import {knownNames} from '../state/known-names.ts';
import {isOfKind, kindsOf} from './list-kinds.ts';
import type {ListRow} from './list-row.ts';
import {logRows} from './log-rows.ts';
import {outboxRows} from './outbox-rows.ts';
import {planRows} from './plan-rows.ts';
import {searchText} from './search-text.ts';
import {timelineRows} from './timeline-rows.ts';

/** What a list shows, top to bottom. Asked for several times while a frame is made: of one state it is worked out once. */
export const listRows = (state: AppState, name: ListName): readonly ListRow[] => {
  const byName = known.get(state) ?? new Map<ListName, readonly ListRow[]>();
  known.set(state, byName);
  const rows = byName.get(name) ?? worked(state, name);
  byName.set(name, rows);
  return rows;
};

const worked = (state: AppState, name: ListName): readonly ListRow[] => {
  const {filter, kind} = state.ui.lists[name];
  // One that is not of this list's narrows nothing down.
  const known = kindsOf(name).includes(kind) ? kind : 'all';
  const words = filter.toLowerCase().split(/\s+/u).filter(Boolean);
  const names = knownNames(state);
  const rows = allRows(state, name).filter(
    row => row.kind !== 'noun' || (isOfKind(row.noun, known) && includesAll(row.noun, words, names)),
  );
  return withoutIdleDividers(rows);
};

const allRows = (state: AppState, name: ListName): readonly ListRow[] => {
  switch (name) {
    case 'timeline':
      return timelineRows(state);
    case 'plan':
      return planRows(state);
    case 'outbox':
      return outboxRows(state);
    case 'log':
      return logRows(state);
    default:
      return assertNever(name);
  }
};

/** What a row is about, for actions that work on anything. */
export const refOf = (row: ListRow): ItemRef | undefined =>
  row.kind === 'noun' ? withView(row.noun, (view, item) => view.ref(item)) : undefined;

const includesAll = (noun: Noun, words: readonly string[], names: Names): boolean => {
  if (words.length === 0) return true;
  const text = searchText(noun, names);
  return words.every(word => text.includes(word));
};

/** A divider with nothing below it divides nothing; the now-line always stands. */
const withoutIdleDividers = (rows: readonly ListRow[]): readonly ListRow[] =>
  rows.filter((row, index) => {
    if (row.kind !== 'divider') return true;
    // What is said of the clock stands below its day.
    const next = rows.slice(index + 1).find(one => one.kind !== 'divider' || one.day !== undefined);
    return next?.selectable === true;
  });

const known = new WeakMap<AppState, Map<ListName, readonly ListRow[]>>();
