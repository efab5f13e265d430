// Delivers a broadcast: its text, or (word for word) what the agent of a conversation couldn't tell there.

import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {Turn, TurnOutcome} from '../../../shared/records/turn.ts';
import type {Core} from '../../core.ts';
import {verbatimTargets} from '../../delivery/targets.ts';
import type {Emit} from '../../ports/store.ts';
import type {World} from '../../ports/system.ts';

type Words = {readonly session: SessionKey; readonly text: string; readonly key: string};

/** Queues a text to the people of a conversation, once per address. Call it in the transaction that stores the text. */
export const deliverIn = (
  {outbox, people: {userIn, addressesOf}}: Core,
  {session, text, key}: Words,
  emit: Emit,
): void => {
  const user = userIn(session);
  for (const address of verbatimTargets(session, user === undefined ? [] : addressesOf(user))) {
    outbox.enqueue({key: `${key}@${address}`, address, text, session}, emit);
  }
};

/** A message that the agent there couldn't tell goes out word for word. Call it in the transaction that ends a turn. */
export const deliverUnrephrased = (
  core: Pick<World, 'store'> & Core,
  turn: Turn,
  outcome: TurnOutcome,
  emit: Emit,
): void => {
  if (turn.source.kind !== 'broadcast' || outcome.kind !== 'failed') return;
  const asked = core.store.messages.ofTurn(turn.id)[0];
  if (asked !== undefined) deliverIn(core, {session: turn.session, text: asked.text, key: turn.id}, emit);
};
