// The reason why a channel rejected an Outbound, and what happens next. Any other channel error is judged by its code.

import {type ErrorCode, GatewayError} from '../../text/gateway-error.ts';
import type {DeliveryNeed} from './delivery.ts';

/**
 * `unsent`: the channel cannot be used for now, so this doesn't count as an attempt. `later`: retried after a wait.
 * `afterFix`: retried after a person fixed the problem. `doubt`: the outcome is unknown. `never`: every retry would
 * fail the same way.
 */
type SendRetry = 'unsent' | 'later' | 'afterFix' | 'doubt' | 'never';

export type SendEnd = {
  readonly retry: SendRetry;
  /** The minimum wait before the next attempt. */
  readonly retryAfterMs?: number;
  /** The send failed and may have arrived anyway: a resend counts as a repeat. */
  readonly doubt?: boolean;
  /** The step that a person must do first. */
  readonly needs?: DeliveryNeed;
};

export class SendFailure extends GatewayError {
  readonly end: SendEnd;

  constructor(sentence: string, end: SendEnd, options?: ErrorOptions) {
    super(CODES[end.retry], sentence, options);
    this.end = end;
  }
}

/** The result for anything that a channel threw. */
export const sendEndOf = (thrown: unknown): SendEnd => {
  if (thrown instanceof SendFailure) return thrown.end;
  const isFinal = thrown instanceof GatewayError && thrown.code !== 'unavailable' && thrown.code !== 'busy';
  return {retry: isFinal ? 'never' : 'later'};
};

const CODES: Readonly<Record<SendRetry, ErrorCode>> = {
  unsent: 'unavailable',
  later: 'unavailable',
  afterFix: 'conflict',
  doubt: 'failed',
  never: 'refused',
};
