// Runs an action on the selected item, or refuses it with the reason; and the menu of its actions.
import {customKeysOf, keyForIn, usualKey} from '../../input/custom-keys.ts';
import {whyNot} from '../../input/row-contexts.ts';
import {selectedRow} from '../../lists/selected.ts';
import type {Document} from '../../nouns/format/document.ts';
import type {ItemActionName} from '../../nouns/noun-action.ts';
import {showOverlay} from '../../state/overlay.ts';
import type {CommandPorts} from '../command-ports.ts';
import {say} from '../session-actions.ts';
import {actionLines, ITEM_ACTIONS} from './item-actions.ts';
import {pointedAt} from './pointed.ts';

/** Runs the action, or says why not. */
export const doItem = (ports: CommandPorts, action: ItemActionName): void => {
  const entry = ITEM_ACTIONS.find(item => item.action === action);
  const pointed = pointedAt(ports);
  if (entry === undefined || pointed === undefined) {
    say(ports, 'warn', 'Nothing is selected.');
    return;
  }
  const refusal = entry.refusal(pointed, ports.store.get());
  if (refusal !== undefined) say(ports, 'warn', `${entry.label(pointed)}: ${refusal}`);
  else entry.run(ports, pointed);
};

/** Says why a key that works on other rows does nothing on this one. */
export const refuseRow = (ports: CommandPorts, key: string): void => {
  const state = ports.store.get();
  say(ports, 'warn', whyNot(selectedRow(state), usualKey(customKeysOf(state), key), keyForIn(state)));
};

/** Opens the menu of the actions that apply. */
export const openMenu = (ports: CommandPorts): void => {
  const {store} = ports;
  const pointed = pointedAt(ports);
  if (pointed === undefined) {
    say(ports, 'warn', 'Nothing is selected.');
    return;
  }
  const lines = actionLines(pointed, store.get());
  store.update(showOverlay({kind: 'actions', title: nameOf(pointed.document), lines, index: 0}));
};

/** Named by its text where the title would be an id. */
const nameOf = ({title, kind, text}: Document): string =>
  kind === undefined || text.trim() === '' ? title : `${kind}: ${text}`;
