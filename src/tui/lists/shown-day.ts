// Finds the day of a row of the timeline: that of the heading above it.
import type {EpochMs} from '../../shared/time/time.ts';
import type {ListRow} from './list-row.ts';

/** An instant of the row's day; rows right after the line for now belong to today. */
export const shownDay = (rows: readonly ListRow[], index: number, now: EpochMs): EpochMs => {
  for (let at = Math.min(index, rows.length - 1); at >= 0; at -= 1) {
    const row = rows[at];
    if (row?.kind === 'now') return now;
    if (row?.kind === 'divider' && row.day !== undefined) return row.day;
  }
  return now;
};

/** The first selectable row of the next day, or of the one before; undefined if no day follows. */
export const dayStep = (
  rows: readonly ListRow[],
  index: number,
  by: -1 | 1,
  now: EpochMs,
): Extract<ListRow, {selectable: true}> | undefined => {
  const day = dayOf(shownDay(rows, index, now));
  let found: string | undefined;
  let first: Extract<ListRow, {selectable: true}> | undefined;
  for (let at = index + by; rows[at] !== undefined; at += by) {
    const row = rows[at];
    if (row?.kind !== 'noun') continue;
    const its = dayOf(shownDay(rows, at, now));
    if (its === day && found === undefined) continue;
    if (found !== undefined && its !== found) break;
    found = its;
    first = row;
    if (by > 0) break;
  }
  return first;
};

const dayOf = (at: EpochMs): string => new Date(at).toDateString();
