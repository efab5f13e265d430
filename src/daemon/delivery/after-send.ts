// Decides the next state of a delivery that its channel didn't accept. Pure. Only the delivery's own failures count as
// attempts.

import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import {type SendEnd, sendEndOf} from '../../shared/records/delivery/send-failure.ts';
import {assertNever, errorMessage} from '../../shared/text/gateway-error.ts';
import {afterRefusal} from '../../shared/time/six-hour-ladder.ts';
import {DAY, type EpochMs, HOUR, MINUTE, SECOND} from '../../shared/time/time.ts';
import type {Channel} from '../ports/channel.ts';

type SendCircumstances = {
  readonly now: EpochMs;
  /** The channel can't send at all. */
  readonly isDown: boolean;
  /** In [0, 1). */
  readonly jitter: number;
  /** @default people */
  readonly receivers?: Channel['receivers'];
};

/** `delivery` includes the failed attempt in its count. */
export const afterSend = (delivery: Delivery, error: unknown, around: SendCircumstances): Delivery => {
  const {now, isDown} = around;
  const end = endFor(around, error);
  const lastError = errorMessage(error);
  const uncounted = Math.max(0, delivery.attempts - 1);
  const failed = {...doubted(delivery, end), needs: undefined};
  const reason = {lastError, needs: end.needs};
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
      // If the channel went down during the attempt, the delivery waits and the attempt doesn't count.
      const attempts = isDown ? uncounted : delivery.attempts;
      const next = nextFor(around, {...delivery, attempts: Math.max(1, attempts)});
      if (next.kind !== 'again') return isDown ? waiting(attempts, WHILE_DOWN_MS) : dead;
      return waiting(attempts, next.at - now);
    }
    case 'afterFix':
      if (now - delivery.createdAt > LONGEST_UNMENDED_MS) return dead;
      return waiting(uncounted, end.retryAfterMs ?? FIX_CHECK_MS);
    case 'doubt':
      // An uncertain delivery is sent a second time, so that it isn't lost. A third copy would annoy the person.
      if (doubtsOf(delivery, end) <= MOST_DOUBTS) return waiting(delivery.attempts, DOUBT_MS);
      return {...dead, lastError: `${lastError} ${SENT_TWICE}`};
    case 'never':
      return dead;
    default:
      return assertNever(end.retry);
  }
};

/** A program drops a repeat, so a doubt is a failure like any other. */
const endFor = ({receivers}: SendCircumstances, error: unknown): SendEnd => {
  const end = sendEndOf(error);
  return receivers === 'programs' && end.retry === 'doubt' ? {...end, retry: 'later', doubt: true} : end;
};

const nextFor = ({receivers, now, jitter}: SendCircumstances, delivery: Delivery) =>
  receivers === 'programs'
    ? afterRefusal({failures: delivery.attempts, since: delivery.createdAt}, now, jitter)
    : afterFailure(delivery, now, jitter);

/**
 * The state of a delivery that was interrupted when the daemon stopped. Its arrival is unknown, so it is sent once more
 * as a repeat. A person doesn't get it a third time.
 */
export const afterCutOff = (delivery: Delivery, now: EpochMs, receivers?: Channel['receivers']): Delivery => {
  const doubts = receivers === 'programs' ? 0 : (delivery.doubts ?? 0) + 1;
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
/** A person may have fixed the cause without notice. A retry costs little. */
const FIX_CHECK_MS = HOUR;
const LONGEST_UNMENDED_MS = 7 * DAY;
/** Long enough for a connection to return. Short, because later messages in the chat wait too. */
const DOUBT_MS = 10 * SECOND;
/** Number of repetitions in a row without knowing whether the delivery arrived. */
const MOST_DOUBTS = 1;
const SENT_TWICE = 'Rooster already sent this twice. If it did not arrive, run: rooster outbox retry';
const CUT_OFF = 'The daemon stopped while sending. It is unknown whether the message arrived.';

type Next = {readonly kind: 'again'; readonly at: EpochMs} | {readonly kind: 'dead'};

/**
 * Decides what follows failed attempt number `attempts` (from 1) of a delivery created at `createdAt`. `jitter` in [0,
 * 1) spreads retries by up to a fifth, so that many failures don't repeat together.
 */
export const afterFailure = (
  {attempts, createdAt}: {readonly attempts: number; readonly createdAt: EpochMs},
  now: EpochMs,
  jitter: number,
): Next => {
  const step = LADDER_MS[Math.min(attempts, LADDER_MS.length) - 1] ?? MINUTE;
  // Age alone is no reason to give up. A delivery that waited days for its channel still gets all retries.
  if (attempts >= MOST_ATTEMPTS || (attempts > LADDER_MS.length && now - createdAt > LONGEST_MS)) return {kind: 'dead'};
  return {kind: 'again', at: now + Math.round(step * (1 + jitter * SPREAD))};
};

const LADDER_MS = [2 * SECOND, 10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR];
const SPREAD = 0.2;
export const MOST_ATTEMPTS = 30;
export const LONGEST_MS = 2 * DAY;
