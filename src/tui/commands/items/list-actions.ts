// Keys in a list: change the view, move, filter. Actions on the selected row are in item-actions.ts.
import {withTyped} from '../../editor/query.ts';
import {kindsOf} from '../../lists/list-kinds.ts';
import type {ListRow} from '../../lists/list-row.ts';
import {listRows} from '../../lists/list-rows.ts';
import {LATER_NOTE} from '../../lists/plan-rows.ts';
import {selectedRow} from '../../lists/selected.ts';
import {dayStep} from '../../lists/shown-day.ts';
import type {ListName, View} from '../../nouns/views.ts';
import type {AppState} from '../../state/app-state.ts';
import {atHome, chosen, HOMES, type ListState, movedBy, placeIn} from '../../state/list-state.ts';
import {daemonNow} from '../../state/selectors.ts';
import {clearToasts, openView, setList} from '../../store/ui-changes.ts';
import type {CommandPorts} from '../command-ports.ts';

export const showView = ({store}: CommandPorts, view: View): void => store.update(openView(view));

/** Shows a list with a kind filter, and selects a row if it exists. */
export const showList = (
  ports: CommandPorts,
  name: ListName,
  {kind = 'all', row}: {kind?: string; row?: string} = {},
): void => {
  const {store, view} = ports;
  const fresh: ListState = {...atHome(store.get().ui.lists[name]), filter: '', kind};
  store.update(setList(name, fresh));
  showView(ports, name);
  if (row === undefined) return;
  const state = store.get();
  const list = chosen(state.ui.lists[name], listRows(state, name), view.listHeight(state), HOMES[name], row);
  store.update(setList(name, list));
};

/** Follows the newest toast that leads somewhere. */
export const followNotice = (ports: CommandPorts): void => {
  const {store} = ports;
  const leads = store.get().ui.toasts.findLast(toast => toast.leads !== undefined)?.leads;
  store.update(clearToasts);
  if (leads?.kind === 'session') store.dispatch({type: 'open', session: leads.session});
  if (leads?.kind === 'row') showList(ports, leads.list, {row: leads.row});
};

/** Moves the selection; returns false in the chat. */
export const moveInList = (ports: CommandPorts, by: number, unit: 'rows' | 'screens'): boolean => {
  const {store, view} = ports;
  const state = store.get();
  const {view: name, lists} = state.ui;
  if (name === 'chat') return false;
  const list = movedBy(lists[name], listRows(state, name), view.listHeight(state), HOMES[name], {by, unit});
  store.update(setList(name, list));
  if (by < 0 ? atTop(store.get(), name) : name === 'outbox' && atBottom(store.get(), name)) ports.link.past.older(name);
  if (by > 0 && name === 'plan' && isNearLater(store.get(), view.listHeight(state))) ports.link.past.laterReminders();
  return true;
};

/** Selects the first row of the next day, or of the day before; without one, the last or first row. */
export const moveByDay = (ports: CommandPorts, by: -1 | 1): void => {
  const {store, view} = ports;
  const state = store.get();
  const rows = listRows(state, 'timeline');
  const height = view.listHeight(state);
  const {index} = placeIn(state.ui.lists.timeline, rows, height, HOMES.timeline);
  const row = dayStep(rows, index, by, daemonNow(state));
  if (row === undefined) {
    moveInList(ports, by * rows.length, 'screens');
    return;
  }
  store.update(setList('timeline', chosen(state.ui.lists.timeline, rows, height, HOMES.timeline, row.id)));
};

/** True if unlisted reminders begin within a screen of the selected row. */
const isNearLater = (state: AppState, height: number): boolean => {
  const rows = listRows(state, 'plan');
  const later = rows.findIndex(({id}) => id === LATER_NOTE);
  return later !== -1 && rows.findIndex(({id}) => id === selectedRow(state)?.id) + height >= later;
};

/** True if the oldest row of a list in time order is selected. */
const atTop = (state: AppState, name: ListName): boolean =>
  (name === 'log' || name === 'timeline') && selectedRow(state)?.id === listRows(state, name).find(isRow)?.id;

const atBottom = (state: AppState, name: ListName): boolean =>
  selectedRow(state)?.id === listRows(state, name).findLast(isRow)?.id;

const isRow = ({selectable}: ListRow): boolean => selectable;

export const listHome = ({store}: CommandPorts): void =>
  onList(store, (list, name) => store.update(setList(name, atHome(list))));

/** Filters by the next kind. */
export const nextKind = ({store}: CommandPorts): void =>
  onList(store, (list, name) => {
    const kinds = kindsOf(name);
    const kind = kinds[(kinds.indexOf(list.kind) + 1) % kinds.length];
    if (kind !== undefined) store.update(setList(name, {...atHome(list), kind}));
  });

export const startFilter = ({store}: CommandPorts): void => store.update(ui => ({...ui, filtering: true}));

export const endFilter = ({store}: CommandPorts): void => store.update(ui => ({...ui, filtering: false}));

/** Esc: clears the filter; without one, returns to the conversation. */
export const backFromList = (ports: CommandPorts): void => {
  const {store} = ports;
  const {ui} = store.get();
  if (ui.filtering) endFilter(ports);
  if (ui.view === 'chat') return;
  const list = ui.lists[ui.view];
  if (list.filter !== '' || list.kind !== 'all') {
    store.update(setList(ui.view, {...atHome(list), filter: '', kind: 'all'}));
    // A toast about the filter is outdated now.
    store.update(clearToasts);
  } else if (!ui.filtering) {
    if (ui.toasts.length > 0) store.update(clearToasts);
    else showView(ports, 'chat');
  }
};

/** Letters for the filter while it is being typed; otherwise ignored. Returns false in the chat. */
export const typeInList = ({store}: CommandPorts, text: string): boolean => {
  const {ui} = store.get();
  if (ui.view === 'chat') return false;
  if (ui.filtering) {
    const list = ui.lists[ui.view];
    store.update(setList(ui.view, {...list, filter: withTyped(list.filter, text)}));
  }
  return true;
};

const onList = (store: CommandPorts['store'], act: (list: ListState, name: ListName) => void): void => {
  const {view, lists} = store.get().ui;
  if (view !== 'chat') act(lists[view], view);
};
