// The answer to a message from a terminal that was closed meanwhile goes on to the person's next way, if they have an
// order of ways.

import {type Address, isPushable, TERMINAL} from '../../../shared/records/address.ts';
import {ACTIVE_MS} from '../../../shared/records/delivery/presence.ts';
import {replyAddress, type Turn, type TurnOutcome} from '../../../shared/records/turn.ts';
import type {Core} from '../../core.ts';
import type {Emit} from '../../ports/store.ts';
import {withoutSentinels} from '../../schedule/reply-verdict.ts';
import {markupOf} from '../../turns/offline-turn.ts';

/** Call this in the transaction that ends a turn. */
export const followReply = ({store, outbox, reach}: Core, turn: Turn, outcome: TurnOutcome, emit: Emit): void => {
  const {id: turnId, session, user, source, queuedAt} = turn;
  if (outcome.kind !== 'replied' || source.kind !== 'user' || user === undefined) return;
  if (replyAddress(turn) !== TERMINAL) return;
  const {seen} = reach.around(user);
  // A client that reports no keys, such as a command, waits for its answer itself.
  const hasLeft = seen?.presence === 'away' && seen.lastKeyAt !== undefined && seen.lastKeyAt > queuedAt - ACTIVE_MS;
  if (!hasLeft) return;
  const text = withoutSentinels(outcome.text);
  const markup = markupOf(store.turns.get(turnId)?.model);
  const none: readonly Address[] = [];
  for (const address of reach.awayOf(user, none).filter(isPushable))
    outbox.enqueue({key: `${turnId}@${address}`, address, text, session, turnId, ...markup}, emit);
};
