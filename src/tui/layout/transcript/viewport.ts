// The viewport: which rows of the items are on the screen. Only these are ever drawn, so a long transcript costs no more than
// a short one. The place is kept as an item and a row in it, so that nothing which comes or goes elsewhere moves it.
import type {Item} from '../../conversation/item.ts';
import {indexOfItem, isPickable} from '../../conversation/picked.ts';
import type {Scroll} from '../../state/ui-state.ts';
import type {Row} from '../text/row.ts';

export type Lines = {
  readonly items: readonly Item[];
  readonly rowsOf: (item: Item) => readonly Row[];
  readonly height: number;
  /** These are the first messages of the conversation, and what follows them isn't held: their end isn't the newest. */
  readonly beginning?: true;
};

export type Viewport = {
  readonly rows: readonly Row[];
  /** The newest row is on the screen. */
  readonly atEnd: boolean;
  /** Messages below the screen that came since it was scrolled. */
  readonly newBelow: number;
  /** Why there is no connection stands in the rows, whole. */
  readonly saysWhyLost?: true;
};

export const viewportOf = (lines: Lines, scroll: Scroll): Viewport => {
  const top = scroll.kind === 'held' ? held(lines, scroll) : undefined;
  const place = top ?? endPlace(lines);
  const rows = rowsFrom(lines, place);
  return {rows, atEnd: top === undefined, newBelow: scroll.kind === 'held' ? newSince(lines.items, scroll.seen) : 0};
};

/** Where the view is after moving by so many rows (negative: up). */
export const scrolled = (lines: Lines, scroll: Scroll, by: number): Scroll => {
  const from = (scroll.kind === 'held' ? held(lines, scroll) : undefined) ?? endPlace(lines);
  const end = endPlace(lines);
  const to = moved(lines, from, by);
  if (!isBefore(to, end)) return lines.beginning ? placed(lines, end, scroll) : {kind: 'follow'};
  return placed(lines, to, scroll);
};

/** Whether there is less than another screen above, or below: what follows there is to be had in time. */
export const isNear = (lines: Lines, scroll: Scroll, edge: 'start' | 'end'): boolean => {
  const place = placeOf(lines, scroll);
  if (edge === 'end') return !isBefore(moved(lines, place, lines.height), endPlace(lines));
  const above = moved(lines, place, -lines.height);
  return above.index === 0 && above.row === 0;
};

/** Where the view stays when something is picked: what is added below moves nothing. */
export const pinned = (lines: Lines, scroll: Scroll): Scroll => placed(lines, placeOf(lines, scroll), scroll);

/** The nearest place at which the item is on the screen: all of it, or as much as fits of its beginning. */
export const revealed = (lines: Lines, scroll: Scroll, id: string): Scroll => {
  const {items, rowsOf, height} = lines;
  const top = placeOf(lines, scroll);
  const index = indexOfItem(items, id);
  const item = items[index];
  if (item === undefined) return scroll;
  const rows = rowsOf(item).length;
  const above = index < top.index || (index === top.index && top.row > 0);
  if (above) return placed(lines, index === top.index && rows > height ? top : {index, row: 0}, scroll);
  let offset = -top.row;
  for (let at = top.index; at < index && offset <= height; at += 1) {
    const between = items[at];
    offset += between === undefined ? 0 : rowsOf(between).length;
  }
  if (offset + rows <= height) return placed(lines, top, scroll);
  // Its last row is to be the last one, unless its first row would leave the screen for it.
  const to = rows >= height ? {index, row: 0} : moved(lines, {index, row: rows - 1}, -(height - 1));
  return placed(lines, to, scroll);
};

/** The newest item that can be picked and whose beginning is on the screen. */
export const lastOnScreen = (lines: Lines, scroll: Scroll): string | undefined => {
  const {items, rowsOf, height} = lines;
  const top = placeOf(lines, scroll);
  let found: string | undefined;
  let offset = -top.row;
  for (let at = top.index; at < items.length && offset < height; at += 1) {
    const item = items[at];
    if (item === undefined) continue;
    if (isPickable(item) && (offset >= 0 || found === undefined)) found = item.id;
    offset += rowsOf(item).length;
  }
  return found;
};

const placeOf = (lines: Lines, scroll: Scroll): Place =>
  (scroll.kind === 'held' ? held(lines, scroll) : undefined) ?? endPlace(lines);

/**
 * Kept as a row of the next item that stays where it is. The marks between messages come, go and move when a page is read; a
 * screen that was kept by one of them would jump.
 */
const placed = ({items, rowsOf, beginning}: Lines, {index, row}: Place, scroll: Scroll): Scroll => {
  const next = items.findIndex((item, at) => at >= index && isPickable(item));
  const anchor = next === -1 ? index : next;
  const item = items[anchor];
  if (item === undefined) return {kind: 'follow'};
  const above = items.slice(index, anchor).reduce((sum, one) => sum + rowsOf(one).length, 0);
  const seen = scroll.kind === 'held' ? scroll.seen : items.findLast(({kind}) => kind === 'message')?.id;
  const place = {kind: 'held', item: item.id, row: row - above, seen: seen ?? ''} as const;
  return beginning ? {...place, beginning} : place;
};

type Place = {readonly index: number; readonly row: number};

/** The held place; undefined when its item is gone or the end has come into view. */
const held = (lines: Lines, scroll: Extract<Scroll, {kind: 'held'}>): Place | undefined => {
  const index = indexOfItem(lines.items, scroll.item);
  const item = lines.items[index];
  if (item === undefined) return undefined;
  const last = Math.max(0, lines.rowsOf(item).length - 1);
  const place = scroll.row < 0 ? moved(lines, {index, row: 0}, scroll.row) : {index, row: Math.min(scroll.row, last)};
  const end = endPlace(lines);
  if (isBefore(place, end)) return place;
  return lines.beginning ? end : undefined;
};

const isBefore = (one: Place, other: Place): boolean =>
  one.index < other.index || (one.index === other.index && one.row < other.row);

/** The place from which the last row is the screen's last. */
const endPlace = ({items, rowsOf, height}: Lines): Place => {
  let left = height;
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const item = items[index];
    const count = item === undefined ? 0 : rowsOf(item).length;
    if (count >= left) return {index, row: count - left};
    left -= count;
  }
  return {index: 0, row: 0};
};

const rowsFrom = ({items, rowsOf, height}: Lines, place: Place): readonly Row[] => {
  const rows: Row[] = [];
  for (let index = place.index; index < items.length && rows.length < height; index += 1) {
    const item = items[index];
    if (item === undefined) continue;
    const all = rowsOf(item);
    for (const row of index === place.index ? all.slice(place.row) : all) {
      if (rows.length === height) break;
      rows.push(row);
    }
  }
  return rows;
};

const moved = ({items, rowsOf}: Lines, from: Place, by: number): Place => {
  let {index, row} = from;
  let left = by;
  while (left < 0) {
    if (row + left >= 0) return {index, row: row + left};
    if (index === 0) return {index: 0, row: 0};
    left += row + 1;
    index -= 1;
    const item = items[index];
    row = Math.max(0, (item === undefined ? 0 : rowsOf(item).length) - 1);
  }
  while (left > 0) {
    const item = items[index];
    const count = item === undefined ? 0 : rowsOf(item).length;
    if (row + left < count || index >= items.length - 1)
      return {index, row: Math.min(row + left, Math.max(0, count - 1))};
    left -= count - row;
    index += 1;
    row = 0;
  }
  return {index, row};
};

const newSince = (items: readonly Item[], seen: string): number => {
  const last = items.findIndex(({id}) => id === seen);
  return last === -1 ? 0 : items.slice(last + 1).filter(({kind}) => kind === 'message').length;
};
