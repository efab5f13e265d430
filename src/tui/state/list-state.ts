// ListState: the selected row of a list and its line in the window. The row is stored by id: when rows come and go
// around it, neither the selection nor the view moves. All lists share this movement code.
import type {ListName} from '../nouns/views.ts';

export type ListState = {
  /** Undefined until a row was selected: the list stays at its home (first row, now-line, or end). */
  readonly selected?: string;
  /** The selected row's index: when the row disappears, its successor at this index is selected. */
  readonly index: number;
  /** Lines between the top of the window and the selected row. */
  readonly line: number;
  /** Only rows with this text are listed. */
  readonly filter: string;
  /** Only rows of this kind are listed; the first kind of each list is "all". */
  readonly kind: string;
};

/** A row as a list needs it. Separators (a day, the now-line) cannot be selected. */
type Selectable = {readonly id: string; readonly selectable: boolean};

/** The position of a list without a selection. */
type Home = 'first' | 'now' | 'end';

export type ListPosition = {
  /** The selected row, or -1 where there is none. */
  readonly index: number;
  /** The first row of the window. */
  readonly top: number;
};

export const initialList: ListState = {index: 0, line: 0, filter: '', kind: 'all'};

export const HOMES: Readonly<Record<ListName, Home>> = {timeline: 'now', plan: 'first', outbox: 'first', log: 'end'};

/** The selected row and its window. */
export const placeIn = (list: ListState, rows: readonly Selectable[], height: number, home: Home): ListPosition => {
  const chosen = list.selected === undefined ? homeIndex(rows, home) : indexOf(list, rows);
  const line = list.selected === undefined ? homeLine(rows, chosen, height, home) : Math.min(list.line, height - 1);
  const last = Math.max(0, rows.length - height);
  return {index: chosen, top: Math.max(0, Math.min(chosen - Math.max(0, line), last))};
};

/** Moves by rows or screens. At the end of a list whose home is the end, the list follows again. */
export const movedBy = (
  list: ListState,
  rows: readonly Selectable[],
  height: number,
  home: Home,
  {by, unit}: {readonly by: number; readonly unit: 'rows' | 'screens'},
): ListState => {
  const {index} = placeIn(list, rows, height, home);
  const target = unit === 'rows' ? stepped(rows, index, by) : nearest(rows, index + by * Math.max(1, height - 1), by);
  return chosenAt(list, rows, height, home, target);
};

/** Selects the row with this id, if it exists. */
export const chosen = (
  list: ListState,
  rows: readonly Selectable[],
  height: number,
  home: Home,
  id: string,
): ListState => {
  const index = rows.findIndex(row => row.id === id);
  return index === -1 ? list : chosenAt(list, rows, height, home, index);
};

/** The list at its home position. */
export const atHome = ({filter, kind}: ListState): ListState => ({...initialList, filter, kind});

/**
 * Updates the selection after the rows changed: if the selected row disappeared, its successor is selected. If the home
 * is the first row, the selection is fixed as soon as rows exist. So no new row slips under a pressed key.
 */
export const settledList = (list: ListState, rows: readonly Selectable[], home: Home): ListState => {
  if (list.selected === undefined && home !== 'first') return list;
  const index = list.selected === undefined ? homeIndex(rows, home) : indexOf(list, rows);
  const id = rows[index]?.id;
  if (id === undefined || (id === list.selected && index === list.index)) return list;
  return {...list, selected: id, index, line: list.selected === undefined ? index : list.line};
};

const chosenAt = (
  list: ListState,
  rows: readonly Selectable[],
  height: number,
  home: Home,
  index: number,
): ListState => {
  const row = rows[index];
  if (row === undefined) return list;
  if (home === 'end' && index === lastSelectable(rows)) return atHome(list);
  const {top} = placeIn(list, rows, height, home);
  // At the first selectable row, rows above it become visible too.
  const line = index === nearest(rows, 0, 1) ? index : index - top;
  return {...list, selected: row.id, index, line: Math.max(0, Math.min(height - 1, line))};
};

const indexOf = (list: ListState, rows: readonly Selectable[]): number => {
  const index = rows.findIndex(({id}) => id === list.selected);
  return index === -1 ? nearest(rows, Math.min(list.index, rows.length - 1), 1) : index;
};

const homeIndex = (rows: readonly Selectable[], home: Home): number => {
  if (home === 'first') return nearest(rows, 0, 1);
  if (home === 'end') return lastSelectable(rows);
  const now = rows.findIndex(({id}) => id === NOW_ROW);
  return nearest(rows, now + 1, 1);
};

const homeLine = (rows: readonly Selectable[], index: number, height: number, home: Home): number => {
  if (home === 'first') return index;
  if (home === 'end') return height - 1;
  // Shows somewhat more past than future: recent events matter most.
  const now = rows.findIndex(({id}) => id === NOW_ROW);
  return Math.max(0, Math.min(height - 1, Math.floor(height / 2) + index - now));
};

/** Moves by this many selectable rows; stops at either end. */
const stepped = (rows: readonly Selectable[], from: number, by: number): number => {
  const way = Math.sign(by);
  let at = from;
  for (let left = Math.abs(by); left > 0; left -= 1) {
    let next = at + way;
    while (rows[next]?.selectable === false) next += way;
    if (rows[next] === undefined) break;
    at = next;
  }
  return at;
};

/** The selectable row at an index, otherwise the next one in the direction, then in the other; -1 if there is none. */
const nearest = (rows: readonly Selectable[], index: number, way: number): number => {
  const start = Math.max(0, Math.min(rows.length - 1, index));
  const step = way < 0 ? -1 : 1;
  for (const direction of [step, -step]) {
    for (let at = start; rows[at] !== undefined; at += direction) if (rows[at]?.selectable) return at;
  }
  return -1;
};

const lastSelectable = (rows: readonly Selectable[]): number => nearest(rows, rows.length - 1, -1);

/** The id of the row between past and future. */
export const NOW_ROW = 'now';
