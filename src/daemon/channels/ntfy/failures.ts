// Classifies ntfy responses and connection errors. Pure. A wrong address or token needs a person. A message that the
// server rejects fails for good.
import {isRecord} from '../../../shared/fields/is-record.ts';
import {type SendEnd, SendFailure} from '../../../shared/records/delivery/send-failure.ts';
import {connectionFault} from '../../../shared/text/connection-fault.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {clauseFromOutside} from '../../../shared/text/sentences.ts';
import {abridged} from '../../../shared/text/shortened.ts';
import {type EpochMs, HOUR, MINUTE} from '../../../shared/time/time.ts';
import {waitIn} from '../../system/http/retry-after.ts';

/** A response without success. */
type Refusal = {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: string;
};

export const refused = (host: string, {status, retryAfter, body}: Refusal, now: EpochMs): SendFailure => {
  const {code, error} = reasonIn(body);
  const reason = error === undefined ? `status ${status}` : `${abridged(error, LONGEST_QUOTE)}, status ${status}`;
  const failure = (sentence: string, end: SendEnd): SendFailure => new SendFailure(sentence, end);
  switch (status) {
    case 401:
      return failure(`${host} refused the access token (${reason}). Set ntfy.token.`, {retry: 'afterFix'});
    case 403:
      return failure(`${host} doesn't allow this topic (${reason}). Set ntfy.token, or choose another topic.`, {
        retry: 'afterFix',
      });
    case 413:
      return failure(`${host} refused the message as too long (${reason}).`, {retry: 'never'});
    case 429:
      return failure(`${host} is rate-limiting messages (${reason}). Rooster retries.`, {
        retry: 'later',
        retryAfterMs: waitIn(retryAfter ?? undefined, now, LONGEST_WAIT_MS) ?? (code === DAILY_QUOTA ? HOUR : MINUTE),
      });
    default:
      if (status >= 500) {
        const retryAfterMs = waitIn(retryAfter ?? undefined, now, LONGEST_WAIT_MS) ?? 0;
        // A gateway timeout: the gateway may have passed the message on.
        return failure(`${host} failed (${reason}). Rooster retries.`, {
          retry: 'later',
          retryAfterMs,
          doubt: status === 504,
        });
      }
      // ntfy's own errors have a code. A response without a code comes from another kind of server.
      if (status === 400 && code !== undefined) return failure(`${host} refused it (${reason}).`, {retry: 'never'});
      return failure(`${host} doesn't answer like an ntfy server (${reason}). Check ntfy.url.`, {retry: 'afterFix'});
  }
};

/** The server gave no response. */
export class Unanswered extends SendFailure {}

/**
 * The connection broke before a response, so the message may be published. The channel sends it again: a lost reminder
 * is worse than a duplicate. Current servers show both as one notification.
 */
export const unanswered = (host: string, error: unknown): Unanswered => {
  const {code, message} = causeOf(error);
  const sentence = `Couldn't reach ${host}: ${message}. Rooster retries.`;
  return new Unanswered(sentence, NEVER_LEFT.test(code) ? {retry: 'unsent'} : {retry: 'later', doubt: true});
};

/** The innermost reason of a failed fetch. */
export const causeOf = (error: unknown): {readonly code: string; readonly message: string} => {
  const inner = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = inner instanceof Error && 'code' in inner && typeof inner.code === 'string' ? inner.code : '';
  return {code, message: connectionFault(code, clauseFromOutside(errorMessage(inner)))};
};

const reasonIn = (body: string): {readonly code?: number; readonly error?: string} => {
  try {
    const parsed: unknown = JSON.parse(body);
    if (!isRecord(parsed)) return {};
    const {code, error} = parsed;
    return {code: typeof code === 'number' ? code : undefined, error: typeof error === 'string' ? error : undefined};
  } catch {
    // A proxy responds with a page.
    return {};
  }
};

const NEVER_LEFT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ERR_TLS\w*|\w*CERT\w*|ERR_SSL\w*)$/u;
/** ntfy's code for "daily message quota reached". */
const DAILY_QUOTA = 42_908;
const LONGEST_WAIT_MS = 6 * HOUR;
const LONGEST_QUOTE = 200;
