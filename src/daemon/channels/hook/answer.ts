// Judges the answer of a target. Pure. Success is any 2xx; a refusal for good ends the delivery, and everything else is
// tried again.

import {SendFailure} from '../../../shared/records/delivery/send-failure.ts';
import {connectionFault} from '../../../shared/text/connection-fault.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {oneLine} from '../../../shared/text/one-line.ts';
import {clauseFromOutside} from '../../../shared/text/sentences.ts';
import {type EpochMs, HOUR} from '../../../shared/time/time.ts';
import {ForbiddenAddress, type ServiceAnswer} from '../../system/http/request-once.ts';
import {waitIn} from '../../system/http/retry-after.ts';

/** Undefined for a success. */
export const failureOf = (
  host: string,
  {status, headers, text}: ServiceAnswer,
  now: EpochMs,
): SendFailure | undefined => {
  if (status >= 200 && status < 300) return undefined;
  const quoted = [
    ...oneLine(text)
      .slice(0, 2 * LONGEST_QUOTE)
      .toWellFormed(),
  ]
    .slice(0, LONGEST_QUOTE)
    .join('');
  const quote = quoted === '' ? '' : ` ${quoted}`;
  if (isForGood(status)) return new SendFailure(`${host} refused it (${status}).${quote}`, {retry: 'never'});
  const hint = HINTS[status] ?? (status >= 300 && status < 400 ? ' Redirects are not followed: change its url.' : '');
  const retryAfterMs = waitIn(headers['retry-after'], now, LONGEST_WAIT_MS);
  return new SendFailure(`${host} answered ${status}.${hint}${quote}`, {
    retry: 'later',
    // A gateway may have passed it on.
    doubt: status === 502 || status === 504,
    retryAfterMs,
  });
};

/** No answer: whether it arrived is unknown unless the connection was never made. */
export const brokenOff = (host: string, error: unknown): SendFailure => {
  if (error instanceof ForbiddenAddress) return new SendFailure(error.message, {retry: 'never'});
  if (error instanceof GatewayError) return new SendFailure(error.message, {retry: 'later'});
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = connectionFault(code, clauseFromOutside(errorMessage(error)));
  return new SendFailure(`Couldn't reach ${host}: ${reason}.`, {retry: 'later', doubt: !NEVER_LEFT.has(code)});
};

/** A client error that waiting doesn't cure. A credential, a limit and a lock may be corrected. */
const isForGood = (status: number): boolean => status >= 400 && status < 500 && !CURABLE.has(status);

const CURABLE: ReadonlySet<number> = new Set([401, 403, 408, 421, 423, 425, 429]);
const HINTS: Readonly<Record<number, string>> = {
  401: ' Check the secret on both sides.',
  403: ' Check the secret and what the other side allows.',
};
const NEVER_LEFT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const LONGEST_QUOTE = 300;
const LONGEST_WAIT_MS = HOUR;
