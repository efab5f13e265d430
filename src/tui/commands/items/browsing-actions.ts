// Keys in the conversation: scroll, select messages, search.
import type {MessageId} from '../../../shared/records/ids.ts';
import type {Action} from '../../input/binding.ts';
import {clearToasts} from '../../store/ui-changes.ts';
import type {CommandPorts} from '../command-ports.ts';
import {forkConversation} from '../conversation-actions.ts';
import {say} from '../session-actions.ts';
import {
  movePick,
  pagePick,
  pickEnd,
  pickUnread,
  searchOn,
  startBrowsing,
  stopBrowsing,
  typeInSearch,
} from './browse-actions.ts';
import {openEarlier, scrollBy, toOldest} from './far-history.ts';

export const browsingActions = (ports: CommandPorts) => {
  const {store} = ports;
  return {
    'view.up': () => {
      if (!openEarlier(ports)) scrollBy(ports, -1, 'screens');
    },
    'view.down': () => scrollBy(ports, 1, 'screens'),
    'view.scroll': rows => scrollBy(ports, Number(rows), 'rows'),
    'view.end': () => store.update(ui => ({...ui, scroll: {kind: 'follow'}})),
    'view.oldest': () => void toOldest(ports),
    'view.back': () => {
      const {ui} = store.get();
      if (ui.toasts.length > 0) store.update(clearToasts);
      else store.update(ui => ({...ui, scroll: {kind: 'follow'}}));
    },
    'message.fork': () => forkHere(ports),
    'browse.open': () => startBrowsing(ports),
    'browse.leave': () => leaveBrowsing(ports),
    'browse.up': () => movePick(ports, -1),
    'browse.down': () => movePick(ports, 1),
    'browse.page-up': () => pagePick(ports, -1),
    'browse.page-down': () => pagePick(ports, 1),
    'browse.first': () => pickEnd(ports, 'oldest'),
    'browse.last': () => pickEnd(ports, 'newest'),
    'browse.unread': () => pickUnread(ports),
    'search.open': () => store.update(ui => ({...ui, search: {query: '', typing: true}})),
    'search.done': () => {
      const {search} = store.get().ui;
      if (search === undefined || search.query === '') store.update(ui => ({...ui, search: undefined}));
      else {
        store.update(ui => ({...ui, search: {...search, typing: false}}));
        searchOn(ports, -1);
      }
    },
    'search.cancel': () => store.update(ui => ({...ui, search: undefined})),
    'search.delete-left': () => typeInSearch(ports, '\b'),
    'search.clear': () => store.update(ui => ({...ui, search: {query: '', typing: true}})),
    'search.older': () => searchOn(ports, -1),
    'search.newer': () => searchOn(ports, 1),
  } satisfies Partial<Record<Action | 'view.scroll', (key: string) => void>>;
};

const forkHere = (ports: CommandPorts): void => {
  const item = ports.store.get().ui.browse?.item;
  if (item?.startsWith('msg_') === true) void forkConversation(ports, '', item as MessageId);
  else say(ports, 'warn', 'Select a message to fork the conversation there.');
};

/** Esc closes the search, then a toast, then returns to writing. */
const leaveBrowsing = (ports: CommandPorts): void => {
  const {ui} = ports.store.get();
  if (ui.search !== undefined) ports.store.update(ui => ({...ui, search: undefined}));
  else if (ui.toasts.length > 0) ports.store.update(clearToasts);
  else stopBrowsing(ports);
};
