// The list of conversations: open, make, archive, restore, delete.
import {type ChatRow, chatRows} from '../../input/chats.ts';
import type {ChatsOverlay} from '../../state/overlay.ts';
import {archiveConversation, askDelete, newConversation, restoreConversation} from '../conversation-actions.ts';
import type {Doors} from '../doors.ts';
import {showView} from '../items/list-actions.ts';
import {say} from '../session-actions.ts';

export const openChats = ({store}: Doors): void =>
  store.dispatch({type: 'overlay', overlay: {kind: 'chats', query: '', index: 0, archived: false}});

export const toggleArchived = (doors: Doors): void =>
  onChats(doors, overlay => show(doors, {...overlay, archived: !overlay.archived, index: 0}));

/** Opens the selected conversation, or makes the new one. */
export const chooseChat = (doors: Doors): void =>
  onChosen(doors, row => {
    doors.store.dispatch({type: 'overlay', overlay: {kind: 'none'}});
    showView(doors, 'chat');
    if (row.kind === 'new') void newConversation(doors, row.title);
    else doors.store.dispatch({type: 'open', session: row.session.key});
  });

/** Archives the selected conversation, or brings an archived one back. The list stays open. */
export const archiveChosen = (doors: Doors): void =>
  onChosen(doors, row => {
    if (row.kind === 'new') return;
    const {session} = row;
    void (session.archived === true ? restoreConversation(doors, session) : archiveConversation(doors, session));
  });

export const deleteChosen = (doors: Doors): void =>
  onChosen(doors, row => {
    if (row.kind === 'new') return;
    if (row.session.kind === 'main') say(doors, 'warn', `"${row.session.title}" can't be deleted. Archive it instead.`);
    else askDelete(doors, row.session);
  });

const onChosen = (doors: Doors, act: (row: ChatRow) => void): void =>
  onChats(doors, ({query, archived, index}) => {
    const row = chatRows(doors.store.get(), query, archived)[index];
    if (row !== undefined) act(row);
  });

const onChats = ({store}: Doors, act: (overlay: ChatsOverlay) => void): void => {
  const {overlay} = store.get().ui;
  if (overlay.kind === 'chats') act(overlay);
};

const show = ({store}: Doors, overlay: ChatsOverlay): void => store.dispatch({type: 'overlay', overlay});
