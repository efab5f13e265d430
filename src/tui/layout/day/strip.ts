// A day as one row: a tick for what was and what comes, higher where there is more, and a mark for now. Pure.

import {isSameDay, shortDate} from '../../../shared/time/format-time.ts';
import {type EpochMs, twoDigits} from '../../../shared/time/time.ts';
import type {DayPoint} from '../../lists/day-points.ts';
import {type Row, type Span, span} from '../../text/row.ts';
import {kindSpan} from '../lists/kind-span.ts';

type StripModel = {
  readonly points: readonly DayPoint[];
  /** Any instant of the day. */
  readonly day: EpochMs;
  readonly now: EpochMs;
};

/** The ticks of the day. */
export const stripRow = ({points, day, now}: StripModel, cells: number): Row => {
  const slots: (DayPoint[] | undefined)[] = Array.from({length: cells}, () => undefined);
  const [from, to] = boundsOf(day);
  for (const point of points) {
    if (point.at < from || point.at >= to) continue;
    const slot = slotOf(point.at, cells);
    slots[slot] = [...(slots[slot] ?? []), point];
  }
  const nowAt = now >= from && now < to ? slotOf(now, cells) : undefined;
  return merged(
    slots.map((slot, index) => {
      if (index === nowAt) return span('┃', 'now');
      return slot === undefined ? ground(index, cells) : tick(slot, now);
    }),
  );
};

/** The hours below or above the ticks. */
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

/** The instant at which the mark for now moves next. */
export const stripChangesAt = (now: EpochMs, cells: number): EpochMs => {
  const slot = slotOf(now, cells);
  const minutes = Math.ceil(((slot + 1) * MINUTES) / cells);
  const date = new Date(now);
  return date.setHours(Math.floor(minutes / 60), minutes % 60, 0, 0);
};

/** The midnights around an instant: comparing numbers is much faster than comparing dates. */
const boundsOf = (day: EpochMs): readonly [from: EpochMs, to: EpochMs] => {
  const date = new Date(day);
  const midnight = (offset: number): EpochMs =>
    new Date(date.getFullYear(), date.getMonth(), date.getDate() + offset).getTime();
  return [midnight(0), midnight(1)];
};

/** By wall time, so that days of 23 and 25 hours are drawn like others. */
const slotOf = (at: EpochMs, cells: number): number => {
  const date = new Date(at);
  return Math.min(cells - 1, Math.floor(((date.getHours() * 60 + date.getMinutes()) * cells) / MINUTES));
};

/** Neighbours of one look as one span, which keeps the written line short. */
const merged = (spans: readonly Span[]): Row => {
  const row: Span[] = [];
  for (const part of spans) {
    const last = row.at(-1);
    if (last === undefined || last.ascii !== undefined || part.ascii !== undefined || last.role !== part.role)
      row.push(part);
    else row[row.length - 1] = {...last, text: last.text + part.text};
  }
  return row;
};

/** A dot where an hour begins, if hours are wider than a cell. */
const ground = (index: number, cells: number): Span => {
  const hour = Math.ceil((index * 24) / cells);
  return span(Math.floor((hour * cells) / 24) === index ? '·' : ' ', 'dim');
};

const tick = (slot: readonly DayPoint[], now: EpochMs): Span => {
  const glyph = HEIGHTS[Math.min(slot.length, HEIGHTS.length) - 1] ?? HEIGHTS[0];
  const coming = slot.filter(({at}) => at > now);
  const first = [...coming].sort((a, b) => a.at - b.at)[0];
  const role = slot.some(({failed}) => failed)
    ? 'error'
    : first === undefined
      ? 'dim'
      : (kindSpan(first.kind).role ?? 'accent');
  return {...span(glyph.sign, role), ascii: glyph.ascii};
};

/** In ASCII they differ from the dots of the hours. */
const HEIGHTS = [
  {sign: '▂', ascii: '-'},
  {sign: '▄', ascii: '='},
  {sign: '▆', ascii: '%'},
  {sign: '█', ascii: '#'},
] as const;

const MINUTES = 24 * 60;
/** The columns before a strip. */
export const STRIP_LABEL = 7;
