// The rows of the shown list, derived from the state: its contents, the filter, and the record of each row.

import type {Names} from '../../shared/record-text/names.ts';
import {assertNever} from '../../shared/text/gateway-error.ts';
import {isShown} from '../format/format-event.ts';
import type {ItemRef} from '../nouns/item-ref.ts';
import {type Noun, withView} from '../nouns/nouns.ts';
import type {ListName} from '../nouns/views.ts';
import type {AppState} from '../state/app-state.ts';
import {knownNames} from '../state/known-names.ts';
import {isOfKind, kindsOf} from './list-kinds.ts';
import {type ListRow, nounRow} from './list-row.ts';
import {outboxRows} from './outbox-rows.ts';
import {planRows} from './plan-rows.ts';
import {timelineRows} from './timeline-rows.ts';

/** The rows of a list, top to bottom. Cached per state, because each frame needs them several times. */
export const listRows = (state: AppState, name: ListName): readonly ListRow[] => {
  const byName = known.get(state) ?? new Map<ListName, readonly ListRow[]>();
  known.set(state, byName);
  const rows = byName.get(name) ?? worked(state, name);
  byName.set(name, rows);
  return rows;
};

const worked = (state: AppState, name: ListName): readonly ListRow[] => {
  const {filter, kind} = state.ui.lists[name];
  // A kind that this list doesn't have filters nothing.
  const known = kindsOf(name).includes(kind) ? kind : 'all';
  const terms = filter.toLowerCase().split(/\s+/u).filter(Boolean);
  const names = knownNames(state);
  const rows = allRows(state, name).filter(
    row => row.kind !== 'noun' || (isOfKind(row.noun, known, terms.length > 0) && includesAll(row.noun, terms, names)),
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

/** The item of a row, for actions that work on any item. */
export const refOf = (row: ListRow): ItemRef | undefined =>
  row.kind === 'noun' ? withView(row.noun, (view, item) => view.ref(item)) : undefined;

const includesAll = (noun: Noun, terms: readonly string[], names: Names): boolean => {
  if (terms.length === 0) return true;
  const text = searchText(noun, names);
  return terms.every(word => text.includes(word));
};

/** Removes separators without rows below them; the now-line always stays. */
const withoutIdleDividers = (rows: readonly ListRow[]): readonly ListRow[] =>
  rows.filter((row, index) => {
    if (row.kind !== 'divider') return true;
    if (row.group) return rows[index + 1] !== undefined && rows[index + 1]?.kind !== 'divider';
    // Notes about clock changes come below their day.
    const next = rows.slice(index + 1).find(item => item.kind !== 'divider' || item.day !== undefined);
    return next?.selectable === true;
  });

const known = new WeakMap<AppState, Map<ListName, readonly ListRow[]>>();

/**
 * Log: events in order of arrival, oldest first. Session updates are left out, because other events show their cause.
 */
const logRows = ({ui}: AppState): readonly ListRow[] =>
  ui.log.filter(isShown).map(event => nounRow({kind: 'event', item: event}));

/** Cached for unchanging records: each key press searches thousands of events. */
const searchText = (noun: Noun, names: Names): string => {
  const known = texts.get(noun.item);
  if (known !== undefined) return known;
  return withView(noun, (view, item) => {
    const text = view.search(item, names).join(' ').toLowerCase();
    if (view.isFixed === true) texts.set(item, text);
    return text;
  });
};

const texts = new WeakMap<Noun['item'], string>();
