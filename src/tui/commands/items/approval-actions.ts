// The answers to a call of the agent that waits for the person, from its card: the oldest, which has the keys.
import type {Approval} from '../../../shared/records/approval.ts';
import type {ApprovalId} from '../../../shared/records/ids.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {approvalDocument} from '../../nouns/approval.ts';
import {type ReaderOverlay, showOverlay} from '../../state/overlay.ts';
import type {UiState} from '../../state/ui-state.ts';
import type {CommandPorts} from '../command-ports.ts';
import {request} from '../session-actions.ts';
import {showDocument} from './read-item.ts';

/**
 * Answers the call on the card. A key answers only what was on the screen for a moment, and only after a pause: a key
 * that is held, or that was meant for something else, answers nothing. `id`: the call whose word was clicked.
 */
export const answerCard = (ports: CommandPorts, answer: 'approve' | 'deny', id?: string): void => {
  const {gateway, ui} = ports.store.get();
  const {card = NO_CARD, overlay} = ui;
  const [shown] = gateway.approvals;
  if (shown === undefined || overlay.kind !== 'none' || (id !== undefined && id !== shown.id)) return;
  // A card that isn't drawn yet, or that has no room on the screen.
  const since = card.id === shown.id ? card.since : Number.POSITIVE_INFINITY;
  // The end arrives as an event, as on every other terminal.
  if (isPressed(ports, since)) void request(ports, 'approval.answer', {id: shown.id, answer});
};

/** Answers the call that the reader shows, with the same pauses as on its card. */
export const answerShown = (ports: CommandPorts, {call, back}: ReaderOverlay, answer: 'approve' | 'deny'): void => {
  if (call === undefined || !isPressed(ports, call.since)) return;
  ports.store.update(showOverlay(back));
  void request(ports, 'approval.answer', {id: call.item.id, answer});
};

/** False for a key that came too soon after the call was shown, or after the last key; it says so. */
const isPressed = ({store, clock}: CommandPorts, since: EpochMs): boolean => {
  const now = clock.now();
  const {card = NO_CARD} = store.get().ui;
  store.update(ui => ({...ui, card: {...card, keyAt: now}}));
  const problem =
    now - since < READ_MS
      ? TOO_SOON
      : now - card.keyAt < READ_MS
        ? 'The key was pressed twice. Press it once'
        : undefined;
  if (problem !== undefined) store.update(ui => ({...ui, idleKey: problem}));
  return problem === undefined;
};

/** Shows the whole call. `id`: the one whose word was clicked, otherwise the oldest. */
export const lookAt = (ports: CommandPorts, id?: string): void => {
  const {approvals} = ports.store.get().gateway;
  const approval = id === undefined ? approvals[0] : approvals.find(item => item.id === id);
  if (approval !== undefined) readCall(ports, approval);
};

export const readCall = (ports: CommandPorts, item: Approval): void =>
  showDocument(ports, approvalDocument(item), undefined, {item, since: ports.clock.now()});

/** The card on the screen, if it shows one. */
export const cardDrawn = ({store, clock}: CommandPorts, id: ApprovalId | undefined): void => {
  const {card = NO_CARD} = store.get().ui;
  if (card.id !== id) store.update(ui => ({...ui, card: {...card, id, since: clock.now()}}));
};

const NO_CARD: NonNullable<UiState['card']> = {since: 0, keyAt: 0};
const TOO_SOON = 'The call came up just now. Read it, then press the key again';
const READ_MS = 500;
