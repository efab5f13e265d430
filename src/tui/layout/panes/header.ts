// The header: agent, connection, place, running turn; at the right the next event. Words come first, marks and colours second.
import {assertNever} from '../../../shared/records/gateway-error.ts';
import type {Session} from '../../../shared/records/session.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {clockTime, formatUntil} from '../../format/format-time.ts';
import type {Upcoming} from '../../state/selectors.ts';
import type {Connection} from '../../state/ui-state.ts';
import {cut, EMPTY_ROW, type Row, rowWidth, type Span, span, spread} from '../text/row.ts';
import {drawnLine, shortened, shortenedMiddle} from '../text/width.ts';

export type HeaderModel = {
  readonly agent: string;
  readonly session: Session;
  readonly connection: Connection;
  readonly model?: ModelLabel;
  readonly running: number;
  readonly queued: number;
  /** The shown list and its summary; the chat shows the session instead. */
  readonly view?: {readonly name: string; readonly content: string};
  /** Unread agent messages in other conversations. */
  readonly unread: number;
  /** Clients that follow the daemon, including this one. */
  readonly clients: number;
  readonly next?: Upcoming;
  /** The zone of the shown times, if it isn't this machine's. */
  readonly zone?: string;
  /** Events that are not on the screen yet. */
  readonly behind: number;
  /** When the connection was lost, by the daemon's clock. */
  readonly seenAt?: EpochMs;
  /** The current time of this machine, and of the daemon. */
  readonly now: EpochMs;
  readonly daemonNow: EpochMs;
};

/** The model, and whether it is ready. */
export type ModelLabel = {readonly name: string; readonly ready: boolean};

export const headerRow = (model: HeaderModel, columns: number): Row => {
  const {agent, session, connection} = model;
  const name = span(` ${shortenedMiddle(agent, 12)} `, {bold: true});
  if (connection.kind !== 'live') {
    return [name, ...formatConnection(model, columns - rowWidth([name]) - 1)];
  }
  const title = span(
    `  ${model.view?.name.toUpperCase() ?? shortenedMiddle(drawnLine(session.title), columns < 60 ? 12 : 20)}`,
    {bold: true},
  );
  const [mark, content] =
    model.behind > 0 ? ['◌', ` behind, ${model.behind.toLocaleString('en')} events`] : ['●', ' live'];
  const tone = model.behind > 0 ? 'warn' : 'ok';
  const all: Row =
    columns < 60
      ? [name, span(mark, tone), title, ...(model.unread === 0 ? [] : [span(` ${model.unread} ▪`, 'accent')])]
      : [name, span(`${mark}${content}`, tone), title, ...activity(model)];
  const left = fitted(all, columns - 1);
  return spread(left, formatNext(model, columns - rowWidth(left) - 2), columns - 1);
};

/** Cut where necessary, with a visible mark. */
const fitted = (row: Row, cells: number): Row =>
  rowWidth(row) <= cells ? row : [...cut(row, cells - 1), span('…', 'dim')];

/** The problem with the connection, and what Rooster does about it. */
const formatConnection = ({connection, now, seenAt}: HeaderModel, cells: number): Row => {
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
      const content = span(cells < 40 ? `◌ lost, ${short}` : `◌ reconnecting, ${state}`, 'warn');
      return [content, ...asOf(seenAt, cells - rowWidth([content]) - 1)];
    }
    default:
      return assertNever(connection);
  }
};

/** The age of the shown state. */
const asOf = (seenAt: EpochMs | undefined, cells: number): Row => {
  if (seenAt === undefined) return EMPTY_ROW;
  const date = new Date(seenAt);
  const content = `data as of ${clockTime(seenAt)}:${String(date.getSeconds()).padStart(2, '0')}`;
  return cells < content.length + 2 ? EMPTY_ROW : [span(`${' '.repeat(cells - content.length)}${content}`, 'dim')];
};

const formatSeconds = (ms: number): string => `${Math.max(0, Math.ceil(ms / 1_000))}s`;

const activity = ({running, queued, model, unread, view, clients, zone}: HeaderModel): readonly Span[] => [
  ...(view === undefined ? (model === undefined ? [] : [modelSpan(model)]) : [span(`  ${view.content}`, 'dim')]),
  ...(unread === 0 ? [] : [span(`  ${unread} unread ▪`, 'accent')]),
  ...(running === 0 ? [] : [span(`  ~ ${running} running`, 'warn')]),
  ...(queued === 0 ? [] : [span(`  ${queued} queued`, 'dim')]),
  ...(zone === undefined ? [] : [span(`  ${zone}`, 'dim')]),
  ...(clients < 2 ? [] : [span(`  ${clients} clients`, 'dim')]),
];

const modelSpan = ({name, ready}: ModelLabel): Span => {
  // Without a model the built-in assistant answers; 'offline' beside 'live' would contradict it.
  const short = name === 'offline' ? 'no model' : shortenedMiddle(drawnLine(name), 24);
  return ready ? span(`  ${short}`, 'dim') : span(`  ${short} is not ready, /status`, 'warn');
};

const formatNext = ({next, daemonNow}: HeaderModel, cells: number): Row => {
  if (next === undefined) return EMPTY_ROW;
  const until = formatUntil(next.at, daemonNow);
  const when = until === 'now' ? until : `in ${until}`;
  const what = drawnLine(next.what);
  const room = cells - when.length - 9;
  if (room < 6) {
    const short = `next ${when}`;
    return cells >= short.length ? [span('next ', 'dim'), span(when, 'accent')] : EMPTY_ROW;
  }
  const named =
    next.kind === 'reminder' ? `"${shortened(what, Math.min(room - 2, 28))}"` : shortened(what, Math.min(room, 28));
  return [span(`next: ${named} `, 'dim'), span(when, 'accent')];
};
