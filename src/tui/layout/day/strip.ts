// A day as one row of blocks, with the hours above and the names of what comes next below. Pure.

import {clockTime, isSameDay, shortDate} from '../../../shared/time/format-time.ts';
import {type EpochMs, twoDigits} from '../../../shared/time/time.ts';
import {type Block, dayBlocks, dayBounds, daySlot} from '../../format/day-blocks.ts';
import type {DayPoint} from '../../lists/day-points.ts';
import {EMPTY_ROW, type Role, type Row, rowWidth, type Span, span} from '../../text/row.ts';
import {drawnLine, shortened} from '../../text/width.ts';

type StripModel = {
  readonly points: readonly DayPoint[];
  /** Any instant of the day. */
  readonly day: EpochMs;
  readonly now: EpochMs;
};

/** The blocks of the day: neighbours of one look are one span, which keeps the written line short. */
export const stripRow = ({points, day, now}: StripModel, cells: number): Row => {
  const row: {role: Role; text: string; ascii: string}[] = [];
  for (const {is, sign, ascii} of dayBlocks(points, {day, now}, cells)) {
    const last = row.at(-1);
    if (last === undefined || last.role !== ROLES[is]) row.push({role: ROLES[is], text: sign, ascii});
    else row[row.length - 1] = {...last, text: last.text + sign, ascii: last.ascii + ascii};
  }
  return row;
};

/** The next three of the day, each below its block, or further left where there is no room. */
export const labelsRow = ({points, day, now}: StripModel, cells: number): Row => {
  const [from, to] = dayBounds(day);
  const coming = points
    .filter(({at, what}) => what !== undefined && at > now && at >= from && at < to)
    .toSorted((a, b) => a.at - b.at)
    .slice(0, LABELS);
  if (coming.length === 0) return now >= from && now < to ? [span('nothing more today', 'dim')] : EMPTY_ROW;
  const most = Math.floor((cells - GAP * (coming.length - 1)) / coming.length);
  const labels = coming.map(({at, what = ''}): Row => {
    const time = `${clockTime(at)} `;
    return [span(time, 'dim'), span(shortened(drawnLine(what), Math.max(1, most - time.length)))];
  });
  const row: Span[] = [];
  labels.forEach((label, index) => {
    const after = labels.slice(index).reduce((sum, other) => sum + rowWidth(other) + GAP, -GAP);
    const least = index === 0 ? 0 : rowWidth(row) + GAP;
    const start = Math.max(least, Math.min(daySlot(coming[index]?.at ?? now, cells), cells - after));
    row.push(span(' '.repeat(start - rowWidth(row))), ...label);
  });
  return row;
};

/** The hours above the blocks. */
export const hoursRow = (cells: number): Row => {
  const every = cells >= 60 ? 3 : 6;
  let text = '';
  for (let hour = 0; hour < 24; hour += every) {
    text = `${text.padEnd(Math.floor((hour * cells) / 24))}${twoDigits(hour)}`;
  }
  return [span(text.padEnd(cells), 'dim')];
};

/** `Mon 23`, in the columns before a strip. */
export const stripLabel = (day: EpochMs, now: EpochMs, shown: boolean): Span => {
  const [weekday = '', date = ''] = shortDate(day).split(' ');
  const text = `${weekday} ${date}`.padEnd(STRIP_LABEL);
  return span(text, isSameDay(day, now) ? {role: 'now', bold: shown} : shown ? {bold: true} : 'dim');
};

const ROLES: Readonly<Record<Block['is'], Role>> = {
  empty: 'dim',
  past: 'dim',
  coming: 'text',
  failed: 'error',
  unanswered: 'now',
  now: 'now',
};

const LABELS = 3;
const GAP = 2;
/** The columns before a strip. */
export const STRIP_LABEL = 7;
