// The messages for a turn that was interrupted when the daemon stopped. Pure.
import {isPushable} from '../../shared/records/address.ts';
import {replyAddress, type Turn} from '../../shared/records/turn.ts';

export const INTERRUPTED = 'Interrupted: the daemon stopped.';

/** For a turn that nothing starts again. */
export const INTERRUPTED_FOR_GOOD = `${INTERRUPTED} Ask again if you still want an answer.`;

/**
 * The next start repeats jobs and messages from a channel, and lets turns with calls go on. A terminal's other messages
 * are not repeated.
 */
export const stoppedReason = (
  turn: Pick<Turn, 'session' | 'replyTo'> & {readonly fromPerson: boolean},
  goesOn: boolean,
): string => {
  const address = replyAddress(turn);
  const isAnsweredByPush = address !== undefined && isPushable(address);
  return turn.fromPerson && !isAnsweredByPush && !goesOn ? INTERRUPTED_FOR_GOOD : INTERRUPTED;
};
