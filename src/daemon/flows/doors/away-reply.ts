// Sends the reply that a message of the operator, another program or another conversation got at the terminal to where
// its person is, like an announcement: nobody watches the terminal all day.

import {TERMINAL} from '../../../shared/records/address.ts';
import {isUnasked, replyAddress, type Turn, type TurnOutcome} from '../../../shared/records/turn.ts';
import type {Core} from '../../core.ts';
import {reminderTargets} from '../../delivery/targets.ts';
import type {Emit} from '../../ports/store.ts';
import {withoutSentinels} from '../../schedule/reply-verdict.ts';
import {markupOf} from '../../turns/offline-turn.ts';

/** Call this in the transaction that ends a turn. */
export const sendAway = (
  {store, outbox, people: {addressesOf}, reach: {aim}}: Core,
  turn: Turn,
  outcome: TurnOutcome,
  emit: Emit,
): void => {
  const {id: turnId, session, user, source, deliver} = turn;
  if (!deliver || !isUnasked(source, turn.addressed) || outcome.kind !== 'replied' || replyAddress(turn) !== TERMINAL)
    return;
  const addresses = user === undefined ? [] : addressesOf(user);
  const away = reminderTargets({session}, addresses).filter(address => address !== TERMINAL);
  const text = withoutSentinels(outcome.text);
  // The terminal has the reply under the turn's id already.
  const key = `${turnId}@away`;
  const markup = markupOf(store.turns.get(turnId)?.model);
  const of = {run: {id: turnId}, source, text, ...markup, key, person: user, alreadyIn: session} as const;
  const targets = aim({...of, kind: 'announce', otherwise: away});
  for (const address of targets)
    outbox.enqueue({key: `${key}@${address}`, address, text, session, turnId, ...markup}, emit);
};
