// Delivers the reply to a message of another program or conversation to the person's other addresses too, because the terminal isn't always watched.

import {sentByProgram} from '../../../shared/records/message.ts';
import type {Turn, TurnOutcome} from '../../../shared/records/turn.ts';
import type {Outbox} from '../../delivery/outbox.ts';
import {verbatimTargets} from '../../delivery/targets.ts';
import type {Emit} from '../../ports/store.ts';
import {withoutSentinels} from '../../schedule/reply-verdict.ts';

type AwayDeps = {
  readonly outbox: Outbox;
  readonly addressesOf: (user: string) => readonly `${string}:${string}`[];
};

/** Call this in the transaction that ends a turn. */
export const sendAway = ({outbox, addressesOf}: AwayDeps, turn: Turn, outcome: TurnOutcome, emit: Emit): void => {
  if (!turn.deliver || !sentByProgram(turn.source) || outcome.kind !== 'replied') return;
  const {id: turnId, session, user} = turn;
  const [, ...away] = verbatimTargets(session, user === undefined ? [] : addressesOf(user));
  const text = withoutSentinels(outcome.text);
  for (const address of away) outbox.enqueue({key: `${turnId}@${address}`, address, text, session, turnId}, emit);
};
