// The list of conversations: title, unread messages, model, and when somebody last wrote.
import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {formatWhen} from '../../format/format-time.ts';
import type {ChatRow} from '../../input/chats.ts';
import {EMPTY_ROW, filled, type Row, rowWidth, type Span, span, spread} from '../text/row.ts';
import {drawnLine, shortened, shortenedMiddle} from '../text/width.ts';
import {framed, frameRoom} from './frame.ts';

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
  const room = frameRoom(height) - 2;
  const first = Math.max(0, index - room + 1);
  const lines = rows
    .slice(first, first + room)
    .map((row, offset) => line(row, model, {cells, isSelected: first + offset === index}));
  const typed: Row = [span(' > ', 'accent'), span(query)];
  const none: Row = [span(archived ? '   no archived conversations' : '   no matches', 'dim')];
  return framed(
    archived ? 'archived conversations' : 'conversations',
    [typed, EMPTY_ROW, ...(lines.length === 0 ? [none] : lines)],
    cells,
    height,
  );
};

const line = (
  row: ChatRow,
  model: ChatsModel,
  {cells, isSelected}: {readonly cells: number; readonly isSelected: boolean},
): Row => {
  const {name, aside} = row.kind === 'new' ? newLine(row.title) : sessionLine(row.session, model, cells);
  const room = cells - 3;
  const fits = rowWidth(aside) < room / 2;
  const title = shortened(drawnLine(name), Math.max(4, room - (fits ? rowWidth(aside) + 1 : 0)));
  const drawn = spread([span(title, row.kind === 'new' ? 'dim' : {})], fits ? aside : EMPTY_ROW, room);
  if (!isSelected) return [span('   '), ...drawn];
  const selected = [span(' '), ...filled(drawn, room)].map(({text}): Span => ({text, role: 'selected'}));
  return [span(' >', 'accent'), ...selected];
};

type Line = {readonly name: string; readonly aside: Row};

const newLine = (title: string): Line => ({
  name: title === '' ? '+ new conversation' : `+ new conversation "${title}"`,
  aside: EMPTY_ROW,
});

const sessionLine = (
  {key, title, unread, model: own, messages, lastActivityAt}: Extract<ChatRow, {kind: 'session'}>['session'],
  {open, busy, daemonNow}: ChatsModel,
  cells: number,
): Line => ({
  name: title,
  aside: [
    ...(busy.has(key) ? [span('~ ', 'warn')] : []),
    ...(unread > 0 ? [span(`${unread} new ▪ `, 'accent')] : []),
    ...(own === undefined || cells < 60 ? [] : [span(`${shortenedMiddle(drawnLine(own), 20)}  `, 'dim')]),
    ...(key === open ? [span('open  ', 'dim')] : []),
    span(messages === 0 ? 'empty' : formatWhen(lastActivityAt, daemonNow), 'dim'),
  ],
});
