// Keys while messages are selected: move, search, return to writing. They never stop or send anything.
import {isPickable, nextMatch, nextPick, pickedItem} from '../../conversation/picked.ts';
import {withTyped} from '../../editor/query.ts';
import type {Doors} from '../doors.ts';
import {say} from '../session-actions.ts';
import {inBeginning, leaveBeginning, readOn, toOldest} from './far-history.ts';
import {searchNewerPages, searchOlderPages} from './search-pages.ts';

/** Selects the newest visible item; without one, returns to the end. */
export const startBrowsing = ({store, view}: Doors): void => {
  const state = store.get();
  const item = view.lastOnScreen(state);
  if (item === undefined) store.dispatch({type: 'scroll', scroll: {kind: 'follow'}});
  else store.dispatch({type: 'browse', item, scroll: view.pinned(state)});
};

export const stopBrowsing = ({store}: Doors): void => {
  if (store.get().ui.browse !== undefined) store.dispatch({type: 'browse', scroll: {kind: 'follow'}});
};

export const pick = (doors: Doors, item: string): void => {
  const {store, view} = doors;
  store.dispatch({type: 'browse', item, scroll: view.revealed(store.get(), item)});
};

export const movePick = (doors: Doors, by: -1 | 1): void => {
  const {store, view} = doors;
  const state = store.get();
  const from = state.ui.browse?.item;
  if (from === undefined) return;
  const items = view.items(state);
  const next = nextPick(items, from, by);
  const here = pickedItem(items, from);
  if (next === undefined || next === here) {
    if (by === 1 && !inBeginning(state.ui)) stopBrowsing(doors);
    else readOn(doors, by);
    return;
  }
  pick(doors, next.id);
  readOn(doors, by);
};

/** Scrolls by a screen and moves the selection along. */
export const pagePick = (doors: Doors, by: -1 | 1): void => {
  const {store, view} = doors;
  store.dispatch({type: 'scroll', scroll: view.scrolled(store.get(), by, 'screens')});
  const state = store.get();
  const item = view.lastOnScreen(state);
  if (item !== undefined) store.dispatch({type: 'browse', item, scroll: view.pinned(state)});
  readOn(doors, by);
};

export const pickEnd = (doors: Doors, end: 'oldest' | 'newest'): void => {
  if (end === 'oldest') {
    void toOldest(doors);
    return;
  }
  leaveBeginning(doors);
  const item = doors.view.items(doors.store.get()).findLast(isPickable);
  if (item !== undefined) pick(doors, item.id);
};

/** Selects the first unread message. */
export const pickUnread = (doors: Doors): void => {
  const {divider} = doors.store.get().ui;
  if (divider === undefined) say(doors, 'ok', 'No new messages.');
  else {
    leaveBeginning(doors);
    pick(doors, divider.before);
  }
};

/** Selects the next item that contains the query; beyond the held messages, asks the daemon. */
export const searchOn = (doors: Doors, by: -1 | 1): void => {
  const {store, view} = doors;
  const state = store.get();
  const {browse, search} = state.ui;
  if (browse === undefined) return;
  if (search === undefined || search.query === '') {
    store.dispatch({type: 'search', search: {query: '', typing: true}});
    return;
  }
  const found = nextMatch(view.items(state), browse.item, search.query, by);
  if (found !== undefined) pick(doors, found.id);
  else if (by === 1) void searchNewerPages(doors, search.query);
  else void searchOlderPages(doors, search.query);
};

/** Letters for the search text; returns false when none is being typed. */
export const typeInSearch = ({store}: Doors, text: string): boolean => {
  const {search, overlay} = store.get().ui;
  if (overlay.kind === 'reader' && overlay.typing) {
    store.dispatch({type: 'overlay', overlay: {...overlay, query: withTyped(overlay.query, text)}});
    return true;
  }
  if (overlay.kind !== 'none' || search?.typing !== true) return false;
  store.dispatch({type: 'search', search: {...search, query: withTyped(search.query, text)}});
  return true;
};
