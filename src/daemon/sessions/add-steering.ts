// Steering: a message that a person writes while their turn runs reaches the model before its next step.
import {isDeepStrictEqual} from 'node:util';
import {replyAddress, type Turn} from '../../shared/records/turn.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {World} from '../ports/system.ts';
import type {SessionIndex} from './session-index.ts';
import type {Sessions} from './session-registry.ts';

/**
 * Moves the waiting messages that steer into the running turn, behind what the turn has stored so far. Until then each
 * waits in a turn of its own, so a message whose turn was never joined is answered on its own. Clients see a message
 * retracted and added again under its id, with the other turn. Never throws.
 */
export const addSteering = (
  {store, log, index, sessions}: World & {readonly index: SessionIndex; readonly sessions: Sessions},
  running: Turn,
): void => {
  const {id: turnId, session} = running;
  const queued = sessions.queued(session);
  if (queued === 0) return;
  const joining = store.turns
    .inState('queued')
    .filter(waiting => asksAlike(waiting, running))
    .flatMap(waiting => {
      const [message] = store.messages.ofTurn(waiting.id);
      return message?.details?.steers === true ? [{waiting, message}] : [];
    });
  if (joining.length === 0) return;
  try {
    store.transact(emit => {
      for (const {waiting, message} of joining) {
        const context = {session, cause: turnId, trust: waiting.trust};
        const key = store.messages.keyOf(message.id);
        store.messages.remove(message.id);
        store.turns.remove(waiting.id);
        emit({...context, type: 'message.retracted', messageId: message.id, turnId: waiting.id});
        emit({...context, type: 'message.added', message: store.messages.add({...message, turnId}, key)});
      }
      index.changed(session, emit, {queued: queued - joining.length});
    });
  } catch (error) {
    log.error({turn: turnId, error}, `A message couldn't be added to the running turn: ${errorMessage(error)}`);
    return;
  }
  for (const {waiting} of joining) sessions.withdraw(waiting.id, 'The message was added to the running turn.');
};

/** The same person asks with the same trust, and the answer goes to the same place. */
const asksAlike = (waiting: Turn, running: Turn): boolean =>
  waiting.session === running.session &&
  waiting.trust === running.trust &&
  waiting.deliver === running.deliver &&
  replyAddress(waiting) === replyAddress(running) &&
  isDeepStrictEqual(waiting.source, running.source);
