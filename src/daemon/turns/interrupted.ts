// The messages for a turn that was interrupted when the daemon stopped. Pure.
import {isPushable} from '../../shared/records/address.ts';
import {replyAddress, type Turn} from '../../shared/records/turn.ts';

export const INTERRUPTED = 'Interrupted: the daemon stopped.';

/** For a turn that nothing starts again. */
export const INTERRUPTED_FOR_GOOD = `${INTERRUPTED} Ask again if you still want an answer.`;

/** The next start repeats jobs and messages from a channel, but not messages from a terminal. */
export const stoppedReason = (turn: Pick<Turn, 'session' | 'replyTo'> & {readonly fromPerson: boolean}): string => {
  const address = replyAddress(turn);
  const isAnsweredByPush = address !== undefined && isPushable(address);
  return turn.fromPerson && !isAnsweredByPush ? INTERRUPTED_FOR_GOOD : INTERRUPTED;
};
