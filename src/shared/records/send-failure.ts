// Why a channel did not accept an Outbound, and what follows from it. Any other error of a channel is judged by its code alone.
import type {DeliveryNeed} from './delivery.ts';
import {type ErrorCode, GatewayError} from './gateway-error.ts';

/**
 * `unsent`: it never left, the channel cannot be used for a while; no attempt. `later`: by itself, after a wait.
 * `whenMended`: after a person did what the sentence says. `doubt`: nobody knows whether it arrived. `never`: it would fail the same way.
 */
type SendRetry = 'unsent' | 'later' | 'whenMended' | 'doubt' | 'never';

export type SendEnd = {
  readonly retry: SendRetry;
  /** Not to be tried before so long. */
  readonly retryAfterMs?: number;
  /** It failed, and may have arrived all the same: sent again, it is a repeat. */
  readonly doubt?: boolean;
  /** What a person has to do about it. */
  readonly needs?: DeliveryNeed;
};

export class SendFailure extends GatewayError {
  readonly end: SendEnd;

  constructor(sentence: string, end: SendEnd, options?: ErrorOptions) {
    super(CODES[end.retry], sentence, options);
    this.end = end;
  }
}

/** What follows from whatever a channel threw. */
export const sendEndOf = (thrown: unknown): SendEnd => {
  if (thrown instanceof SendFailure) return thrown.end;
  const isFinal = thrown instanceof GatewayError && thrown.code !== 'unavailable' && thrown.code !== 'busy';
  return {retry: isFinal ? 'never' : 'later'};
};

const CODES: Readonly<Record<SendRetry, ErrorCode>> = {
  unsent: 'unavailable',
  later: 'unavailable',
  whenMended: 'conflict',
  doubt: 'failed',
  never: 'refused',
};
