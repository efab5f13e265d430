// Keys in the conversation: scroll, select messages, search.
import type {MessageId} from '../../../shared/records/ids.ts';
import type {Action} from '../../input/binding.ts';
import {forkConversation} from '../conversation-actions.ts';
import type {Doors} from '../doors.ts';
import {nextInReader} from '../overlays/reader-actions.ts';
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

export const browsingActions = (doors: Doors) => {
  const {store} = doors;
  return {
    'view.up': () => {
      if (!openEarlier(doors)) scrollBy(doors, -1, 'screens');
    },
    'view.down': () => scrollBy(doors, 1, 'screens'),
    'view.scroll': rows => scrollBy(doors, Number(rows), 'rows'),
    'view.end': () => store.dispatch({type: 'scroll', scroll: {kind: 'follow'}}),
    'view.oldest': () => void toOldest(doors),
    'view.back': () => {
      const {ui} = store.get();
      if (ui.toasts.length > 0) store.dispatch({type: 'toasts-seen'});
      else startBrowsing(doors);
    },
    'message.fork': () => forkHere(doors),
    'browse.open': () => startBrowsing(doors),
    'browse.leave': () => leaveBrowsing(doors),
    'browse.up': () => movePick(doors, -1),
    'browse.down': () => movePick(doors, 1),
    'browse.page-up': () => pagePick(doors, -1),
    'browse.page-down': () => pagePick(doors, 1),
    'browse.first': () => pickEnd(doors, 'oldest'),
    'browse.last': () => pickEnd(doors, 'newest'),
    'browse.unread': () => pickUnread(doors),
    'search.open': () => store.dispatch({type: 'search', search: {query: '', typing: true}}),
    'search.done': () => {
      const {overlay, search} = store.get().ui;
      if (overlay.kind === 'reader') nextInReader(doors, overlay, 1, overlay.top - 1);
      else if (search === undefined || search.query === '') store.dispatch({type: 'search'});
      else {
        store.dispatch({type: 'search', search: {...search, typing: false}});
        searchOn(doors, -1);
      }
    },
    'search.cancel': () => {
      const {overlay} = store.get().ui;
      if (overlay.kind === 'reader') store.dispatch({type: 'overlay', overlay: {...overlay, query: '', typing: false}});
      else store.dispatch({type: 'search'});
    },
    'search.delete-left': () => typeInSearch(doors, '\b'),
    'search.clear': () => {
      const {overlay} = store.get().ui;
      if (overlay.kind === 'reader') store.dispatch({type: 'overlay', overlay: {...overlay, query: ''}});
      else store.dispatch({type: 'search', search: {query: '', typing: true}});
    },
    'search.older': () => searchOn(doors, -1),
    'search.newer': () => searchOn(doors, 1),
  } satisfies Partial<Record<Action | 'view.scroll', (key: string) => void>>;
};

const forkHere = (doors: Doors): void => {
  const item = doors.store.get().ui.browse?.item;
  if (item?.startsWith('msg_') === true) void forkConversation(doors, '', item as MessageId);
  else say(doors, 'warn', 'Select a message to fork the conversation there.');
};

/** Esc closes the search, then a toast, then returns to writing. */
const leaveBrowsing = (doors: Doors): void => {
  const {ui} = doors.store.get();
  if (ui.search !== undefined) doors.store.dispatch({type: 'search'});
  else if (ui.toasts.length > 0) doors.store.dispatch({type: 'toasts-seen'});
  else stopBrowsing(doors);
};
