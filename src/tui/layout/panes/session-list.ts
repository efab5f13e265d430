// The left pane: conversations with their unread counts, then channels, people and the agent. A screen shows it from
// three conversations on.
import type {Session} from '../../../shared/records/session.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {EMPTY_ROW, exactly, hitting, type Row, type Span, type Style, span, spread} from '../../text/row.ts';
import {drawnLine, shortenedMiddle} from '../../text/width.ts';
import {type AgentModel, agentRows, heading} from './agent.ts';

export type SessionListModel = AgentModel & {
  readonly sessions: readonly Session[];
  /** The key that lists all of them. */
  readonly more: string;
  readonly open: SessionKey | undefined;
  readonly busy: ReadonlySet<SessionKey>;
};

/**
 * Rows with room for the border at their end. No row is empty, because each contains the first cell of its screen line.
 */
export const sessionListRows = (model: SessionListModel, columns: number, height: number): readonly Row[] => {
  const cells = columns - 2;
  const below = [EMPTY_ROW, ...agentRows(model, cells - 1).map(indented)];
  const room = Math.max(2, height - below.length);
  const title = indented(
    heading('CONVERSATIONS', String(model.sessions.filter(({kind}) => kind !== 'cron').length), cells - 1),
  );
  const rows = [title, ...listed(model, cells, room - 1)];
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
  const line = (session: Session): Row =>
    hitting(sessionLine(session, {open: session.key === open, busy: busy.has(session.key)}, cells), {
      kind: 'session',
      id: session.key,
    });
  const jobs = sessions.filter(({kind}) => kind === 'cron');
  const rows = [
    ...sessions.filter(({kind}) => kind !== 'cron').map(line),
    ...(jobs.length === 0 ? [] : [EMPTY_ROW, indented(heading('JOBS', String(jobs.length), cells - 1))]),
    ...jobs.map(line),
  ];
  if (rows.length <= room) return rows;
  return [...rows.slice(0, room - 1), [span(`   ${rows.length - room + 1} more, ${more}`, 'dim')]];
};

const cursorsOf = ({unread, queued}: Session, busy: boolean): readonly Span[] => [
  ...(busy ? [span('~', 'now')] : []),
  ...(queued > 0 ? [span(` +${queued}`, 'dim')] : []),
  ...(unread > 0 ? [span(` ${unread} ▪`, 'now')] : []),
];

const indented = (row: Row): Row => [span(' '), ...row];

const BLANK: Row = [span(' ')];
