// One row of a list as one line: when, what kind, what, and at the right its state. On a narrow screen the columns that can be
// read elsewhere (the line below the list says them) give way first.
import {type Address, channelOf, isPushable, targetOf} from '../../../shared/address.ts';
import {wakeAtOf} from '../../../shared/alarm.ts';
import type {Delivery} from '../../../shared/delivery.ts';
import {assertNever} from '../../../shared/gateway-error.ts';
import {workedSince} from '../../../shared/jobs.ts';
import {addressName, conversationName, type Names} from '../../../shared/names.ts';
import {addressOfSession, type SessionKey} from '../../../shared/session-key.ts';
import {type EpochMs, instantOfIso, SECOND} from '../../../shared/time.ts';

import type {ListRow} from '../../lists/list-row.ts';
import type {NotedTurn} from '../../lists/turns-of-note.ts';
import {elapsed, tookWords} from '../../words/how-long.ts';
import {placeWord} from '../../words/place-words.ts';
import {filled, type Role, type Row, rowWidth, span, spread} from '../text/row.ts';
import {clockTime, dayName, isDaysLater, sameDay, whenWords} from '../text/time-words.ts';
import {cellWidth, oneLine, shortened, shortenedMiddle} from '../text/width.ts';
import {eventPhrase} from './event-phrase.ts';
import {
  alarmState,
  cronState,
  deliveryState,
  inWords,
  reminderState,
  routeWords,
  runState,
  type StateWords,
  shortWhen,
  turnState,
} from './state-words.ts';

export type LineView = {
  readonly cells: number;
  readonly now: EpochMs;
  readonly narrow: boolean;
  /** Whether the list runs through time: each row then begins with its clock, days being named between. */
  readonly timed: boolean;
  /** What people and conversations are called. */
  readonly names: Names;
};

/** The line with the mark of the selected one before it. */
export const listLine = (row: ListRow, selected: boolean, view: LineView): Row => {
  const line = lineOf(row, {...view, cells: view.cells - 2});
  return selected
    ? [
        span('>', 'accent'),
        ...filled([span(' '), ...line], view.cells - 1).map(({text}) => ({text, role: 'selected' as const})),
      ]
    : [span(...markOf(row)), span(' '), ...line];
};

const lineOf = (row: ListRow, view: LineView): Row => {
  switch (row.kind) {
    case 'divider':
      return dividerLine(row, view);
    case 'note':
      return [span(`   ${row.text}`, 'dim')];
    case 'now':
      return nowLine(view);
    case 'invalid': {
      const {file, line, reason} = row.job;
      const place = `${oneLine(file)}:${line}`;
      return [
        span(shortenedMiddle(place, Math.max(8, Math.floor(view.cells / 2))), {role: 'error', bold: true}),
        span(`  ${shortened(oneLine(reason), Math.max(0, view.cells - cellWidth(place) - 2))}`, 'error'),
      ];
    }
    case 'reminder': {
      const {fireAt, firedAt, state: standing, message, delivery} = row.reminder;
      const fired = standing === 'fired';
      return comingLine(
        {
          at: fired ? (firedAt ?? fireAt) : fireAt,
          fired,
          word: 'rem',
          what: message,
          state: fired ? undefined : reminderState(row.reminder, view.now),
          route: routeWords(delivery),
        },
        view,
      );
    }
    case 'alarm': {
      const {message, cron, session} = row.alarm;
      const at = wakeAtOf(row.alarm);
      return comingLine(
        {
          ...(at === undefined ? {} : {at}),
          word: 'alrm',
          what: message,
          ...(cron === undefined ? {} : {more: cron}),
          state: alarmState(row.alarm),
          route: wokenWords(session),
        },
        view,
      );
    }
    case 'cron':
    case 'window': {
      const {job} = row;
      const at = row.kind === 'window' ? row.at : job.nextAt;
      const state = cronState(job, row.kind === 'cron' ? row.current : undefined);
      return comingLine(
        {
          ...(at === undefined ? {} : {at}),
          word: 'cron',
          what: job.name,
          more: job.cron,
          state,
          route: routeWords(job.deliver),
        },
        view,
      );
    }
    case 'quiet': {
      const {kind, wakeAt} = row.wake;
      // Its name is that of its conversation, and two kinds come there.
      const what = view.narrow ? `${kind} of ${row.wake.what}` : row.wake.what;
      return comingLine({at: wakeAt, word: WORDS[kind] ?? kind, what, state: undefined, route: ''}, view);
    }
    case 'run':
      return runLine(row, view);
    case 'delivery':
      return deliveryLine(row.delivery, view);
    case 'turn':
      return turnLine(row.turn, view);
    case 'event':
      return eventLine(row, view);
    default:
      return assertNever(row);
  }
};

/** The way things go that are said in the conversation. */
const wokenWords = (session: SessionKey): string => {
  const address = addressOfSession(session);
  return address === undefined ? '' : routeWords([address]);
};

type Coming = {
  readonly at?: EpochMs;
  /** It has come already. */
  readonly fired?: boolean;
  readonly word: string;
  readonly what: string;
  /** Said behind it where there is room. */
  readonly more?: string;
  readonly state: StateWords | undefined;
  readonly route: string;
};

const comingLine = (
  {at, fired = false, word, what, more, state, route}: Coming,
  {cells, now, narrow, timed}: LineView,
): Row => {
  const until = fired ? 'fired' : at === undefined ? '' : inWords(at, now);
  const when = at === undefined ? '-' : timed ? clockTime(at) : whenWords(at, now);
  const soon = span(until.padStart(10), 'accent');
  const head: Row = narrow
    ? [span(`${(at === undefined ? '-' : until).padStart(9)} `, 'accent')]
    : timed
      ? [span(when.padEnd(6)), span(word.padEnd(5), 'dim')]
      : [span(when.padEnd(17)), soon, span('  '), span(word.padEnd(5), 'dim')];
  const stated: Row = state === undefined ? [] : [span(`${state.text} `, state.role)];
  const right: Row = narrow
    ? stated
    : [...stated, ...(timed ? [soon, span(' ')] : []), span(route.padEnd(ROUTE), 'dim')];
  return withMiddle(head, what, more, right, cells);
};

const runLine = (
  {run, title, deliveries}: Extract<ListRow, {kind: 'run'}>,
  {cells, now, narrow, timed}: LineView,
): Row => {
  const state = runState(run);
  const since = workedSince(run);
  const took = run.endedAt === undefined ? elapsed(now - since) : worthSaying(run.endedAt - since);
  const at = timed ? clockTime(run.startedAt) : shortWhen(run.startedAt, now);
  const head: Row = [
    span(`${at} `.padEnd(timed ? 6 : 17), 'dim'),
    span((WORDS[run.kind] ?? run.kind).padEnd(5), 'dim'),
  ];
  const newest = deliveries[0];
  const sent = newest === undefined ? undefined : deliveryState(newest, now);
  const right: Row = [
    span(state.text, state.role),
    ...(sent === undefined || narrow
      ? []
      : [span(` ${routeWords(deliveries.map(({address}) => address))} `, 'dim'), span(sent.text, sent.role)]),
    ...(narrow ? [] : [span(took.padStart(TOOK), 'dim')]),
  ];
  const what = run.error === undefined || run.kind === 'reminder' ? title : `${title}: ${run.error}`;
  return withMiddle(head, what, undefined, right, cells);
};

const turnLine = (turn: NotedTurn, {cells, narrow}: LineView): Row => {
  const {at, source, text, error, tookMs} = turn;
  const state = turnState(turn);
  const who = source.kind === 'operator' ? 'by hand' : (source.name ?? source.channel ?? 'you');
  const head: Row = [span(`${clockTime(at)} `.padEnd(6), 'dim'), span('turn '.padEnd(5), 'dim')];
  const about = text === '' ? '' : `: ${text}`;
  const what = `${oneLine(who)}${about}${error === undefined ? '' : ` (${error})`}`;
  const took = tookMs === undefined ? '' : worthSaying(tookMs);
  return withMiddle(
    head,
    what,
    undefined,
    [span(state.text, state.role), ...(narrow ? [] : [span(took.padStart(TOOK), 'dim')])],
    cells,
  );
};

const deliveryLine = (delivery: Delivery, {cells, now, narrow, timed, names}: LineView): Row => {
  const {address, text, createdAt} = delivery;
  const state = deliveryState(delivery, now);
  const at = timed || sameDay(createdAt, now) ? clockTime(createdAt) : dayName(createdAt).replace(/^\w+ /u, '');
  const to = narrow ? shortWho(address, names) : whoWords(address, names);
  const head: Row = [
    span(timed && !narrow ? at.padEnd(6) : `${at.padEnd(6)} `, 'dim'),
    ...(timed && !narrow ? [span('out  ', 'dim')] : []),
    span(narrow ? `${to} ` : `${to.padEnd(16)} `),
  ];
  // In a list through time, how long something took stands in a column of its own, which a delivery has nothing for.
  const right: Row = [span(state.text, state.role), ...(timed && !narrow ? [span(' '.repeat(TOOK))] : [])];
  return withMiddle(head, `"${oneLine(text)}"`, undefined, right, cells);
};

const eventLine = ({event}: Extract<ListRow, {kind: 'event'}>, {cells, narrow, names}: LineView): Row => {
  const at = instantOfIso(event.at) ?? 0;
  const {text, role} = eventPhrase(event, names);
  const time = narrow ? clockTime(at) : `${clockTime(at)}:${String(new Date(at).getSeconds()).padStart(2, '0')}`;
  const where = event.session === undefined ? '' : conversationName(event.session, names);
  const head: Row = [
    span(`${time} `, 'dim'),
    ...(cells < 100 || where === '' ? [] : [span(`${shortenedMiddle(oneLine(where), 18)}  `, 'dim')]),
  ];
  return [...head, span(shortened(text, cells - rowWidth(head)), role)];
};

/** What stands between the two ends takes the room that is left; what is said behind it is left out first. */
const withMiddle = (head: Row, what: string, more: string | undefined, right: Row, cells: number): Row => {
  const room = cells - rowWidth(head) - 1;
  // The state may not push the words out: where both do not fit, it is cut.
  const end = rowWidth(right) > room - LEAST_WORDS ? shortRow(right, room - LEAST_WORDS) : right;
  const left = Math.max(1, room - rowWidth(end));
  const words = shortened(oneLine(what), left);
  const rest = left - cellWidth(words) - 2;
  const behind = more !== undefined && rest >= cellWidth(more) ? [span(`  ${more}`, 'dim')] : [];
  return spread([...head, span(words), ...behind], end, cells);
};

/** Its beginning, as far as there is room. */
const shortRow = ([first]: Row, room: number): Row =>
  first === undefined ? [] : [{...first, text: shortened(first.text, Math.max(6, room))}];

const dividerLine = ({day, title}: Extract<ListRow, {kind: 'divider'}>, {cells, now}: LineView): Row => {
  const words = title ?? (day === undefined ? '' : dayWords(day, now));
  const text = `── ${words} `;
  return [span(text + '─'.repeat(Math.max(0, cells - cellWidth(text))), 'dim')];
};

const nowLine = ({cells, now}: LineView): Row => {
  const text = `══ now ${clockTime(now)} `;
  return [span(text + '═'.repeat(Math.max(0, cells - cellWidth(text))), 'accent')];
};

const dayWords = (day: EpochMs, now: EpochMs): string => {
  const name = dayName(day);
  if (sameDay(day, now)) return `today, ${name}`;
  if (isDaysLater(day, now, 1)) return `tomorrow, ${name}`;
  return isDaysLater(day, now, -1) ? `yesterday, ${name}` : name;
};

/** Who it is, where a name and its channel have no room. */
const shortWho = (address: Address, names: Names): string =>
  isPushable(address) ? shortened(oneLine(names[address] ?? channelOf(address)), 8) : placeWord(address);

const whoWords = (address: Address, names: Names): string => {
  if (!isPushable(address)) return placeWord(address);
  if (names[address] !== undefined) return shortened(oneLine(addressName(address, names)), 16);
  return `${shortened(oneLine(channelOf(address)), 7)} ${shortenedMiddle(oneLine(targetOf(address)), 8)}`;
};

/** Cells that the words of a row keep, whatever its state takes. */
const LEAST_WORDS = 12;

/** The column of how long something took. */
const TOOK = 8;

/** What was over at once is not worth a number. */
const worthSaying = (ms: number): string => (ms < SECOND ? '' : tookWords(ms));

/** So that what stands before the way things go is in one column. */
const ROUTE = 8;

/** What deserves a look is marked also where colours are not seen. */
const markOf = (row: ListRow): readonly [string, Role] => {
  if (row.kind === 'invalid') return ['!', 'error'];
  if (row.kind === 'delivery' && row.delivery.state === 'dead') return ['!', 'error'];
  if (row.kind === 'run' && row.run.status === 'failed') return ['!', 'error'];
  if (row.kind === 'turn' && row.turn.state === 'failed') return ['!', 'error'];
  return [' ', 'text'];
};

const WORDS: Readonly<Record<string, string>> = {reminder: 'rem', heartbeat: 'beat', reflection: 'refl', alarm: 'alrm'};
