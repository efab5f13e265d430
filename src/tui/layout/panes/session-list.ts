// The left pane: conversations with their unread counts, then channels, people, and what the agent does and has used.
import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import type {Session} from '../../../shared/records/session.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {EMPTY_ROW, exactly, hitting, type Role, type Row, type Span, type Style, span, spread} from '../text/row.ts';
import {drawnLine, shortened, shortenedMiddle} from '../text/width.ts';
import type {ModelLabel} from './header.ts';

export type SessionListModel = {
  readonly sessions: readonly Session[];
  /** The key that lists all of them. */
  readonly more: string;
  readonly open: SessionKey | undefined;
  readonly busy: ReadonlySet<SessionKey>;
  readonly channels: readonly ChannelStatus[];
  readonly model?: ModelLabel;
  /** How much of the conversation its last turn read, and how much fits. */
  readonly context?: {readonly read: number; readonly of: number};
  readonly tokensToday?: number;
  /** How many turns run. */
  readonly running: number;
  readonly pending: number;
  /** Where people are, and until when nothing rings for them. */
  readonly people: readonly {readonly name: string; readonly where: string; readonly quietUntil?: string}[];
};

/** Rows with room for the border at their end. No row is empty, because each contains the first cell of its screen line. */
export const sessionListRows = (model: SessionListModel, columns: number, height: number): readonly Row[] => {
  const cells = columns - 2;
  const below = belowRows(model, cells);
  const room = Math.max(2, height - below.length);
  const rows = [heading('SESSIONS', String(model.sessions.length), cells), ...listed(model, cells, room - 1)];
  return exactly([...exactly(rows, room), ...below], height).map(row => (row.length === 0 ? BLANK : row));
};

/** The line of one session, in the usual list form. */
const sessionLine = (
  session: Session,
  {open, busy}: {readonly open: boolean; readonly busy: boolean},
  cells: number,
): Row => {
  const marks = cursorsOf(session, busy);
  const title = shortenedMiddle(drawnLine(session.title), cells - 8);
  return spread(
    [span(open ? '> ' : '  ', 'accent'), span(title, open || session.unread > 0 ? {bold: true} : roleOf(session))],
    marks,
    cells,
  );
};

/** A conversation that another one continues is only read. */
const roleOf = ({continuedIn}: Session): Style => (continuedIn === undefined ? {} : {role: 'dim'});

const listed = ({sessions, open, busy, more}: SessionListModel, cells: number, room: number): readonly Row[] => {
  const rows = sessions.map(session =>
    hitting(sessionLine(session, {open: session.key === open, busy: busy.has(session.key)}, cells), {
      kind: 'session',
      session: session.key,
    }),
  );
  if (rows.length <= room) return rows;
  return [...rows.slice(0, room - 1), [span(`   ${rows.length - room + 1} more, ${more}`, 'dim')]];
};

const cursorsOf = ({unread, queued}: Session, busy: boolean): readonly Span[] => [
  ...(busy ? [span('~', 'warn')] : []),
  ...(queued > 0 ? [span(` +${queued}`, 'dim')] : []),
  ...(unread > 0 ? [span(` ${unread} ▪`, 'accent')] : []),
];

const belowRows = (model: SessionListModel, cells: number): readonly Row[] => {
  const {channels, model: used, context, tokensToday, running, pending, people} = model;
  const fact = (name: string, value: string, style: Role | Style = {}): Row =>
    spread(
      [span(`  ${name}`, 'dim')],
      [span(shortenedMiddle(drawnLine(value), cells - name.length - 3), style)],
      cells,
    );
  return [
    ...(channels.length === 0
      ? []
      : [EMPTY_ROW, heading('CHANNELS', '', cells), ...channels.map(channel => channelLine(channel, cells))]),
    ...(people.length === 0 ? [] : [EMPTY_ROW, heading('PEOPLE', '', cells)]),
    ...people.flatMap(({name, where, quietUntil}) => [
      fact(shortened(drawnLine(name), 10), where),
      ...(quietUntil === undefined ? [] : [fact(' quiet until', quietUntil, 'warn')]),
    ]),
    EMPTY_ROW,
    heading('AGENT', '', cells),
    running === 0
      ? fact('now', 'idle', 'dim')
      : fact('now', running === 1 ? 'answering' : `${running} turns`, {role: 'accent'}),
    ...(used === undefined ? [] : [fact('model', used.name, used.ready ? {} : 'warn')]),
    ...(context === undefined ? [] : [fact('context', formatContext(context))]),
    ...(tokensToday === undefined ? [] : [fact('today', `${short(tokensToday)} tokens`)]),
    fact('reminders', `${pending} pending`),
  ];
};

/** `38% of 200k` */
const formatContext = ({read, of}: {readonly read: number; readonly of: number}): string =>
  `${Math.min(100, Math.round((read / of) * 100))}% of ${short(of)}`;

/** `950`, `41k`, `1.2M` */
const short = (count: number): string => {
  if (count < 1_000) return String(count);
  return count < 1_000_000 ? `${Math.round(count / 1_000)}k` : `${(count / 1_000_000).toFixed(1)}M`;
};

const channelLine = ({channel, inbound, outbound}: ChannelStatus, cells: number): Row => {
  const off = inbound === 'off' && outbound === 'off';
  const down = inbound === 'down' || outbound === 'down';
  const state = off ? span('○ off', 'dim') : down ? span('! down', 'error') : span('● up', 'ok');
  return spread([span(`  ${shortenedMiddle(drawnLine(channel), 12)}`)], [state], cells);
};

const heading = (title: string, count: string, cells: number): Row =>
  spread([span(` ${title}`, {bold: true})], [span(count, 'dim')], cells);

const BLANK: Row = [span(' ')];
