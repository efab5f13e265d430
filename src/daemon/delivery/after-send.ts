// What becomes of a delivery that its channel did not accept. Pure: the failure, the instant, the channel's state and the jitter in;
// the delivery as it is to be kept out. Only its own failures count against it.

import {omit} from '../../shared/fields/omit.ts';
import {present} from '../../shared/fields/present.ts';
import type {Delivery} from '../../shared/records/delivery.ts';
import {assertNever, errorMessage} from '../../shared/records/gateway-error.ts';
import {type SendEnd, sendEndOf} from '../../shared/records/send-failure.ts';
import {DAY, type EpochMs, HOUR, SECOND} from '../../shared/time/time.ts';
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
  const lastError = errorMessage(error);
  const uncounted = Math.max(0, delivery.attempts - 1);
  const failed = omit(doubted(delivery, end), 'needs');
  const reason = {lastError, ...present({needs: end.needs})};
  const shortestMs = Math.max(end.retryAfterMs ?? 0, end.doubt === true ? DOUBT_MS : 0);
  const waiting = (attempts: number, ms: number): Delivery => ({
    ...failed,
    ...reason,
    state: 'queued',
    attempts,
    nextAttemptAt: now + Math.max(ms, shortestMs),
  });
  const dead: Delivery = {...failed, ...reason, state: 'dead'};
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
      return {...dead, lastError: `${lastError} ${SENT_TWICE}`};
    case 'never':
      return dead;
    default:
      return assertNever(end.retry);
  }
};

/**
 * What becomes of a delivery that the end of a daemon cut off while it was being sent: nobody knows whether it arrived, so it is sent
 * once more as a repeat, and not a third time.
 */
export const afterCutOff = (delivery: Delivery, now: EpochMs): Delivery => {
  const doubts = (delivery.doubts ?? 0) + 1;
  if (doubts > MOST_DOUBTS)
    return {...delivery, doubts, state: 'dead', repeat: true, lastError: `${CUT_OFF} ${SENT_TWICE}`};
  return {...delivery, doubts, state: 'queued', repeat: true, lastError: CUT_OFF, nextAttemptAt: now};
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
/** Long enough for a connection to come back, and short, since everything behind it in the chat waits with it. */
const DOUBT_MS = 10 * SECOND;
/** How often in a row something may be sent again without knowing whether it arrived. */
const MOST_DOUBTS = 1;
const SENT_TWICE = 'It was sent twice already. If it did not arrive, send it again: rooster outbox retry.';
const CUT_OFF = 'The daemon ended while it was being sent; nobody knows whether it arrived.';
