// The answers to a call of the agent that waits for the person, from its card: the oldest, which has the keys.
import type {ApprovalId} from '../../../shared/records/ids.ts';
import {approvalDocument} from '../../nouns/approval.ts';
import type {UiState} from '../../state/ui-state.ts';
import type {CommandPorts} from '../command-ports.ts';
import {request, say} from '../session-actions.ts';
import {showDocument} from './read-item.ts';

/**
 * Answers the call on the card. A key answers only what was on the screen for a moment, and only after a pause: a key
 * that is held, or that was meant for something else, answers nothing. `id`: the call whose word was clicked.
 */
export const answerCard = (ports: CommandPorts, answer: 'approve' | 'deny', id?: string): void => {
  const {store, clock} = ports;
  const {gateway, ui} = store.get();
  const {card = NO_CARD} = ui;
  const now = clock.now();
  store.update(state => ({...state, card: {...card, keyAt: now}}));
  const shown = gateway.approvals.find(approval => approval.id === card.id);
  if (shown === undefined || ui.overlay.kind !== 'none' || (id !== undefined && id !== shown.id)) return;
  if (gateway.approvals[0] !== shown || now - card.since < READ_MS) {
    say(ports, 'warn', 'Another call came up just now. Press the key again.');
    return;
  }
  if (now - card.keyAt < READ_MS) {
    say(ports, 'warn', 'The key was pressed twice. Wait a moment, then press it once.');
    return;
  }
  // The end arrives as an event, as on every other terminal.
  void request(ports, 'approval.answer', {id: shown.id, answer});
};

/** Shows the whole call. `id`: the one whose word was clicked, otherwise the oldest. */
export const lookAt = (ports: CommandPorts, id?: string): void => {
  const {approvals} = ports.store.get().gateway;
  const approval = id === undefined ? approvals[0] : approvals.find(item => item.id === id);
  if (approval !== undefined) showDocument(ports, approvalDocument(approval));
};

/** The card on the screen, if it shows one. */
export const cardDrawn = ({store, clock}: CommandPorts, id: ApprovalId | undefined): void => {
  const {card = NO_CARD} = store.get().ui;
  if (card.id !== id) store.update(ui => ({...ui, card: {...card, id, since: clock.now()}}));
};

const NO_CARD: NonNullable<UiState['card']> = {since: 0, keyAt: 0};
const READ_MS = 500;
