// Actions in overlays: move, edit the query, select, answer.
import {assertNever} from '../../../shared/text/gateway-error.ts';
import {recalledBy} from '../../editor/input-history.ts';
import {withTyped} from '../../editor/query.ts';
import {chatRows} from '../../input/chats.ts';
import {find} from '../../input/find.ts';
import {helpEntries} from '../../input/help-entries.ts';
import {setupChoices} from '../../input/setup-choices.ts';
import {grouped} from '../../items/trace-steps.ts';
import {closeOverlay, type Overlay, showOverlay} from '../../state/overlay.ts';
import type {CommandPorts} from '../command-ports.ts';
import {setDraft} from '../draft.ts';
import {doItem} from '../items/do-item.ts';
import {ITEM_ACTIONS} from '../items/item-actions.ts';
import {moveInList} from '../items/list-actions.ts';
import {editAnswer} from './ask-actions.ts';
import {chooseChat} from './chats-actions.ts';
import {typeUnderQuestion} from './confirm-actions.ts';
import {openFound} from './find-actions.ts';
import {runFromHelp} from './help-actions.ts';
import {editInject, moveInject} from './inject-actions.ts';
import {chooseInSetup, typeInSetup} from './setup-actions.ts';

/** Scrolls or moves the selection; returns false when no overlay is open. */
export const moveInOverlay = (ports: CommandPorts, by: number, unit: 'rows' | 'screens'): boolean => {
  const {store, view} = ports;
  const state = store.get();
  const {overlay} = state.ui;
  const show = (next: Overlay): void => store.update(showOverlay(next));
  switch (overlay.kind) {
    case 'none':
      return false;
    case 'help':
      show({...overlay, index: steppedFar(overlay.index, by, unit, helpEntries(state, overlay.query).length)});
      return true;
    case 'status':
    case 'reader':
      show({...overlay, top: view.overlayTop(state, overlay.top, by, unit)});
      return true;
    case 'find':
      show({...overlay, index: stepped(overlay.index, by, find(state, overlay.query).length)});
      return true;
    case 'chats':
      show({...overlay, index: stepped(overlay.index, by, chatRows(state, overlay.query, overlay.archived).length)});
      return true;
    case 'recall':
      // The newest entry is at the bottom, next to the input.
      show({...overlay, index: stepped(overlay.index, -by, recalledBy(state.ui.history, overlay.query).length)});
      return true;
    case 'why':
      show({...overlay, index: stepped(overlay.index, by, grouped(overlay.steps ?? []).length)});
      return true;
    case 'signal':
      show({...overlay, index: stepped(overlay.index, by, overlay.status?.contactRequests?.length ?? 0)});
      return true;
    case 'actions':
      show({...overlay, index: stepped(overlay.index, by, overlay.lines.length)});
      return true;
    case 'setup':
      if (overlay.waits === undefined)
        show({...overlay, index: stepped(overlay.index, by, setupChoices(overlay).length)});
      return true;
    case 'confirm':
    case 'keys':
      return true;
    case 'inject':
      moveInject(ports, by > 0 ? 1 : -1);
      return true;
    case 'ask':
      return moveInList(ports, by, unit);
    default:
      return assertNever(overlay);
  }
};

/**
 * Letters while an overlay is open; returns false when they are for the draft. An unbound letter closes the overlay
 * first.
 */
export const typeInOverlay = (ports: CommandPorts, text: string, kind: 'insert' | 'paste' = 'insert'): boolean => {
  const {store} = ports;
  const {overlay} = store.get().ui;
  switch (overlay.kind) {
    case 'none':
      return false;
    case 'chats':
      store.update(showOverlay({...overlay, query: withTyped(overlay.query, text), index: 0}));
      return true;
    case 'help':
    case 'find':
    case 'recall': {
      const query = withTyped(overlay.query, text);
      store.update(showOverlay({kind: overlay.kind, query, index: 0}));
      return true;
    }
    case 'actions': {
      const chosen = ITEM_ACTIONS.find(({key}) => key === text);
      if (chosen === undefined) return true;
      store.update(closeOverlay);
      doItem(ports, chosen.action);
      return true;
    }
    case 'reader':
    case 'why':
    case 'signal':
      return true;
    case 'confirm':
      typeUnderQuestion(ports, {kind, text});
      return true;
    case 'setup':
      return typeInSetup(ports, overlay, text);
    case 'inject':
      return editInject(ports, {kind: 'insert', text});
    case 'ask':
      return editAnswer(ports, {kind: 'insert', text});
    default:
      store.update(closeOverlay);
      return false;
  }
};

export const chooseInOverlay = (ports: CommandPorts): void => {
  const {store} = ports;
  const state = store.get();
  const {overlay} = state.ui;
  if (overlay.kind === 'actions') {
    const chosen = overlay.lines[overlay.index];
    store.update(closeOverlay);
    if (chosen !== undefined) doItem(ports, chosen.action);
  }
  if (overlay.kind === 'recall') {
    const entry = recalledBy(state.ui.history, overlay.query)[overlay.index];
    store.update(closeOverlay);
    if (entry !== undefined) setDraft(ports, entry);
  }
  if (overlay.kind === 'help') runFromHelp(ports);
  if (overlay.kind === 'find') openFound(ports);
  if (overlay.kind === 'chats') chooseChat(ports);
  if (overlay.kind === 'setup') chooseInSetup(ports, overlay);
};

/** Returns to the previous overlay. */
export const goBack = ({store}: CommandPorts): void => {
  const {overlay} = store.get().ui;
  store.update(showOverlay(('back' in overlay && overlay.back) || {kind: 'none'}));
};

export const clearQuery = ({store}: CommandPorts): void => {
  const {overlay} = store.get().ui;
  if (overlay.kind === 'setup' && overlay.waits === undefined)
    store.update(showOverlay({...overlay, typed: '', index: 0}));
  if (overlay.kind === 'chats') store.update(showOverlay({...overlay, query: '', index: 0}));
  if (overlay.kind === 'find' || overlay.kind === 'recall' || overlay.kind === 'help')
    store.update(showOverlay({kind: overlay.kind, query: '', index: 0}));
};

/** By one, or by a screen of a long list. */
const steppedFar = (index: number, by: number, unit: 'rows' | 'screens', count: number): number =>
  Math.max(0, Math.min(count - 1, index + Math.sign(by) * (unit === 'rows' ? 1 : FAR)));

const FAR = 10;

/** The next index in a direction; stops at either end. */
const stepped = (index: number, by: number, count: number): number =>
  Math.max(0, Math.min(count - 1, index + Math.sign(by)));
