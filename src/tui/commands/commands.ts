// Commands: what a key, a paste or the wheel does. The keymap maps a key to an action; this runs the action.

import type {ApprovalId} from '../../shared/records/ids.ts';
import {contextsOf} from '../input/contexts.ts';
import {keymapOf} from '../input/custom-keys.ts';
import {bindingFor} from '../input/keymap.ts';
import {TYPED_AMONG, whyNoEffect} from '../input/why-no-effect.ts';
import type {AppState} from '../state/app-state.ts';
import type {Overlay} from '../state/overlay.ts';
import {arm} from '../store/ui-changes.ts';
import {actionsOf} from './actions.ts';
import type {CommandPorts} from './command-ports.ts';
import {createCounts} from './counts.ts';
import {changeDraft} from './draft.ts';
import {cardDrawn} from './items/approval-actions.ts';
import {stopBrowsing, typeInSearch} from './items/browse-actions.ts';
import {doItem} from './items/do-item.ts';
import {isItemAction} from './items/item-actions.ts';
import {moveInList, typeInList} from './items/list-actions.ts';
import {attachTyped} from './menu-actions.ts';
import {type Cell, createMouse} from './mouse-actions.ts';
import {questionDrawn, takenAsTyping} from './overlays/confirm.ts';
import {recordKey} from './overlays/keys.ts';
import {doInOverlay, isOverlayAction, moveInOverlay, takesText, typeInOverlay} from './overlays/overlays.ts';

/** A key by its name (`ctrl+n`, `enter`), or typed letters. */
export type Keystroke = {
  readonly key?: string;
  readonly text?: string;
  /** It arrived together with other input, as the keys of a pasted text do. */
  readonly among?: boolean;
};

export type Commands = {
  press(keystroke: Keystroke): void;
  paste(text: string): void;
  /** Scrolls by rows, negative for up. */
  scroll(rows: number): void;
  /** The mouse's button on a cell. */
  mouse(cell: Cell, pressed: boolean): void;
  /** Reports what has been drawn: an overlay, and the card of a call. */
  drawn(screen: {readonly overlay: Overlay | undefined; readonly card: ApprovalId | undefined}): void;
};

export const createCommands = (ports: CommandPorts): Commands => {
  const {store} = ports;
  const actions = actionsOf(ports);
  const counts = createCounts(ports);

  /** False: the letters have no effect here. */
  const insert = (text: string, kind: 'insert' | 'paste'): boolean => {
    const {overlay, view, filtering} = store.get().ui;
    if (overlay.kind === 'none' && view !== 'chat' && !filtering) return false;
    if (typeInSearch(ports, text)) return true;
    const typed = typeInOverlay(ports, text, kind);
    if (typed !== 'draft') return typed === 'taken';
    if (typeInList(ports, text)) return true;
    // A letter while messages are selected starts a message.
    stopBrowsing(ports);
    // Fast typing arrives as one text: each word of it may end a path.
    for (const word of kind === 'paste' ? [] : text.split(/(?<=\s)/u)) {
      changeDraft(ports, {kind, text: word});
      if (/\s$/u.test(word)) attachTyped(ports);
    }
    if (kind === 'paste') changeDraft(ports, {kind, text});
    return true;
  };

  const press = ({key, text, among}: Keystroke): void => {
    if (store.get().ui.idleKey !== undefined) store.update(ui => ({...ui, idleKey: undefined}));
    if (takenAsTyping(ports, {key, text})) return;
    const state = store.get();
    // Fast typing arrives as one text. Where each letter is a key, the letters are handled one by one.
    const [first = '', ...rest] = key === undefined && text !== undefined ? [...text] : [];
    if (rest.length > 0 && !isText(state)) {
      press({text: first});
      press({text: rest.join('')});
      return;
    }
    if (counts.take(text)) return;
    const name = key ?? (text === ' ' ? 'space' : text);
    if (recordKey(ports, name)) return;
    const binding = name === undefined ? undefined : bindingFor(contextsOf(state), name, keymapOf(state));
    if (binding === undefined) {
      counts.forget();
      store.update(arm('nothing'));
      const taken = text !== undefined && insert(text, 'insert');
      if (!taken && name !== undefined) store.update(ui => ({...ui, idleKey: whyNoEffect(name)}));
      return;
    }
    if (among === true && ANSWERS.has(binding.action)) {
      store.update(ui => ({...ui, idleKey: TYPED_AMONG}));
      return;
    }
    if (!KEEPS_ARMED.has(binding.action)) store.update(arm('nothing'));
    counts.run(binding.action, () => {
      if (isItemAction(binding.action)) doItem(ports, binding.action);
      // The help and the palette press keys for the person.
      else if (isOverlayAction(binding.action)) doInOverlay(ports, binding.action, name ?? '', key => press({key}));
      else actions[binding.action](name ?? '');
    });
  };

  // Letters are pressed as typed ones.
  const mouse = createMouse(ports, key =>
    press([...key].length === 1 ? {text: key} : key === 'space' ? {text: ' '} : {key}),
  );

  return {
    press,
    mouse,
    drawn: ({overlay, card}) => {
      questionDrawn(ports, overlay);
      cardDrawn(ports, card);
    },
    paste: text => {
      if (!recordKey(ports, undefined, text)) insert(text, 'paste');
    },
    scroll: rows => {
      if (moveInOverlay(ports, rows, 'rows') || moveInList(ports, rows, 'rows')) return;
      actions['view.scroll'](String(rows));
    },
  };
};

/** True if letters are text input here, not keys. */
const isText = ({ui: {overlay, view, filtering}}: AppState): boolean =>
  overlay.kind === 'none' ? view === 'chat' || filtering : takesText(overlay);

/** Nothing that is pasted answers a call. */
const ANSWERS: ReadonlySet<string> = new Set(['approval.approve', 'approval.deny', 'reader.approve', 'reader.deny']);
const KEEPS_ARMED: ReadonlySet<string> = new Set(['turn.stop', 'app.leave', 'screen.repaint']);
