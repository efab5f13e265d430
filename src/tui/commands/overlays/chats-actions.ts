// The list of conversations: open, make, archive, restore, delete.
import {type ChatRow, chatRows} from '../../input/chats.ts';
import {type ChatsOverlay, closeOverlay, showOverlay} from '../../state/overlay.ts';
import type {CommandPorts} from '../command-ports.ts';
import {archiveConversation, askDelete, newConversation, restoreConversation} from '../conversation-actions.ts';
import {showView} from '../items/list-actions.ts';
import {say} from '../session-actions.ts';

export const openChats = ({store}: CommandPorts): void =>
  store.update(showOverlay({kind: 'chats', query: '', index: 0, archived: false}));

export const toggleArchived = (ports: CommandPorts): void =>
  onChats(ports, overlay => show(ports, {...overlay, archived: !overlay.archived, index: 0}));

/** Opens the selected conversation, or makes the new one. */
export const chooseChat = (ports: CommandPorts): void =>
  onChosen(ports, row => {
    ports.store.update(closeOverlay);
    showView(ports, 'chat');
    if (row.kind === 'new') void newConversation(ports, row.title);
    else ports.store.dispatch({type: 'open', session: row.session.key});
  });

/** Archives the selected conversation, or brings an archived one back. The list stays open. */
export const archiveChosen = (ports: CommandPorts): void =>
  onChosen(ports, row => {
    if (row.kind === 'new') return;
    const {session} = row;
    void (session.archived === true ? restoreConversation(ports, session) : archiveConversation(ports, session));
  });

export const deleteChosen = (ports: CommandPorts): void =>
  onChosen(ports, row => {
    if (row.kind === 'new') return;
    if (row.session.kind === 'main') say(ports, 'warn', `"${row.session.title}" can't be deleted. Archive it instead.`);
    else askDelete(ports, row.session);
  });

const onChosen = (ports: CommandPorts, act: (row: ChatRow) => void): void =>
  onChats(ports, ({query, archived, index}) => {
    const row = chatRows(ports.store.get(), query, archived)[index];
    if (row !== undefined) act(row);
  });

const onChats = ({store}: CommandPorts, act: (overlay: ChatsOverlay) => void): void => {
  const {overlay} = store.get().ui;
  if (overlay.kind === 'chats') act(overlay);
};

const show = ({store}: CommandPorts, overlay: ChatsOverlay): void => store.update(showOverlay(overlay));
