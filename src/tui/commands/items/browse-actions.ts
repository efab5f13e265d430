// Keys while messages are selected: move, search, return to writing. They never stop or send anything.
import {isPickable, nextMatch, nextPick, pickedItem} from '../../conversation/picked.ts';
import {withTyped} from '../../editor/query.ts';
import {selectItem} from '../../store/ui-changes.ts';
import type {CommandPorts} from '../command-ports.ts';
import {say} from '../session-actions.ts';
import {inBeginning, leaveBeginning, readOn, toOldest} from './far-history.ts';
import {searchNewerPages, searchOlderPages} from './search-pages.ts';

/** Selects the newest visible item; without one, returns to the end. */
export const startBrowsing = ({store, view}: CommandPorts): void => {
  const state = store.get();
  const item = view.lastOnScreen(state);
  if (item === undefined) store.update(ui => ({...ui, scroll: {kind: 'follow'}}));
  else store.update(selectItem(item, view.pinned(state)));
};

export const stopBrowsing = ({store}: CommandPorts): void => {
  if (store.get().ui.browse !== undefined)
    store.update(ui => ({...ui, browse: undefined, search: undefined, scroll: {kind: 'follow'}}));
};

export const pick = (ports: CommandPorts, item: string): void => {
  const {store, view} = ports;
  store.update(selectItem(item, view.revealed(store.get(), item)));
};

export const movePick = (ports: CommandPorts, by: -1 | 1): void => {
  const {store, view} = ports;
  const state = store.get();
  const from = state.ui.browse?.item;
  if (from === undefined) return;
  const items = view.items(state);
  const next = nextPick(items, from, by);
  const here = pickedItem(items, from);
  if (next === undefined || next === here) {
    if (by === 1 && !inBeginning(state.ui)) stopBrowsing(ports);
    else readOn(ports, by);
    return;
  }
  pick(ports, next.id);
  readOn(ports, by);
};

/** Scrolls by a screen and moves the selection along. */
export const pagePick = (ports: CommandPorts, by: -1 | 1): void => {
  const {store, view} = ports;
  store.update(ui => ({...ui, scroll: view.scrolled(store.get(), by, 'screens')}));
  const state = store.get();
  const item = view.lastOnScreen(state);
  if (item !== undefined) store.update(selectItem(item, view.pinned(state)));
  readOn(ports, by);
};

export const pickEnd = (ports: CommandPorts, end: 'oldest' | 'newest'): void => {
  if (end === 'oldest') {
    void toOldest(ports);
    return;
  }
  leaveBeginning(ports);
  const item = ports.view.items(ports.store.get()).findLast(isPickable);
  if (item !== undefined) pick(ports, item.id);
};

/** Selects the first unread message. */
export const pickUnread = (ports: CommandPorts): void => {
  const {divider} = ports.store.get().ui;
  if (divider === undefined) say(ports, 'ok', 'No new messages.');
  else {
    leaveBeginning(ports);
    pick(ports, divider.before);
  }
};

/** Selects the next item that contains the query; beyond the held messages, asks the daemon. */
export const searchOn = (ports: CommandPorts, by: -1 | 1): void => {
  const {store, view} = ports;
  const state = store.get();
  const {browse, search} = state.ui;
  if (browse === undefined) return;
  if (search === undefined || search.query === '') {
    store.update(ui => ({...ui, search: {query: '', typing: true}}));
    return;
  }
  const found = nextMatch(view.items(state), browse.item, search.query, by);
  if (found !== undefined) pick(ports, found.id);
  else if (by === 1) void searchNewerPages(ports, search.query);
  else void searchOlderPages(ports, search.query);
};

/** Letters for the search text; returns false when none is being typed. */
export const typeInSearch = ({store}: CommandPorts, text: string): boolean => {
  const {search, overlay} = store.get().ui;
  if (overlay.kind !== 'none' || search?.typing !== true) return false;
  store.update(ui => ({...ui, search: {...search, query: withTyped(search.query, text)}}));
  return true;
};
