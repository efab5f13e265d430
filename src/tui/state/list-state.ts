// ListState: which row of a list is selected and on which line of the window it stands. The row is kept by its id: rows may
// come and go around it and neither it nor what the person reads moves. All lists move alike; this is the one place that says how.
import type {ListName} from '../nouns/views.ts';

export type ListState = {
  /** Undefined until a row was chosen: the list then stays at its home (its first row, the now-line, its end). */
  readonly selected?: string;
  /** Where among all rows the selected one stands: when it goes, the one that took its place is selected. */
  readonly index: number;
  /** Lines between the top of the window and the selected row. */
  readonly line: number;
  /** Only rows with all of these words are listed. */
  readonly filter: string;
  /** Only rows of this kind are listed; one of the list's own kinds, the first of which is all. */
  readonly kind: string;
};

/** What a list needs to know of a row. Rows that only part others (a day, the now-line) cannot be selected. */
type Selectable = {readonly id: string; readonly selectable: boolean};

/** Where a list stays while nobody chose a row. */
type Home = 'first' | 'now' | 'end';

export type Place = {
  /** The selected row, or -1 where there is none. */
  readonly index: number;
  /** The first row of the window. */
  readonly top: number;
};

export const initialList: ListState = {index: 0, line: 0, filter: '', kind: 'all'};

export const HOMES: Readonly<Record<ListName, Home>> = {timeline: 'now', plan: 'first', outbox: 'first', log: 'end'};

/** The selected row and the window around it. */
export const placeIn = (list: ListState, rows: readonly Selectable[], height: number, home: Home): Place => {
  const chosen = list.selected === undefined ? homeIndex(rows, home) : indexOf(list, rows);
  const line = list.selected === undefined ? homeLine(rows, chosen, height, home) : Math.min(list.line, height - 1);
  const last = Math.max(0, rows.length - height);
  return {index: chosen, top: Math.max(0, Math.min(chosen - Math.max(0, line), last))};
};

/** The list after moving by so many rows, or screens. At the end of a list whose home that is, it follows again. */
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

/** The list with the row of this id selected, if it is there. */
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

/** The list at its home, as it was opened. */
export const atHome = ({filter, kind}: ListState): ListState => ({...initialList, filter, kind});

/**
 * The list after its rows changed: a selected row that went hands on to the one in its place. Where the home is the first row,
 * that one is chosen as soon as there is any, so that no other slips under a key that is being pressed.
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
  // At the first selectable row, what stands above it is to be seen too.
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
  // Somewhat more past than future: what just happened is what one comes for.
  const now = rows.findIndex(({id}) => id === NOW_ROW);
  return Math.max(0, Math.min(height - 1, Math.floor(height / 2) + index - now));
};

/** So many selectable rows on; at either end it stays. */
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

/** The selectable row at an index, else the next in the direction, else the next in the other one; -1 where there is none. */
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
