// The list of conversations: title, unread messages, model, and when somebody last wrote.
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {formatWhen} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {ChatRow} from '../../input/chats.ts';
import type {MenuEntry} from '../../input/menu-entry.ts';
import {EMPTY_ROW, type Row, span} from '../../text/row.ts';
import {drawnLine, shortenedMiddle} from '../../text/width.ts';
import {framed, frameRoom} from './frame.ts';
import {menuRows} from './menu.ts';

type ChatsModel = {
  readonly query: string;
  readonly index: number;
  readonly archived: boolean;
  readonly rows: readonly ChatRow[];
  readonly open: SessionKey | undefined;
  readonly busy: ReadonlySet<SessionKey>;
  readonly daemonNow: EpochMs;
};

export const chatsRows = (model: ChatsModel, cells: number, height: number): readonly Row[] => {
  const {query, index, archived, rows} = model;
  const entries = rows.map(row => entryOf(row, model, cells));
  const typed: Row = [span(' > ', 'accent'), span(query)];
  const none: Row = [span(archived ? '   no archived conversations' : '   no matches', 'dim')];
  const lines = entries.length === 0 ? [none] : menuRows({entries, index}, cells, Math.max(1, frameRoom(height) - 2));
  const title = archived ? 'archived conversations' : 'conversations';
  return framed(title, [typed, EMPTY_ROW, ...lines], cells, height, {fits: true});
};

const entryOf = (row: ChatRow, model: ChatsModel, cells: number): MenuEntry =>
  row.kind === 'new'
    ? {name: row.title === '' ? '+ new conversation' : `+ new conversation "${row.title}"`}
    : {...sessionEntry(row.session, model, cells), marks: row.marks};

const sessionEntry = (
  {key, title, unread, model: own, messages, lastActivityAt}: Extract<ChatRow, {kind: 'session'}>['session'],
  {open, busy, daemonNow}: ChatsModel,
  cells: number,
): MenuEntry => ({
  name: title,
  aside: [
    ...(busy.has(key) ? [span('~ ', 'warn')] : []),
    ...(unread > 0 ? [span(`${unread} new ▪ `, 'accent')] : []),
    ...(own === undefined || cells < 60 ? [] : [span(`${shortenedMiddle(drawnLine(own), 20)}  `, 'dim')]),
    ...(key === open ? [span('open  ', 'dim')] : []),
    span(messages === 0 ? 'empty' : formatWhen(lastActivityAt, daemonNow), 'dim'),
  ],
});
