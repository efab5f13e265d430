// The header: agent, connection, conversation, the tabs of the views, what is going on; at the right the next event.
// Words come first, marks and colours second.

import type {Session} from '../../../shared/records/session.ts';
import {assertNever} from '../../../shared/text/gateway-error.ts';
import {counted} from '../../../shared/text/sentences.ts';
import {
  clockTimeWithSeconds,
  countdown,
  formatUntil,
  formatWhen,
  isLastMinute,
} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Upcoming} from '../../state/selectors.ts';
import type {ConnectionState} from '../../state/ui-state.ts';
import {cut, EMPTY_ROW, hitting, type Role, type Row, rowWidth, type Span, span, spread} from '../../text/row.ts';
import {drawnLine, shortened, shortenedMiddle} from '../../text/width.ts';
import {type Tab, tabsRow} from './tabs.ts';

export type HeaderModel = {
  readonly agent: string;
  /** The other machine on which it is. */
  readonly host?: string;
  readonly session: Session;
  /** The open child view: where it was opened, and its run. */
  readonly child?: {readonly parent: string; readonly name: string};
  readonly connection: ConnectionState;
  /** The daemon sends and confirms nothing now. */
  readonly held?: boolean;
  readonly model?: ModelLabel;
  readonly running: number;
  readonly queued: number;
  /** The views, in the order of their keys. The open conversation is named while the chat is open. */
  readonly tabs: readonly Tab[];
  /** Strangers who wrote and aren't allowed. */
  readonly contactRequests: number;
  /** Reminders that rang and calls of the agent, as far as they wait for an answer. */
  readonly unanswered?: number;
  /** Some of them are calls. */
  readonly asks?: boolean;
  /** Clients that follow the daemon, including this one. */
  readonly clients: number;
  /** Nothing can be changed from this terminal. */
  readonly watches?: boolean;
  readonly next?: Upcoming;
  /** The zone of the shown times, if it isn't this machine's. */
  readonly zone?: string;
  /** Events that are not on the screen yet. */
  readonly behind: number;
  /** When the connection was lost, by the daemon's clock. */
  readonly seenAt?: EpochMs;
  /** The instant of the shown state, if an earlier run kept it. */
  readonly oldAt?: EpochMs;
  /** The current time of this machine, and of the daemon. */
  readonly now: EpochMs;
  readonly daemonNow: EpochMs;
};

/** The model, and whether it is ready. */
export type ModelLabel = {readonly name: string; readonly ready: boolean};

export const headerRow = (model: HeaderModel, columns: number): Row => {
  const {connection, tabs} = model;
  const name = span(` ${nameOf(model)} `, 'dim');
  if (connection.kind !== 'live') return withTabs([name, ...formatConnection(model, columns)], model, columns);
  const most = titleCells(model, columns);
  const begin = [name, ...connectionAndTitle(model, columns, most), ...formatUnanswered(model, columns)];
  const urgent = urgentSpans(model, columns);
  const soonest = rowWidth(formatNext(model, 0));
  // The tabs take what the words that matter leave; the rest follows where there is room. On a narrow screen, tabs
  // matter more than a time.
  const needed = rowWidth(begin) + rowWidth(urgent) + (columns < 60 ? 0 : soonest + 2) + 2;
  const left = fitted([...begin, span(' '), ...tabsRow(tabs, columns - needed), ...urgent], columns - 1);
  const all = [...left, ...fillers(model, columns - 2 - rowWidth(left) - soonest)];
  return spread(all, formatNext(model, columns - rowWidth(all) - 2), columns - 1);
};

/** As in a shell's prompt: the agent, and its machine if that is another one. */
const nameOf = ({agent, host}: HeaderModel): string => {
  const name = shortenedMiddle(agent, 12);
  return host === undefined ? name : `${name}@${shortenedMiddle(host, 12)}`;
};

/** A long title gives way before the names of the views and the model do; the name of a run doesn't. */
const titleCells = (model: HeaderModel, columns: number): number => {
  if (columns < 60) return NARROW_TITLE;
  if (model.child !== undefined) return LONG_TITLE;
  const alone = {...model, clients: 1, contactRequests: 0};
  const rest = [...tabsRow(model.tabs, columns), ...urgentSpans(model, columns), ...fillers(alone, columns)];
  const before = [span(` ${nameOf(model)} `), ...connectionAndTitle(model, columns, 0)];
  const used = rowWidth([...before, ...formatUnanswered(model, columns), ...rest, ...formatNext(model, 0)]);
  return Math.max(SHORT_TITLE, Math.min(LONG_TITLE, columns - used - BETWEEN_PARTS));
};

/** The connection's mark, and the open conversation. */
const connectionAndTitle = (model: HeaderModel, columns: number, most: number): Row => {
  const {behind, tabs, watches = false, held = false} = model;
  const [mark, content] = held
    ? [HELD_MARK, HELD]
    : behind > 0
      ? ['◌', ` behind, ${behind.toLocaleString('en')} events`]
      : ['●', watches ? ' watching' : ' live'];
  const role = held || behind > 0 ? 'warn' : undefined;
  const isChat = tabs.some(({view, open}) => open && view === 'chat');
  return [
    span(mark, role ?? 'ok'),
    span(columns < 60 ? '' : content, role ?? 'dim'),
    span(isChat ? `  ${titleOf(model, columns, most)} ` : ' '),
  ];
};

/** A click, or its key, goes to the first of them. */
const formatUnanswered = ({unanswered = 0, asks = false}: HeaderModel, columns: number): Row =>
  unanswered === 0
    ? EMPTY_ROW
    : hitting([span(columns < 100 ? ` !${unanswered} ` : ` !${unanswered} unanswered `, 'now')], {
        kind: 'key',
        id: asks ? 'alt+l' : 'alt+r',
      });

/** A child view is named after the conversation to which it leads back. */
const titleOf = ({session, child}: HeaderModel, columns: number, most: number): string => {
  if (child === undefined) return shortenedMiddle(drawnLine(session.title), most);
  const name = shortenedMiddle(drawnLine(child.name), most);
  return columns < 60 ? `› ${name}` : `${shortenedMiddle(drawnLine(child.parent), 12)} › ${name}`;
};

/** The connection's words, then the tabs where they fit, then the age of the shown state. */
const withTabs = (words: Row, model: HeaderModel, columns: number): Row => {
  const age = asOf(model, columns);
  const left = fitted(words, columns - 1);
  const room = columns - 4 - rowWidth(left) - rowWidth(age);
  const tabs = tabsRow(model.tabs, room);
  return spread(rowWidth(tabs) <= room ? [...left, span('  '), ...tabs] : left, age, columns - 1);
};

/** Cut where necessary, with a visible mark. */
const fitted = (row: Row, cells: number): Row =>
  rowWidth(row) <= cells ? row : [...cut(row, cells - 1), span('…', 'dim')];

/** The problem with the connection, and what Rooster does about it. */
const formatConnection = ({connection, held = false, now}: HeaderModel, columns: number): Row => {
  if (held) return [span(`${HELD_MARK}${HELD}`, 'warn')];
  switch (connection.kind) {
    case 'live':
      return EMPTY_ROW;
    case 'dialing':
      return [span('◌ connecting', 'warn')];
    case 'lost': {
      const {attempt, retryAt} = connection;
      const state =
        retryAt === undefined ? `trying, ${attempt}` : `try ${attempt}, next in ${formatSeconds(retryAt - now)}`;
      const short = retryAt === undefined ? `try ${attempt}` : `try ${attempt} in ${formatSeconds(retryAt - now)}`;
      return [span(columns < 50 ? `◌ lost, ${short}` : `◌ reconnecting, ${state}`, 'warn')];
    }
    default:
      return assertNever(connection);
  }
};

/** The age of the shown state while the connection is lost. */
const asOf = ({connection, seenAt, oldAt, daemonNow}: HeaderModel, columns: number): Row => {
  if (oldAt !== undefined) {
    const age = `${countdown(daemonNow - oldAt)} old`;
    return [span(columns < 60 ? age : `data of ${formatWhen(oldAt, daemonNow)}, ${age}`, 'warn')];
  }
  if (seenAt === undefined || connection.kind !== 'lost') return EMPTY_ROW;
  return [span(`data as of ${clockTimeWithSeconds(seenAt)}`, 'dim')];
};

const formatSeconds = (ms: number): string => `${Math.max(0, Math.ceil(ms / 1_000))}s`;

/** A model that isn't ready, turns, and the zone. */
const urgentSpans = ({running, queued, model, zone}: HeaderModel, columns: number): readonly Span[] => [
  ...(model === undefined || model.ready ? [] : [span(` ${modelName(model)} is not ready, /status `, 'warn')]),
  ...(running === 0 ? [] : [span(columns < 60 ? ` ~${running}` : ` ~ ${running} running`, 'now')]),
  ...(queued === 0 ? [] : [span(`  ${queued} queued`, 'dim')]),
  ...(zone === undefined ? [] : [span(` ${zone}`, 'dim')]),
];

/** Less important facts, as far as they fit. */
const fillers = ({model, clients, contactRequests}: HeaderModel, cells: number): readonly Span[] => {
  const strangers = contactRequests === 0 ? [] : [counted(contactRequests, 'contact request')];
  const all = [
    ...strangers,
    ...(model?.ready === true ? [modelName(model)] : []),
    ...(clients < 2 ? [] : [`${clients} clients`]),
  ];
  const shown: Span[] = [];
  for (const text of all) {
    const label = span(` ${shown.length === 0 ? '' : ' '}${text}`, 'dim');
    if (rowWidth([...shown, label]) <= cells) shown.push(label);
  }
  return shown;
};

// Without a model the built-in assistant answers; 'offline' beside 'live' would contradict it.
const modelName = ({name}: ModelLabel): string =>
  name === 'offline' ? 'no model' : shortenedMiddle(drawnLine(name), 24);

/** With its text where there is room for some of it. */
const formatNext = ({next, daemonNow}: HeaderModel, cells: number): Row => {
  if (next === undefined) return EMPTY_ROW;
  const until = formatUntil(next.at, daemonNow);
  const when = until === 'now' ? until : `in ${until}`;
  const soon: Role = isLastMinute(next.at, daemonNow) ? 'now' : 'text';
  const what = drawnLine(next.what);
  const room = cells - when.length - 9;
  if (room < 6) return [span('next ', 'dim'), span(when, {role: soon, bold: true})];
  const named =
    next.kind === 'reminder' ? `"${shortened(what, Math.min(room - 2, 28))}"` : shortened(what, Math.min(room, 28));
  return [span(`next: ${named} `, 'dim'), span(when, {role: soon, bold: true})];
};

const HELD_MARK = '◌';
const HELD = ' sends nothing';
const NARROW_TITLE = 12;
const SHORT_TITLE = 14;
const LONG_TITLE = 20;
/** The spaces around the tabs and before the next event. */
const BETWEEN_PARTS = 5;
