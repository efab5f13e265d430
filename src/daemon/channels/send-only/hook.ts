// Sends each delivery to a target, another program, as a request. A 2xx response accepts it; a refusal for good ends
// the delivery, and everything else is tried again. The body is the same at each attempt, because the receiver compares
// it with the first one.
import {targetOf} from '../../../shared/records/address.ts';
import type {Outbound} from '../../../shared/records/delivery/injection.ts';
import {SendFailure} from '../../../shared/records/delivery/send-failure.ts';
import {connectionFault} from '../../../shared/text/connection-fault.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {oneLine} from '../../../shared/text/one-line.ts';
import {clauseFromOutside, formatReason} from '../../../shared/text/sentences.ts';
import {type EpochMs, HOUR, isoOf, SECOND} from '../../../shared/time/time.ts';
import type {Config} from '../../config/config-schema.ts';
import type {TargetConfig} from '../../config/http-config.ts';
import {ForbiddenAddress, type ServiceAnswer} from '../../system/http/request-once.ts';
import {waitIn} from '../../system/http/retry-after.ts';
import {nodeCrypto} from '../../system/node-crypto.ts';
import {withinLimit} from '../../system/time-limit.ts';
import type {SendOnlyChannel} from './send-only-channel.ts';

const LIMIT_MS = 60 * SECOND;

export const HOOK: SendOnlyChannel<Config['targets']> = {
  name: 'hook',
  configured: ({targets}) => (Object.keys(targets).length === 0 ? undefined : targets),
  limitMs: LIMIT_MS,
  receivers: 'programs',
  waitsForFix: true,
  /** The targets whose secret can't be read. */
  warnings: (targets, {readSecret}) =>
    Object.entries(targets).flatMap(([name, {secret}]) => {
      const reading = secret === undefined ? undefined : readSecret(secret);
      return reading?.kind === 'missing' ? [`targets.${name}.secret: ${formatReason(reading.reason)}`] : [];
    }),
  send: async (targets, outbound, {clock, owner, readSecret, request}, signal) => {
    const name = targetOf(outbound.to);
    const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
    if (target === undefined) throw new SendFailure(`No target ${name}.`, {retry: 'afterFix'});
    const secret = target.secret === undefined ? undefined : readSecret(target.secret);
    if (secret?.kind === 'missing') throw new SendFailure(formatReason(secret.reason), {retry: 'afterFix'});
    const {host} = new URL(target.url);
    const body = bodyOf(outbound, target, owner());
    const headers = headersOf(outbound, {scheme: target.scheme, secret: secret?.value, body, now: clock.now()});
    const answer = await withinLimit(
      {clock, ms: LIMIT_MS, signal},
      both =>
        request({
          url: target.url,
          method: 'POST',
          headers,
          body,
          mayBePrivate: target.private,
          limitBytes: READ_BYTES,
          signal: both,
        }),
      (error, isLate) => (isLate ? tooLate(host, error) : brokenOff(host, error)),
    );
    const failure = failureOf(host, answer, clock.now());
    if (failure !== undefined) throw failure;
  },
};

/**
 * The wake-up's own format. Fields without a value are absent. The message and the payload are unchanged to the byte,
 * so the payload is put in as text. A job's result has the same fields: its name is the alarm's id.
 */
const bodyOf = ({id, text, wake, run}: Outbound, {user}: Pick<TargetConfig, 'user'>, owner: string): string => {
  const {conversation, payload} = wake ?? {};
  const members = [
    member('user_id', user ?? wake?.user ?? owner),
    ...(conversation === undefined ? [] : [member('conversation_id', conversation)]),
    member('message', text),
    ...(payload === undefined ? [] : [`"payload":${payload}`]),
    member('alarm_id', run?.name ?? id),
    member('origin', ORIGIN),
    ...(run === undefined ? [] : [member('scheduled_for', isoOf(run.scheduledFor))]),
  ];
  return `{${members.join(',')}}`;
};

const member = (name: string, value: string): string => `${JSON.stringify(name)}:${JSON.stringify(value)}`;

type Proof = {
  readonly scheme: TargetConfig['scheme'];
  /** Undefined for a target without one. */
  readonly secret: string | undefined;
  readonly body: string;
  readonly now: EpochMs;
};

/** The key is the occurrence's: the receiver drops a repeat by it. */
const headersOf = ({key, repeat}: Outbound, proof: Proof): Readonly<Record<string, string>> => ({
  'content-type': 'application/json',
  'user-agent': 'Rooster',
  'idempotency-key': key,
  ...(repeat && {'x-rooster-repeat': 'true'}),
  ...credentials(key, proof),
});

/** https://www.standardwebhooks.com: HMAC-SHA256 of id, timestamp and body, in base64. */
const credentials = (key: string, {scheme, secret, body, now}: Proof): Readonly<Record<string, string>> => {
  if (secret === undefined) return {};
  if (scheme === 'bearer') return {authorization: `Bearer ${secret}`};
  const timestamp = String(Math.floor(now / SECOND));
  const signature = nodeCrypto()
    .createHmac('sha256', keyOf(secret))
    .update(`${key}.${timestamp}.${body}`)
    .digest('base64');
  return {'webhook-id': key, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}`};
};

/** The standard's secrets are base64 after their prefix. Any other secret is its own text. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret);

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

const tooLate = (host: string, error: unknown): SendFailure => {
  const sentence = `${host} did not answer within ${LIMIT_MS / SECOND} seconds.`;
  return new SendFailure(sentence, {retry: 'later', doubt: true}, {cause: error});
};

/** Enough for the 300 characters that are kept, in any alphabet. */
const READ_BYTES = 4_096;
/** The name under which Rooster wakes another program. */
const ORIGIN = 'rooster';
const PREFIX = 'whsec_';
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
