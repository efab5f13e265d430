// A list row as one line, with the columns of its list.

import {addressName, type Names} from '../../../shared/record-text/names.ts';
import {type Address, channelOf, isPushable, targetOf} from '../../../shared/records/address.ts';
import {assertNever} from '../../../shared/text/gateway-error.ts';
import {
  clockTime,
  clockTimeWithSeconds,
  formatWhen,
  isDaysLater,
  isLastMinute,
  isSameDay,
  isThisYear,
  shortDate,
} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {placeLabel} from '../../format/format-place.ts';
import type {ListRow} from '../../lists/list-row.ts';
import {drawnState, formatDue, shortWhen} from '../../nouns/format/format-noun.ts';
import type {KindName} from '../../nouns/format/kind-sign.ts';
import type {RunMark} from '../../nouns/format/last-runs.ts';
import type {
  ComingLine,
  Line,
  LineContext,
  LoggedLine,
  MistakeLine,
  PastLine,
  SentLine,
  State,
} from '../../nouns/noun-view.ts';
import {type Noun, withView} from '../../nouns/nouns.ts';
import type {ListName} from '../../nouns/views.ts';
import {filled, litRow, type Role, type Row, rowWidth, type Span, span} from '../../text/row.ts';
import {cellWidth, drawnLine, shortened, shortenedMiddle} from '../../text/width.ts';
import {type Cells, columnsOf, inColumns} from './columns.ts';
import {roleOf} from './tones.ts';

export type LineView = LineContext & {
  readonly cells: number;
  /** True if a row flashes when it crosses the line for now. */
  readonly flashes: boolean;
  /** Decides the columns. */
  readonly list: ListName;
};

/** The line, with a mark if it is selected. */
export const listLine = (row: ListRow, selected: boolean, view: LineView): Row => {
  const line = lineOf(row, {...view, cells: view.cells - 2});
  if (selected) return [span('>', 'accent'), ...litRow([span(' '), ...line], view.cells - 1)];
  if (view.flashes && isFlashing(row, view.now)) return [span(' '), ...flashing(line, view.cells - 1)];
  return [isMarked(row) ? span('!', 'error') : span(' ', 'text'), span(' '), ...line];
};

/** The whole row in one look. */
const flashing = (line: Row, cells: number): Row =>
  filled([span(' '), ...line], cells).map(({text, ascii}) => ({
    text,
    role: 'flash',
    ascii,
  }));

const isFlashing = (row: ListRow, now: EpochMs): boolean => {
  const at = crossedAt(row);
  return at !== undefined && now >= at && now < at + FLASH_MS;
};

/** When the row crossed the line for now, if it has. */
const crossedAt = (row: ListRow): EpochMs | undefined =>
  row.kind === 'noun' ? withView(row.noun, (view, item) => view.crossedAt?.(item)) : undefined;

/** When the row stops flashing; undefined if it doesn't flash. */
export const flashEndsAt = (row: ListRow, now: EpochMs): EpochMs | undefined => {
  const at = crossedAt(row);
  return at !== undefined && isFlashing(row, now) ? at + FLASH_MS : undefined;
};

/** A row that needs attention has a mark too, for screens without colour. */
const isMarked = (row: ListRow): boolean =>
  row.kind === 'noun' && withView(row.noun, (view, item) => view.isMarked?.(item) === true);

const lineOf = (row: ListRow, view: LineView): Row => {
  switch (row.kind) {
    case 'noun':
      return nounLine(row.noun, view);
    case 'divider':
      return ruled('─', row.title ?? (row.day === undefined ? '' : formatDay(row.day, view.now)), view, 'dim');
    case 'note':
      return [span(`   ${row.text}`, 'dim')];
    case 'now':
      return ruled('═', `now ${clockTime(view.now)}`, view, 'now');
    default:
      return assertNever(row);
  }
};

const nounLine = (noun: Noun, view: LineView): Row =>
  withView(noun, (its, item) => {
    const kindAndState = {kind: its.sign(item), state: its.state(item, view.now)};
    return shaped(its.line(item, view), kindAndState, view);
  });

type KindAndState = {readonly kind: KindName; readonly state: State | undefined};

const shaped = (line: Line, its: KindAndState, view: LineView): Row => {
  const columns = columnsOf(view.list, view.cells, view.narrow);
  switch (line.shape) {
    case 'coming':
      return inColumns(comingCells(line, its, view), columns, view.cells);
    case 'past':
      return inColumns(pastCells(line, its, view), columns, view.cells);
    case 'sent':
      return inColumns(sentCells(line, its, view), columns, view.cells);
    case 'logged':
      return loggedLine(line, view);
    case 'mistake':
      return mistakeLine(line, view);
    default:
      return assertNever(line);
  }
};

const comingCells = (
  {at, hasCome = false, what, more, brief, route = '', runs = []}: ComingLine,
  {kind, state}: KindAndState,
  {now, list, narrow}: LineView,
): Cells => {
  const until = hasCome ? 'rang !' : at === undefined ? '' : formatDue(at, now);
  const soon: Role = hasCome || (at !== undefined && isLastMinute(at, now)) ? 'now' : 'text';
  const stated: Row = state === undefined || hasCome ? [] : [stateSpan(state, narrow)];
  const cells = {kind, what, where: route, runs: marksRow(runs), more, brief};
  if (list === 'timeline') {
    const gap = stated.length > 0 && until !== '' ? [span(', ', 'dim')] : [];
    return {
      ...cells,
      time: span(at === undefined ? '-' : clockTime(at)),
      state: [...(until === '' ? [] : [span(until, soon)]), ...gap, ...stated],
    };
  }
  // A row without a time has a state that says why.
  const instead = at === undefined ? (stated[0] ?? span('-')) : undefined;
  return {
    ...cells,
    time: instead ?? span(formatWhen(at ?? now, now)),
    until:
      instead === undefined
        ? span(until.padStart(10), soon)
        : {...instead, text: narrow ? instead.text.padStart(10) : ''},
    state: instead !== undefined || (state?.inRuns === true && runs.length > 0 && !narrow) ? [] : stated,
  };
};

const pastCells = (
  {at, what, took, where}: PastLine,
  {kind, state}: KindAndState,
  {now, list, narrow}: LineView,
): Cells => ({
  time: span(list === 'timeline' ? clockTime(at) : shortWhen(at, now), 'dim'),
  kind,
  what,
  took,
  where,
  state: state === undefined ? undefined : [pastStateSpan(state, list, narrow)],
  isPast: list === 'timeline',
});

const sentCells = (
  {at, to, what}: SentLine,
  {kind, state}: KindAndState,
  {now, list, narrow, names}: LineView,
): Cells => {
  const inTime = list === 'timeline';
  const when = inTime || isSameDay(at, now) ? clockTime(at) : shortDate(at).replace(/^\w+ /u, '');
  return {
    time: span(when, 'dim'),
    kind,
    to: span(narrow ? shortWho(to, names) : formatWho(to, names)),
    what: `"${drawnLine(what)}"`,
    where: `→ ${narrow ? shortWho(to, names) : formatWho(to, names)}`,
    state: state === undefined ? undefined : [pastStateSpan(state, list, narrow)],
    isPast: inTime,
  };
};

const loggedLine = ({at, where, what, tone}: LoggedLine, {cells, narrow}: LineView): Row => {
  const head: Row = [
    span(`${narrow ? clockTime(at) : clockTimeWithSeconds(at)} `, 'dim'),
    ...(cells < 100 || where === '' ? [] : [span(`${shortenedMiddle(drawnLine(where), 18)}  `, 'dim')]),
  ];
  return [...head, span(shortened(drawnLine(what), cells - rowWidth(head)), roleOf(tone))];
};

const mistakeLine = (line: MistakeLine, {cells}: LineView): Row => {
  const place = drawnLine(line.place);
  const reason = shortened(drawnLine(line.reason), Math.max(0, cells - cellWidth(place) - 2));
  return [
    span(shortenedMiddle(place, Math.max(8, Math.floor(cells / 2))), {role: 'error', bold: true}),
    span(`  ${reason}`, 'error'),
  ];
};

const stateSpan = ({brief, ...state}: State, narrow: boolean): Span =>
  span(drawnState(narrow && brief !== undefined ? {...state, text: brief} : state), roleOf(state.tone));

/** In the timeline only what went wrong, is running or waits for an answer stands out from the past. */
const pastStateSpan = (state: State, list: ListName, narrow: boolean): Span =>
  stateSpan(list === 'timeline' && state.tone === 'good' ? {...state, tone: 'quiet'} : state, narrow);

const ruled = (line: '─' | '═', content: string, {cells}: LineView, role: 'dim' | 'now'): Row => {
  const text = `${line}${line} ${content} `;
  return [span(text + line.repeat(Math.max(0, cells - cellWidth(text))), role)];
};

const formatDay = (day: EpochMs, now: EpochMs): string => {
  const name = isThisYear(day, now) ? shortDate(day) : `${shortDate(day)} ${new Date(day).getFullYear()}`;
  if (isSameDay(day, now)) return `today, ${name}`;
  if (isDaysLater(day, now, 1)) return `tomorrow, ${name}`;
  return isDaysLater(day, now, -1) ? `yesterday, ${name}` : name;
};

/** The person, where name and channel don't fit. */
const shortWho = (address: Address, names: Names): string =>
  isPushable(address) ? shortened(drawnLine(names[address] ?? channelOf(address)), 7) : placeLabel(address);

const formatWho = (address: Address, names: Names): string => {
  if (!isPushable(address)) return placeLabel(address);
  if (names[address] !== undefined) return shortened(drawnLine(addressName(address, names)), 16);
  return `${shortened(drawnLine(channelOf(address)), 7)} ${shortenedMiddle(drawnLine(targetOf(address)), 8)}`;
};

/** Duration of a row's flash: once, without a blink. */
const FLASH_MS = 800;

/** The last runs of what repeats, one mark each: shape and colour say how each went. */
const marksRow = (marks: readonly RunMark[]): Row =>
  marks.map(mark => {
    const {sign, ascii, role} = LOOKS[mark];
    return {...span(sign, role), ascii};
  });

const LOOKS: Readonly<Record<RunMark, {readonly sign: string; readonly ascii: string; readonly role: Role}>> = {
  ran: {sign: '▪', ascii: '*', role: 'ok'},
  late: {sign: '▂', ascii: '_', role: 'warn'},
  skipped: {sign: '·', ascii: '.', role: 'dim'},
  failed: {sign: '✗', ascii: 'x', role: 'error'},
  running: {sign: '○', ascii: 'o', role: 'now'},
};
