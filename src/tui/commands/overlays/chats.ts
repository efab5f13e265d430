// The list of conversations, narrowed by a few letters: title, unread messages, model, and when somebody last wrote.
// Enter opens one, or makes a new one; keys archive, restore and delete.
import type {Session} from '../../../shared/records/session.ts';
import {isDaemonSession, isIsolated} from '../../../shared/records/session-key.ts';
import {formatWhen} from '../../../shared/time/format-time.ts';
import {fuzzy} from '../../input/fuzzy.ts';
import type {MenuEntry} from '../../input/menu-entry.ts';
import type {AppState} from '../../state/app-state.ts';
import {type ChatsOverlay, closeOverlay, showOverlay} from '../../state/overlay.ts';
import {archivedSessions, busySessions, daemonNow, latestFirst} from '../../state/selectors.ts';
import {span} from '../../text/row.ts';
import {drawnLine, shortenedMiddle} from '../../text/width.ts';
import type {CommandPorts} from '../command-ports.ts';
import {archiveConversation, askDelete, newConversation, restoreConversation} from '../conversation-actions.ts';
import {showView} from '../items/list-actions.ts';
import {say} from '../session-actions.ts';
import {conversationLines} from './find.ts';
import {picker, pickerMenu} from './kinds/picker.ts';

type ChatRow =
  /** `marks`: the matched letters of its title. */
  | {readonly kind: 'session'; readonly session: Session; readonly marks?: readonly number[]}
  /** Makes a conversation; without a title, its first words become the title. */
  | {readonly kind: 'new'; readonly title: string};

export const chats = picker<ChatsOverlay, ChatRow>({
  matches: (state, overlay) => chatRows(state, overlay),
  shows: (state, {query, index, archived}, rows, room) =>
    pickerMenu(
      {
        title: archived ? 'archived conversations' : 'conversations',
        query,
        index,
        entries: rows.map(row => entryOf(row, state, room.cells)),
        none: archived ? 'no archived conversations' : 'no matches',
      },
      room,
    ),
  lines: conversationLines,
  pick: (ports, row) => {
    ports.store.update(closeOverlay);
    showView(ports, 'chat');
    if (row.kind === 'new') void newConversation(ports, row.title);
    else ports.store.dispatch({type: 'open', session: row.session.key});
    return undefined;
  },
  does: {
    'chats.archived': ({store}, overlay) =>
      store.update(showOverlay({...overlay, archived: !overlay.archived, index: 0})),
    // The list stays open.
    'chats.archive': (ports, overlay) =>
      onSelected(ports, overlay, session => {
        void (session.archived === true ? restoreConversation(ports, session) : archiveConversation(ports, session));
      }),
    'chats.delete': (ports, overlay) =>
      onSelected(ports, overlay, session => {
        if (session.kind === 'main') say(ports, 'warn', `"${session.title}" can't be deleted. Archive it instead.`);
        else askDelete(ports, session);
      }),
  },
});

/** Without a query: unread ones first, then last active first. `archived`: only the archived ones. */
const chatRows = (state: AppState, {query, archived}: ChatsOverlay): readonly ChatRow[] => {
  const sessions = archived ? archivedSessions(state) : openSessions(state);
  const wanted = query.trim();
  const rows: readonly ChatRow[] =
    wanted === ''
      ? sessions.map(session => ({kind: 'session', session}))
      : fuzzy(wanted, sessions, ({title, key}) => ({name: title, more: key})).map(({one, marks}) => ({
          kind: 'session',
          session: one,
          marks,
        }));
  return archived ? rows : [...rows, {kind: 'new', title: wanted}];
};

const openSessions = ({gateway}: AppState): readonly Session[] =>
  [...gateway.sessions.values()]
    .filter(({key, archived}) => archived !== true && !isDaemonSession(key))
    .toSorted(
      (a, b) =>
        Number(isIsolated(a.key)) - Number(isIsolated(b.key)) ||
        Number(b.unread > 0) - Number(a.unread > 0) ||
        latestFirst(a, b),
    );

const onSelected = (ports: CommandPorts, overlay: ChatsOverlay, act: (session: Session) => void): void => {
  const row = chatRows(ports.store.get(), overlay)[overlay.index];
  if (row?.kind === 'session') act(row.session);
};

const entryOf = (row: ChatRow, state: AppState, cells: number): MenuEntry => {
  if (row.kind === 'new') return {name: row.title === '' ? '+ new conversation' : `+ new conversation "${row.title}"`};
  const {key, title, unread, model, messages, lastActivityAt} = row.session;
  return {
    // Those of jobs come last.
    group: isIsolated(key) ? 'jobs and tasks' : undefined,
    name: title,
    aside: [
      ...(busySessions(state).has(key) ? [span('~ ', 'now')] : []),
      ...(unread > 0 ? [span(`${unread} new ▪ `, 'now')] : []),
      ...(model === undefined || cells < 60 ? [] : [span(`${shortenedMiddle(drawnLine(model), 20)}  `, 'dim')]),
      ...(key === state.ui.session ? [span('open  ', 'dim')] : []),
      span(messages === 0 ? 'empty' : formatWhen(lastActivityAt, daemonNow(state)), 'dim'),
    ],
    marks: row.marks,
  };
};
