// Confirmations. The answer is no until the person selects yes. Keys typed before the question was readable go into the
// draft, where they were meant.
import {assertNever} from '../../../shared/text/gateway-error.ts';
import type {Edit} from '../../editor/editor.ts';
import {takesAnswer} from '../../state/answering.ts';
import {type Confirmed, type ConfirmOverlay, type Overlay, showOverlay} from '../../state/overlay.ts';
import type {CommandPorts} from '../command-ports.ts';
import {startOver} from '../conversation-actions.ts';
import {changeDraft} from '../draft.ts';
import {actNow} from '../items/act.ts';
import {allowNow, keepRing} from './signal-actions.ts';
import {keepTime, retime} from './stats-actions.ts';

/** The question is on the screen: the pause starts now. */
export const questionDrawn = ({store, clock}: CommandPorts, drawn: Overlay | undefined): void => {
  const {overlay} = store.get().ui;
  if (overlay.kind !== 'confirm' || overlay !== drawn || overlay.idleSince !== undefined) return;
  store.update(showOverlay({...overlay, idleSince: clock.now()}));
};

/** Handles a key that doesn't answer the open question; returns false where the keymap decides. */
export const takenAsTyping = (
  ports: CommandPorts,
  {key, text}: {readonly key?: string; readonly text?: string},
): boolean => {
  const {overlay} = ports.store.get().ui;
  if (overlay.kind !== 'confirm') return false;
  if (text !== undefined) {
    const answers = (text === 'y' || text === 'n') && overlay.typed === undefined;
    if (answers && takesAnswer(overlay, ports.clock.now())) return false;
    typeUnderQuestion(ports, {kind: 'insert', text});
    return true;
  }
  if (key === 'backspace' && overlay.typed !== undefined) changeDraft(ports, {kind: 'delete', to: 'left'});
  // Enter at the end of a sentence means no: the sentence stays in the draft.
  const waits = key !== undefined && NEEDS_PAUSE.has(key) && !(key === 'enter' && overlay.typed !== undefined);
  if (!waits || takesAnswer(overlay, ports.clock.now())) return false;
  startPause(ports, overlay);
  return true;
};

/**
 * Letters that answer nothing go into the draft. In lists they are dropped, because the hidden list would take them as
 * keys.
 */
export const typeUnderQuestion = (ports: CommandPorts, requests: Extract<Edit, {kind: 'insert' | 'paste'}>): void => {
  const {overlay, view, browse} = ports.store.get().ui;
  if (overlay.kind !== 'confirm') return;
  if (view !== 'chat' || browse !== undefined || overlay.back !== undefined) {
    startPause(ports, overlay);
    return;
  }
  changeDraft(ports, requests);
  // The command in question is in the draft and is being edited.
  if (overlay.ifYes.kind === 'send') close(ports, overlay);
  else startPause(ports, {...overlay, typed: true});
};

export const otherAnswer = ({store}: CommandPorts): void => {
  const {overlay} = store.get().ui;
  if (overlay.kind !== 'confirm') return;
  const {yes, ...none} = overlay;
  // Moves from no answer to yes, to "no" if it has an action, and back.
  const hasNo = overlay.ifNo !== undefined;
  const next = yes === undefined ? {...none, yes: true} : none;
  store.update(showOverlay(yes === true && hasNo ? {...none, yes: false} : next));
};

/** Enter: gives the selected answer. */
export const giveAnswer = (ports: CommandPorts): void => {
  const {overlay} = ports.store.get().ui;
  if (overlay.kind !== 'confirm') return;
  if (overlay.yes === true) confirmed(ports);
  else if (overlay.yes === false) denied(ports);
  else close(ports, overlay);
};

/** Answers yes. */
export const confirmed = (ports: CommandPorts): void => {
  const {overlay} = ports.store.get().ui;
  if (overlay.kind !== 'confirm') return;
  close(ports, overlay);
  carryOut(ports, overlay.ifYes);
};

/** Answers no. */
export const denied = (ports: CommandPorts): void => {
  const {overlay} = ports.store.get().ui;
  if (overlay.kind !== 'confirm') return;
  close(ports, overlay);
  if (overlay.ifNo !== undefined) carryOut(ports, overlay.ifNo);
};

const carryOut = (ports: CommandPorts, what: Confirmed): void => {
  switch (what.kind) {
    case 'send':
      ports.link.sender.send(what.text, what.text);
      return;
    case 'reset':
      void startOver(ports, what.session);
      return;
    case 'act':
      actNow(ports, what.target, what.action);
      return;
    case 'allow':
      void allowNow(ports, what);
      return;
    case 'rang':
      void keepRing(ports, what);
      return;
    case 'retime':
      void retime(ports, what.id, what.to);
      return;
    case 'keep-time':
      void keepTime(ports, what.id);
      return;
    default:
      assertNever(what);
  }
};

const close = ({store}: CommandPorts, {back}: ConfirmOverlay): void =>
  store.update(showOverlay(back ?? {kind: 'none'}));

const startPause = ({store, clock}: CommandPorts, overlay: ConfirmOverlay): void =>
  store.update(showOverlay(overlay.idleSince === undefined ? overlay : {...overlay, idleSince: clock.now()}));

/** Keys that select an answer. */
const NEEDS_PAUSE: ReadonlySet<string> = new Set(['enter', 'tab', 'shift+tab', 'left', 'right', 'up', 'down']);
