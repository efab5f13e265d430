// The columns of each list: how wide they are at a width, their heads, and a row in them. What doesn't fit is dropped
// from the right; the detail lines repeat it.
import type {KindName} from '../../nouns/format/kind-sign.ts';
import {MOST_MARKS} from '../../nouns/format/last-runs.ts';
import type {ListName} from '../../nouns/views.ts';
import {cut, filled, type Row, rowWidth, type Span, span} from '../../text/row.ts';
import {cellWidth, drawnLine, shortened} from '../../text/width.ts';
import {kindSpan} from './kind-span.ts';

/** The widths, each with its gap; 0: the list has no such column at this width. */
type Columns = {
  readonly time: number;
  readonly until: number;
  readonly kind: number;
  readonly to: number;
  readonly repeats: number;
  readonly runs: number;
  readonly where: number;
  readonly state: number;
  readonly took: number;
};

/** A row's contents. A column that the list doesn't have is not drawn. */
export type Cells = {
  readonly time?: Span;
  readonly until?: Span;
  readonly kind?: KindName;
  readonly to?: Span;
  readonly what: string;
  /** Its recurrence; in the timeline behind the text, if there is room. */
  readonly more?: string;
  /** The same in a few words. */
  readonly brief?: string;
  readonly runs?: Row;
  readonly where?: string;
  readonly state?: Row;
  readonly took?: string;
  /** It is over: drawn dimmer than what comes. */
  readonly isPast?: boolean;
};

/** `cells`: without the mark of the selected row. */
export const columnsOf = (list: ListName, cells: number, narrow: boolean): Columns => {
  const roomy = cells >= ROOMY;
  switch (list) {
    case 'timeline':
      return {
        ...NONE,
        time: 6,
        kind: KIND,
        where: narrow || cells < 66 ? 0 : roomy ? 16 : 9,
        state: narrow ? 14 : roomy ? 22 : 16,
        took: narrow || cells < 66 ? 0 : 7,
      };
    case 'plan':
      return narrow
        ? {...NONE, until: 11, kind: KIND}
        : {
            ...NONE,
            time: 18,
            until: 12,
            kind: KIND,
            repeats: cells < 66 ? 0 : 19,
            runs: cells < 66 ? 0 : RUNS,
            where: roomy ? 16 : 0,
          };
    case 'outbox':
      return narrow ? {...NONE, time: 6, to: 8} : {...NONE, time: 7, to: 17};
    case 'log':
      return {...NONE, time: narrow ? 6 : 9};
  }
};

/** The names of the columns, each above its own. */
export const headRow = (list: ListName, cells: number, narrow: boolean): Row => {
  const columns = columnsOf(list, cells, narrow);
  const {time, until, kind, to} = columns;
  const left = [
    cell([span(TIMES[list], 'dim')], time),
    cell([span('in'.padStart(10), 'dim')], until),
    cell([span('', 'dim')], kind),
    cell([span('to', 'dim')], to),
  ].flat();
  const right = [
    cell([span('repeats', 'dim')], columns.repeats),
    cell([span('runs', 'dim')], columns.runs),
    cell([span('where', 'dim')], columns.where),
    ...(list === 'outbox' ? [[span('state', 'dim')]] : [cell([span('state', 'dim')], columns.state)]),
    cell([span('took'.padStart(Math.max(0, columns.took - 1)), 'dim')], columns.took),
  ].flat();
  const room = cells - rowWidth(left) - rowWidth(right);
  return [...left, ...filled([span(WHATS[list], 'dim')], Math.max(0, room)), ...right];
};

/** The row at its exact width, or narrower where its end is empty. */
export const inColumns = (row: Cells, all: Columns, cells: number): Row => {
  // Rows without recurrence have their text there instead.
  const comesOnce = row.more === undefined && (row.runs ?? []).length === 0;
  const columns = comesOnce ? {...all, repeats: 0, runs: 0} : all;
  const {time, until, kind, to, repeats, runs, where, state, took} = columns;
  const left: Row = [
    ...cell(row.time === undefined ? [] : [row.time], time),
    ...cell(row.until === undefined ? [] : [row.until], until),
    ...cell(row.kind === undefined ? [] : [kindSpan(row.kind, row.isPast === true ? 'dim' : undefined)], kind),
    ...cell(row.to === undefined ? [] : [row.to], to),
  ];
  // A list without a column for states puts them at the end of the text.
  const loose = state === 0 ? looseState(row, cells - rowWidth(left) - repeats - runs - where) : [];
  const right: Row = [
    ...loose,
    ...cell([span(shortened(repeatsOf(row, repeats - 1), repeats - 1), 'dim')], repeats),
    ...cell(row.runs ?? [], runs),
    ...cell([span(shortened(drawnLine(row.where ?? ''), where - 1), 'dim')], where),
    ...cell(shortRow(row.state ?? [], state - 1), state),
    ...cell([span((row.took ?? '').padStart(Math.max(0, took - 1)), 'dim')], took),
  ];
  const room = Math.max(1, cells - rowWidth(left) - rowWidth(right) - 1);
  return trimmed([...left, ...filled(textOf(row, room, repeats > 0), room + 1), ...right]);
};

/** The recurrence: whole, or in a few words where it doesn't fit. */
const repeatsOf = ({more = '', brief = more}: Cells, room: number): string =>
  drawnLine(cellWidth(more) <= room ? more : brief);

/** The text, and behind it how it repeats, unless that has a column: whole, or in a few words. */
const textOf = ({what, more, brief, isPast = false}: Cells, room: number, isApart: boolean): Row => {
  const role = isPast ? 'dim' : 'text';
  const text = drawnLine(what);
  if (isApart) return [span(shortened(text, room), role)];
  const behind = [more, brief].find(words => words !== undefined && cellWidth(text) + 2 + cellWidth(words) <= room);
  if (behind !== undefined) return [span(text, role), span(`  ${behind}`, 'dim')];
  const left = brief === undefined ? 0 : room - cellWidth(brief) - 2;
  if (brief === undefined || left < LEAST_WORDS) return [span(shortened(text, room), role)];
  return [span(shortened(text, left), role), span(`  ${brief}`, 'dim')];
};

/** Exactly this wide; nothing for a column that isn't there. */
const cell = (content: Row, width: number): Row => (width === 0 ? [] : filled(content, width));

/** The state must not displace the text: if both don't fit, the state is cut. */
const looseState = ({state = [], what}: Cells, room: number): Row => {
  if (state.length === 0) return [];
  const words = Math.min(LEAST_WORDS, cellWidth(drawnLine(what)));
  return [...shortRow(state, Math.max(6, room - words - 2)), span(' ')];
};

const shortRow = (row: Row, cells: number): Row => {
  if (rowWidth(row) <= cells) return row;
  return cells <= 0 ? [] : [...cut(row, cells - 1), span('…', row[0]?.role ?? 'text')];
};

/** Without spaces at the end. */
const trimmed = (row: Row): Row => {
  const last = row.at(-1);
  if (last === undefined || last.ascii !== undefined) return row;
  const text = last.text.trimEnd();
  if (text === last.text) return row;
  return text === '' ? trimmed(row.slice(0, -1)) : [...row.slice(0, -1), {...last, text}];
};

/** Cells reserved for a long text, whatever its state takes. */
const LEAST_WORDS = 12;

const ROOMY = 90;
const KIND = 2;
const RUNS = MOST_MARKS + 1;
const NONE: Columns = {time: 0, until: 0, kind: 0, to: 0, repeats: 0, runs: 0, where: 0, state: 0, took: 0};

const TIMES: Readonly<Record<ListName, string>> = {timeline: 'time', plan: 'when', outbox: 'when', log: 'time'};
const WHATS: Readonly<Record<ListName, string>> = {
  timeline: 'what',
  plan: 'what',
  outbox: 'text',
  log: 'what happened',
};
