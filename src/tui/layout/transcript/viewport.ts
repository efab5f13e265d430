// The viewport: the item rows on the screen. Only these are drawn, so a long transcript costs no more than a short one.
// The position is an item and a row in it, so changes elsewhere don't move it.
import type {Item} from '../../conversation/item.ts';
import {indexOfItem, isPickable} from '../../conversation/picked.ts';
import type {Scroll} from '../../state/ui-state.ts';
import type {Row} from '../../text/row.ts';

export type Lines = {
  readonly items: readonly Item[];
  readonly rowsOf: (item: Item) => readonly Row[];
  readonly height: number;
  /** The items are the conversation's first messages and a gap follows them: their end isn't the newest message. */
  readonly beginning?: true;
};

export type Viewport = {
  readonly rows: readonly Row[];
  /** True if the newest row is visible. */
  readonly atEnd: boolean;
  /** Messages that arrived below the screen since the person scrolled. */
  readonly newBelow: number;
  /** The rows contain the full reason of the lost connection. */
  readonly saysWhyLost?: true;
};

export const viewportOf = (lines: Lines, scroll: Scroll): Viewport => {
  const top = scroll.kind === 'held' ? held(lines, scroll) : undefined;
  const place = top ?? endPlace(lines);
  const rows = rowsFrom(lines, place);
  return {rows, atEnd: top === undefined, newBelow: scroll.kind === 'held' ? newSince(lines.items, scroll.seen) : 0};
};

/** The position after scrolling by this many rows (negative: up). */
export const scrolled = (lines: Lines, scroll: Scroll, by: number): Scroll => {
  const from = (scroll.kind === 'held' ? held(lines, scroll) : undefined) ?? endPlace(lines);
  const end = endPlace(lines);
  const to = moved(lines, from, by);
  if (!isBefore(to, end)) return lines.beginning ? placed(lines, end, scroll) : {kind: 'follow'};
  return placed(lines, to, scroll);
};

/** True if less than a screen remains above or below, so that the next page should be loaded. */
export const isNear = (lines: Lines, scroll: Scroll, edge: 'start' | 'end'): boolean => {
  const place = placeOf(lines, scroll);
  if (edge === 'end') return !isBefore(moved(lines, place, lines.height), endPlace(lines));
  const above = moved(lines, place, -lines.height);
  return above.index === 0 && above.row === 0;
};

/** Holds the position when an item is selected, so that additions below move nothing. */
export const pinned = (lines: Lines, scroll: Scroll): Scroll => placed(lines, placeOf(lines, scroll), scroll);

/** The nearest position that shows the item: all of it, or as much of its beginning as fits. */
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
  // Aligns its last row with the screen's, unless that would hide its first row.
  const to = rows >= height ? {index, row: 0} : moved(lines, {index, row: rows - 1}, -(height - 1));
  return placed(lines, to, scroll);
};

/** The selectable item on a row of the screen. */
export const itemOnRow = (lines: Lines, scroll: Scroll, row: number): string | undefined => {
  const {items, rowsOf} = lines;
  const top = placeOf(lines, scroll);
  let end = -top.row;
  for (let at = top.index; at < items.length; at += 1) {
    const item = items[at];
    if (item === undefined) continue;
    end += rowsOf(item).length;
    if (row < end) return isPickable(item) ? item.id : undefined;
  }
  return undefined;
};

/** The newest selectable item whose beginning is visible. */
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
 * Stored relative to the next stable item. Marks between messages appear, vanish and move when a page is loaded, and a
 * position relative to them would jump.
 */
const placed = ({items, rowsOf, beginning}: Lines, {index, row}: Place, scroll: Scroll): Scroll => {
  const next = items.findIndex((item, at) => at >= index && isPickable(item));
  const anchor = next === -1 ? index : next;
  const item = items[anchor];
  if (item === undefined) return {kind: 'follow'};
  const above = items.slice(index, anchor).reduce((sum, entry) => sum + rowsOf(entry).length, 0);
  const seen = scroll.kind === 'held' ? scroll.seen : items.findLast(({kind}) => kind === 'message')?.id;
  const place = {kind: 'held', item: item.id, row: row - above, seen: seen ?? ''} as const;
  return beginning ? {...place, beginning} : place;
};

type Place = {readonly index: number; readonly row: number};

/** The held position; undefined when its item is gone or the end is visible. */
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

const isBefore = (a: Place, b: Place): boolean => a.index < b.index || (a.index === b.index && a.row < b.row);

/** The position at which the last row is at the screen's bottom. */
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
