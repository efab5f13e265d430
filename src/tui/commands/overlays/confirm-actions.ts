// Confirmations. The answer is no until the person selects yes. Keys typed before the question was readable go into the draft, where they
// were meant.
import {assertNever} from '../../../shared/records/gateway-error.ts';
import type {Edit} from '../../editor/editor.ts';
import {takesAnswer} from '../../state/answering.ts';
import type {Confirmed, ConfirmOverlay, Overlay} from '../../state/overlay.ts';
import {startOver} from '../conversation-actions.ts';
import type {Doors} from '../doors.ts';
import {changeDraft} from '../draft.ts';
import {actNow} from '../items/act.ts';
import {allowNow, keepRing} from './signal-actions.ts';
import {keepTime, retime} from './stats-actions.ts';

/** The question is on the screen: the pause starts now. */
export const questionDrawn = ({store, clock}: Doors, drawn: Overlay | undefined): void => {
  const {overlay} = store.get().ui;
  if (overlay.kind !== 'confirm' || overlay !== drawn || overlay.idleSince !== undefined) return;
  store.dispatch({type: 'overlay', overlay: {...overlay, idleSince: clock.now()}});
};

/** Handles a key that doesn't answer the open question; returns false where the keymap decides. */
export const takenAsTyping = (doors: Doors, {key, text}: {readonly key?: string; readonly text?: string}): boolean => {
  const {overlay} = doors.store.get().ui;
  if (overlay.kind !== 'confirm') return false;
  if (text !== undefined) {
    const answers = (text === 'y' || text === 'n') && overlay.typed === undefined;
    if (answers && takesAnswer(overlay, doors.clock.now())) return false;
    typeUnderQuestion(doors, {kind: 'insert', text});
    return true;
  }
  if (key === 'backspace' && overlay.typed !== undefined) changeDraft(doors, {kind: 'delete', to: 'left'});
  // Enter at the end of a sentence means no: the sentence stays in the draft.
  const waits = key !== undefined && NEEDS_PAUSE.has(key) && !(key === 'enter' && overlay.typed !== undefined);
  if (!waits || takesAnswer(overlay, doors.clock.now())) return false;
  startPause(doors, overlay);
  return true;
};

/** Letters that answer nothing go into the draft. In lists they are dropped, because the hidden list would take them as keys. */
export const typeUnderQuestion = (doors: Doors, requests: Extract<Edit, {kind: 'insert' | 'paste'}>): void => {
  const {overlay, view, browse} = doors.store.get().ui;
  if (overlay.kind !== 'confirm') return;
  if (view !== 'chat' || browse !== undefined || overlay.back !== undefined) {
    startPause(doors, overlay);
    return;
  }
  changeDraft(doors, requests);
  // The command in question is in the draft and is being edited.
  if (overlay.ifYes.kind === 'send') close(doors, overlay);
  else startPause(doors, {...overlay, typed: true});
};

export const otherAnswer = ({store}: Doors): void => {
  const {overlay} = store.get().ui;
  if (overlay.kind !== 'confirm') return;
  const {yes, ...none} = overlay;
  // Moves from no answer to yes, to "no" if it has an action, and back.
  const hasNo = overlay.ifNo !== undefined;
  const next = yes === undefined ? {...none, yes: true} : none;
  store.dispatch({type: 'overlay', overlay: yes === true && hasNo ? {...none, yes: false} : next});
};

/** Enter: gives the selected answer. */
export const giveAnswer = (doors: Doors): void => {
  const {overlay} = doors.store.get().ui;
  if (overlay.kind !== 'confirm') return;
  if (overlay.yes === true) confirmed(doors);
  else if (overlay.yes === false) denied(doors);
  else close(doors, overlay);
};

/** Answers yes. */
export const confirmed = (doors: Doors): void => {
  const {overlay} = doors.store.get().ui;
  if (overlay.kind !== 'confirm') return;
  close(doors, overlay);
  carryOut(doors, overlay.ifYes);
};

/** Answers no. */
export const denied = (doors: Doors): void => {
  const {overlay} = doors.store.get().ui;
  if (overlay.kind !== 'confirm') return;
  close(doors, overlay);
  if (overlay.ifNo !== undefined) carryOut(doors, overlay.ifNo);
};

const carryOut = (doors: Doors, what: Confirmed): void => {
  switch (what.kind) {
    case 'send':
      doors.link.sender.send(what.text, what.text);
      return;
    case 'reset':
      void startOver(doors, what.session);
      return;
    case 'act':
      actNow(doors, what.target, what.action);
      return;
    case 'allow':
      void allowNow(doors, what);
      return;
    case 'rang':
      void keepRing(doors, what);
      return;
    case 'retime':
      void retime(doors, what.id, what.to);
      return;
    case 'keep-time':
      void keepTime(doors, what.id);
      return;
    default:
      assertNever(what);
  }
};

const close = ({store}: Doors, {back}: ConfirmOverlay): void =>
  store.dispatch({type: 'overlay', overlay: back ?? {kind: 'none'}});

const startPause = ({store, clock}: Doors, overlay: ConfirmOverlay): void =>
  store.dispatch({
    type: 'overlay',
    overlay: overlay.idleSince === undefined ? overlay : {...overlay, idleSince: clock.now()},
  });

/** Keys that select an answer. */
const NEEDS_PAUSE: ReadonlySet<string> = new Set(['enter', 'tab', 'shift+tab', 'left', 'right', 'up', 'down']);
