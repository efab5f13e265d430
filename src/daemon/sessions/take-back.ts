// A turn that waits, or that was cut off before it did anything, can be taken back: nothing of it stays in its conversation.
import type {Turn} from '../../shared/records/turn.ts';
import type {Emit} from '../ports/store.ts';
import type {World} from '../ports/system.ts';
import type {SessionIndex} from './session-index.ts';

/** Removes a turn of which nothing is to stay, with its messages; in the transaction at hand. */
export const takeBack = (
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
