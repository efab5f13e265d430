// A list row as one line: time, kind, text, and the state at the right. On a narrow screen, columns that the detail lines repeat are
// dropped first.
import {type Address, channelOf, isPushable, targetOf} from '../../../shared/records/address.ts';
import {assertNever} from '../../../shared/records/gateway-error.ts';
import {addressName, type Names} from '../../../shared/text/names.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {placeLabel} from '../../format/format-place.ts';
import {clockTime, dayName, formatWhen, isDaysLater, sameDay, secondsTime} from '../../format/format-time.ts';
import type {ListRow} from '../../lists/list-row.ts';
import {formatMoment, shortWhen} from '../../nouns/format-noun.ts';
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
import {filled, type Row, rowWidth, type Span, span, spread} from '../text/row.ts';
import {roleOf} from '../text/tones.ts';
import {cellWidth, drawnLine, shortened, shortenedMiddle} from '../text/width.ts';

export type LineView = LineContext & {
  readonly cells: number;
  /** Whether the list is in time order: each row then starts with its time, with day headings between. */
  readonly timed: boolean;
};

/** The line, with a mark if it is selected. */
export const listLine = (row: ListRow, selected: boolean, view: LineView): Row => {
  const line = lineOf(row, {...view, cells: view.cells - 2});
  if (selected) {
    const content = filled([span(' '), ...line], view.cells - 1);
    return [span('>', 'accent'), ...content.map(({text}) => ({text, role: 'selected' as const}))];
  }
  return [isMarked(row) ? span('!', 'error') : span(' ', 'text'), span(' '), ...line];
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
      return ruled('═', `now ${clockTime(view.now)}`, view, 'accent');
    default:
      return assertNever(row);
  }
};

const nounLine = (noun: Noun, view: LineView): Row =>
  withView(noun, (its, item) => {
    const [label, state] = [its.label(item), its.state(item, view.now)];
    return shaped(its.line(item, view), {label, state}, view);
  });

type Told = {readonly label: string; readonly state: State | undefined};

const shaped = (line: Line, cells: Told, view: LineView): Row => {
  switch (line.shape) {
    case 'coming':
      return comingLine(line, cells, view);
    case 'past':
      return pastLine(line, cells, view);
    case 'sent':
      return sentLine(line, cells, view);
    case 'logged':
      return loggedLine(line, view);
    case 'mistake':
      return mistakeLine(line, view);
    default:
      return assertNever(line);
  }
};

const comingLine = (
  {at, hasCome = false, what, more, route = ''}: ComingLine,
  {label, state}: Told,
  {cells, now, narrow, timed}: LineView,
): Row => {
  const until = hasCome ? 'fired' : at === undefined ? '' : formatMoment(at, now);
  const when = at === undefined ? '-' : timed ? clockTime(at) : formatWhen(at, now);
  const soon = span(until.padStart(10), 'accent');
  const kind = span(label.padEnd(LABEL), 'dim');
  const head: Row = narrow
    ? [span(`${(at === undefined ? '-' : until).padStart(9)} `, 'accent')]
    : timed
      ? [span(when.padEnd(6)), kind]
      : [span(when.padEnd(17)), soon, span('  '), kind];
  const stated: Row = state === undefined || hasCome ? [] : [stateSpan(state, ' ')];
  const way = span(drawnLine(route).padEnd(ROUTE), 'dim');
  const right: Row = narrow ? stated : [...stated, ...(timed ? [soon, span(' ')] : []), way];
  return withMiddle(head, what, more, right, cells);
};

const pastLine = (
  {at, what, took, sent}: PastLine,
  {label, state}: Told,
  {cells, now, narrow, timed}: LineView,
): Row => {
  const when = timed ? clockTime(at) : shortWhen(at, now);
  const head: Row = [span(`${when} `.padEnd(timed ? 6 : 17), 'dim'), span(label.padEnd(LABEL), 'dim')];
  const right: Row = [
    ...(state === undefined ? [] : [stateSpan(state)]),
    ...(sent === undefined || narrow ? [] : [span(` ${drawnLine(sent.route)} `, 'dim'), stateSpan(sent.state)]),
    ...(narrow ? [] : [span(took.padStart(TOOK), 'dim')]),
  ];
  return withMiddle(head, what, undefined, right, cells);
};

const sentLine = (
  {at, to, what}: SentLine,
  {label, state}: Told,
  {cells, now, narrow, timed, names}: LineView,
): Row => {
  const when = timed || sameDay(at, now) ? clockTime(at) : dayName(at).replace(/^\w+ /u, '');
  const head: Row = narrow
    ? [span(`${when.padEnd(6)} `, 'dim'), span(`${shortWho(to, names)} `)]
    : [
        span(timed ? when.padEnd(6) : `${when.padEnd(6)} `, 'dim'),
        ...(timed ? [span(label.padEnd(LABEL), 'dim')] : []),
        span(`${formatWho(to, names).padEnd(16)} `),
      ];
  // Lists in time order have a column for durations, which is empty for messages.
  const gap: Row = timed && !narrow ? [span(' '.repeat(TOOK))] : [];
  const right: Row = [...(state === undefined ? [] : [stateSpan(state)]), ...gap];
  return withMiddle(head, `"${drawnLine(what)}"`, undefined, right, cells);
};

const loggedLine = ({at, where, what, tone}: LoggedLine, {cells, narrow}: LineView): Row => {
  const head: Row = [
    span(`${narrow ? clockTime(at) : secondsTime(at)} `, 'dim'),
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

const stateSpan = ({text, tone}: State, after = ''): Span => span(`${text}${after}`, roleOf(tone));

/** The middle takes the remaining room; the text after it is dropped first. */
const withMiddle = (head: Row, what: string, more: string | undefined, right: Row, cells: number): Row => {
  const room = cells - rowWidth(head) - 1;
  // The state must not displace the text: if both don't fit, the state is cut.
  const end = rowWidth(right) > room - LEAST_WORDS ? shortRow(right, room - LEAST_WORDS) : right;
  const left = Math.max(1, room - rowWidth(end));
  const content = shortened(drawnLine(what), left);
  const rest = left - cellWidth(content) - 2;
  const behind = more !== undefined && rest >= cellWidth(more) ? [span(`  ${more}`, 'dim')] : [];
  return spread([...head, span(content), ...behind], end, cells);
};

/** As much of the row's beginning as fits. */
const shortRow = ([first]: Row, room: number): Row =>
  first === undefined ? [] : [{...first, text: shortened(first.text, Math.max(6, room))}];

const ruled = (line: '─' | '═', content: string, {cells}: LineView, role: 'dim' | 'accent'): Row => {
  const text = `${line}${line} ${content} `;
  return [span(text + line.repeat(Math.max(0, cells - cellWidth(text))), role)];
};

const formatDay = (day: EpochMs, now: EpochMs): string => {
  const name = dayName(day);
  if (sameDay(day, now)) return `today, ${name}`;
  if (isDaysLater(day, now, 1)) return `tomorrow, ${name}`;
  return isDaysLater(day, now, -1) ? `yesterday, ${name}` : name;
};

/** The person, where name and channel don't fit. */
const shortWho = (address: Address, names: Names): string =>
  isPushable(address) ? shortened(drawnLine(names[address] ?? channelOf(address)), 8) : placeLabel(address);

const formatWho = (address: Address, names: Names): string => {
  if (!isPushable(address)) return placeLabel(address);
  if (names[address] !== undefined) return shortened(drawnLine(addressName(address, names)), 16);
  return `${shortened(drawnLine(channelOf(address)), 7)} ${shortenedMiddle(drawnLine(targetOf(address)), 8)}`;
};

/** Cells reserved for a row's text, whatever its state takes. */
const LEAST_WORDS = 12;

/** The columns of kind, duration and direction. */
const LABEL = 5;
const TOOK = 8;
const ROUTE = 8;
