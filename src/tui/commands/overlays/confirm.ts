// The question before an action that is hard to undo. The answer is no until the person selects yes; where "no" has an
// effect too, nothing is selected. Keys typed before the question was readable go into the draft, where they were
// meant.
import {assertNever} from '../../../shared/text/gateway-error.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Edit} from '../../editor/editor.ts';
import {actionOn} from '../../nouns/nouns.ts';
import {type Confirmed, type ConfirmOverlay, type Overlay, showOverlay} from '../../state/overlay.ts';
import {EMPTY_ROW, litRow, type Row, rowWidth, span} from '../../text/row.ts';
import {hanging, wrapped} from '../../text/wrap.ts';
import type {CommandPorts} from '../command-ports.ts';
import {startOver} from '../conversation-actions.ts';
import {changeDraft} from '../draft.ts';
import {actNow} from '../items/act.ts';
import {approveAlways, revoke} from './approvals.ts';
import {allowNow, keepRing} from './connect/signal-requests.ts';
import type {OverlayRecord, Shown} from './kinds/overlay-record.ts';
import {keepTime, retime} from './stats.ts';

export const confirm: OverlayRecord<ConfirmOverlay> = {
  kind: 'question',
  shows: ({ui}, overlay, {cells}) => confirmShown(overlay, takesAnswer(overlay, ui.now), cells),
  lines: (_, {question}) => [`${question} Type y for yes or n for no.`],
  // The list behind it stays.
  move: () => {},
  type: (ports, _, text, kind) => {
    typeUnderQuestion(ports, {kind, text});
    return 'taken';
  },
  enter: (ports, overlay) => {
    if (overlay.yes === true) confirmed(ports);
    else if (overlay.yes === false) denied(ports);
    else close(ports, overlay);
    return undefined;
  },
  does: {
    'question.yes': ports => confirmed(ports),
    'question.no': ports => denied(ports),
    'choice.next': (ports, overlay) => selectOther(ports, overlay),
  },
  changesAt: (_, overlay, now) => {
    const from = answersFrom(overlay);
    return from !== undefined && from > now ? from : undefined;
  },
};

/** The first instant at which a key answers; undefined until the question is drawn. */
const answersFrom = ({idleSince}: ConfirmOverlay): EpochMs | undefined =>
  idleSince === undefined ? undefined : idleSince + PAUSE_MS;

/** True if a key pressed now answers the question. */
const takesAnswer = (overlay: ConfirmOverlay, now: EpochMs): boolean => {
  const from = answersFrom(overlay);
  return from !== undefined && now >= from;
};

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
const typeUnderQuestion = (ports: CommandPorts, requests: Extract<Edit, {kind: 'insert' | 'paste'}>): void => {
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

const selectOther = ({store}: CommandPorts, overlay: ConfirmOverlay): void => {
  const {yes, ...none} = overlay;
  // Moves from no answer to yes, to "no" if it has an action, and back.
  const hasNo = overlay.ifNo !== undefined;
  const next = yes === undefined ? {...none, yes: true} : none;
  store.update(showOverlay(yes === true && hasNo ? {...none, yes: false} : next));
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
      ports.link.sender.send(what.message, what.message.text);
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
    case 'approve':
      void approveAlways(ports, what.id, what.always);
      return;
    case 'revoke':
      void revoke(ports, what.id);
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

/** Until the overlay `takes` an answer, no choice is marked. */
const confirmShown = (overlay: ConfirmOverlay, takes: boolean, cells: number): Shown => {
  const {question, ifYes, ifNo, yes, typed} = overlay;
  const margin: Row = [span('  ')];
  const lines = (text: string): readonly Row[] =>
    hanging(wrapped([span(text)], Math.max(10, cells - 4)), margin, margin);
  const [title, go, keep] = labelsOf(ifYes);
  const letters = typed === undefined;
  const hasNo = ifNo !== undefined;
  const each: readonly Row[] = [
    ...(hasNo ? [button('Esc', 'later', {takes, letters, isChosen: yes === undefined})] : []),
    button('n', keep, {takes, letters, isChosen: hasNo ? yes === false : yes !== true}),
    button('y', go, {takes, letters, isChosen: yes === true}),
  ];
  const beside = each.flatMap((row, index) => (index === 0 ? row : [span('  '), ...row]));
  // One below the other where they don't fit beside each other.
  const buttons = rowWidth(beside) <= cells ? [beside] : each;
  const hint =
    typed === undefined ? [] : [EMPTY_ROW, ...lines('Your text is in the draft. Answer with Tab and Enter.')];
  const rows = [EMPTY_ROW, ...lines(question), EMPTY_ROW, ...buttons, ...hint];
  return {title, rows, role: isDanger(ifYes) ? 'error' : undefined};
};

type ButtonState = {readonly takes: boolean; readonly letters: boolean; readonly isChosen: boolean};

const button = (key: string, label: string, {takes, letters, isChosen}: ButtonState): Row => {
  const chosen = takes && isChosen;
  const row: Row = [
    span(chosen ? '> ' : '  ', chosen ? {role: 'accent', bold: true} : 'dim'),
    ...(letters ? [span(`${key} `, takes ? 'accent' : 'dim')] : []),
    span(`${label} `, takes ? 'text' : 'dim'),
  ];
  return chosen ? litRow(row, rowWidth(row)) : row;
};

/** It ends something, or lets somebody in. */
const isDanger = (ifYes: Confirmed): boolean =>
  ifYes.kind === 'reset' ||
  ifYes.kind === 'allow' ||
  ifYes.kind === 'approve' ||
  (ifYes.kind === 'act' && (ifYes.action === 'item.cancel' || ifYes.action === 'item.discard'));

/** The title, then yes and no as verbs. */
type Labels = readonly [title: string, yes: string, no: string];

const labelsOf = (ifYes: Confirmed): Labels => {
  if (ifYes.kind === 'allow' && ifYes.own === true) return ['your own number?', 'yes, it is mine', 'not now'];
  if (ifYes.kind !== 'act') return LABELS[ifYes.kind];
  const {title = '', yes = 'yes', no = 'no'} = actionOn(ifYes.target, ifYes.action)?.question ?? {};
  return [title, yes, no];
};

const LABELS: Readonly<Record<Exclude<Confirmed['kind'], 'act'>, Labels>> = {
  send: ['unknown command', 'send as a message', 'keep editing'],
  reset: ['start over', 'start over', 'keep the conversation'],
  allow: ['contact request', 'allow', 'not now'],
  approve: ['approve a call', 'approve', 'not now'],
  revoke: ['rule', 'revoke it', 'keep it'],
  rang: ['test message', 'it rang', 'silent'],
  retime: ['stats', 'move it', 'keep its time'],
  'keep-time': ['stats', 'keep its time', 'later'],
};
/** Keys that select an answer. */
const NEEDS_PAUSE: ReadonlySet<string> = new Set(['enter', 'tab', 'shift+tab', 'left', 'right', 'up', 'down']);
/** Nobody reads and answers a question faster; gaps in fast typing are shorter. */
const PAUSE_MS = 400;
