// The mouse: a click chooses, a click on what is chosen opens it, a shown key is pressed. Selecting text is the
// terminal's, with Shift.
import {isSessionKey} from '../../shared/records/session-key.ts';
import {draftMenu} from '../input/draft-menu.ts';
import {listRows} from '../lists/list-rows.ts';
import {selectedRow} from '../lists/selected.ts';
import {isView} from '../nouns/views.ts';
import {chosen, HOMES} from '../state/list-state.ts';
import {showOverlay} from '../state/overlay.ts';
import {openEditor} from '../state/selectors.ts';
import {selectItem, setList} from '../store/ui-changes.ts';
import type {Hit} from '../text/row.ts';
import type {CommandPorts} from './command-ports.ts';
import {answerCard, lookAt} from './items/approval-actions.ts';
import {stopBrowsing} from './items/browse-actions.ts';
import {showView} from './items/list-actions.ts';
import {answerRing} from './items/ring-actions.ts';
import {say} from './session-actions.ts';

export type Cell = {readonly x: number; readonly y: number};

/** Follows the button; `press` presses a key. */
export const createMouse = (
  ports: CommandPorts,
  press: (key: string) => void,
): ((cell: Cell, pressed: boolean) => void) => {
  let from: Cell | undefined;
  let hinted = false;
  return (cell, pressed) => {
    if (pressed) {
      from = cell;
      return;
    }
    const start = from;
    from = undefined;
    if (start === undefined) return;
    if (start.x === cell.x && start.y === cell.y) {
      click(ports, cell, press);
      return;
    }
    // Somebody tried to select text.
    if (hinted) return;
    hinted = true;
    say(ports, 'ok', 'Hold Shift to select text with the mouse. /mouse off gives the mouse back to the terminal.');
  };
};

const click = (ports: CommandPorts, {x, y}: Cell, press: (key: string) => void): void => {
  const {store, view} = ports;
  const state = store.get();
  const hit = view.hitAt(state, x, y);
  if (hit === undefined) {
    // Below the conversation one writes.
    if (state.ui.browse !== undefined && state.ui.overlay.kind === 'none') stopBrowsing(ports);
    return;
  }
  const {kind, id} = hit;
  if (kind === 'view' && isView(id)) showView(ports, id);
  else if (kind === 'session' && isSessionKey(id)) store.dispatch({type: 'open', session: id});
  else if (kind === 'key') press(id);
  else if (kind === 'approval-yes') answerCard(ports, 'approve', id);
  else if (kind === 'approval-no') answerCard(ports, 'deny', id);
  else if (kind === 'approval-look') lookAt(ports, id);
  else if (kind === 'ring-done') answerRing(ports, 'done', id);
  else if (kind === 'ring-snooze') answerRing(ports, 'snooze', id);
  else if (kind === 'choice') choose(ports, Number(id), press);
  else pick(ports, hit, press);
};

/** Selects a row or a message; opens it if it is selected. */
const pick = (ports: CommandPorts, hit: Hit, press: (key: string) => void): void => {
  const {store, view} = ports;
  const state = store.get();
  const {view: name, browse, lists} = state.ui;
  const isChosen = hit.kind === 'item' ? browse?.item === hit.id : selectedRow(state)?.id === hit.id;
  if (isChosen) press('enter');
  else if (hit.kind === 'item') store.update(selectItem(hit.id, view.pinned(state)));
  else if (name !== 'chat') {
    const list = chosen(lists[name], listRows(state, name), view.listHeight(state), HOMES[name], hit.id);
    store.update(setList(name, list));
  }
};

const choose = ({store}: CommandPorts, index: number, press: (key: string) => void): void => {
  const state = store.get();
  const {overlay} = state.ui;
  // An answer that is awaited belongs to the overlay as it is.
  if (overlay.kind === 'setup' && overlay.waits !== undefined) return;
  if (overlay.kind === 'none' && draftMenu(state) !== undefined)
    store.update(ui => ({...ui, menu: {of: openEditor(state).draft.text, index}}));
  else if ('index' in overlay) store.update(showOverlay({...overlay, index}));
  else return;
  press('enter');
};
