// What becomes of a delivery that its channel did not accept. Pure: the failure, the instant, the channel's state and the jitter in;
// the delivery as it is to be kept out. Only its own failures count against it.
import type {Delivery} from '../../shared/delivery.ts';
import {assertNever, wordsFor} from '../../shared/gateway-error.ts';
import {type SendEnd, sendEndOf} from '../../shared/send-failure.ts';
import {DAY, type EpochMs, HOUR, MINUTE, SECOND} from '../../shared/time.ts';
import {afterFailure} from './retry-ladder.ts';

type SendCircumstances = {
  readonly now: EpochMs;
  /** The channel cannot send at all any more. */
  readonly isDown: boolean;
  /** In [0, 1). */
  readonly jitter: number;
};

/** `delivery` is as it was while it was being sent, with the attempt counted. */
export const afterSend = (delivery: Delivery, error: unknown, around: SendCircumstances): Delivery => {
  const {now, isDown, jitter} = around;
  const end = sendEndOf(error);
  const lastError = wordsFor(error);
  const uncounted = Math.max(0, delivery.attempts - 1);
  const waiting = (attempts: number, ms: number): Delivery => ({
    ...doubted(delivery, end),
    state: 'queued',
    attempts,
    lastError,
    nextAttemptAt: now + Math.max(ms, end.retryAfterMs ?? 0),
  });
  const dead: Delivery = {...doubted(delivery, end), state: 'dead', lastError};
  switch (end.retry) {
    case 'unsent':
      return waiting(uncounted, WHILE_DOWN_MS);
    case 'later': {
      // A channel that went away under the attempt is not this delivery's failure: it waits, it does not age.
      const attempts = isDown ? uncounted : delivery.attempts;
      const next = afterFailure({...delivery, attempts: Math.max(1, attempts)}, now, jitter);
      if (next.kind === 'dead') return isDown ? waiting(attempts, WHILE_DOWN_MS) : dead;
      return waiting(attempts, next.at - now);
    }
    case 'whenMended':
      if (now - delivery.createdAt > LONGEST_UNMENDED_MS) return dead;
      return waiting(uncounted, end.retryAfterMs ?? MENDED_MEANWHILE_MS);
    case 'doubt':
      // Once more, so that it is not lost; not a third time, which would be one too many for the person.
      if (doubtsOf(delivery, end) <= MOST_DOUBTS) return waiting(delivery.attempts, DOUBT_MS);
      return {
        ...dead,
        lastError: `${lastError} It was sent twice already; send it again by hand if it did not arrive.`,
      };
    case 'never':
      return dead;
    default:
      return assertNever(end.retry);
  }
};

const doubted = (delivery: Delivery, end: SendEnd): Delivery => {
  if (end.retry !== 'doubt') return end.doubt === true ? {...delivery, repeat: true} : delivery;
  return {...delivery, repeat: true, doubts: doubtsOf(delivery, end)};
};

const doubtsOf = ({doubts = 0}: Delivery, {retry}: SendEnd): number => doubts + (retry === 'doubt' ? 1 : 0);

const WHILE_DOWN_MS = 5 * SECOND;
/** A person may have mended it without telling us; asking costs little. */
const MENDED_MEANWHILE_MS = HOUR;
const LONGEST_UNMENDED_MS = 7 * DAY;
/** What may have arrived is not sent again in a hurry: each time may be one too many for the person. */
const DOUBT_MS = 2 * MINUTE;
const MOST_DOUBTS = 1;
