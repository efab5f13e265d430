// What is said of a turn that the end of the daemon interrupted. Pure.
import {isPushable} from '../../shared/records/address.ts';
import {addressOfSession, type SessionKey} from '../../shared/records/session-key.ts';

export const INTERRUPTED = 'Interrupted: the daemon stopped.';

/** The same, where nothing starts the turn again. */
export const INTERRUPTED_FOR_GOOD = `${INTERRUPTED} Ask again if you still want an answer.`;

/** When the daemon stops: jobs and messages on a channel are taken care of by the next start, a terminal's message isn't. */
export const stoppedReason = (turn: {readonly session: SessionKey; readonly fromPerson: boolean}): string => {
  const address = addressOfSession(turn.session);
  const isAnsweredByPush = address !== undefined && isPushable(address);
  return turn.fromPerson && !isAnsweredByPush ? INTERRUPTED_FOR_GOOD : INTERRUPTED;
};
