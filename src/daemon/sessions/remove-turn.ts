// Removes a turn without effects (queued, or interrupted before its first step) from its conversation.
import type {Turn} from '../../shared/records/turn.ts';
import type {Emit} from '../ports/store.ts';
import type {World} from '../ports/system.ts';
import type {SessionIndex} from './session-index.ts';

/** Removes the turn and its messages, in the current transaction. */
export const removeTurn = (
  {store, index}: Pick<World, 'store'> & {readonly index: SessionIndex},
  {id: turnId, session, trust}: Turn,
  emit: Emit,
): void => {
  for (const {id} of store.messages.ofTurn(turnId)) {
    store.messages.remove(id);
    emit({type: 'message.retracted', session, cause: turnId, trust, messageId: id, turnId});
  }
  store.turns.remove(turnId);
  index.changed(session, emit);
};
