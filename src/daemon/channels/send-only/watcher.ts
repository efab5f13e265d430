// Sends a ping to a watcher outside, over HTTP. Nothing names more of its address than the host.
import {connectionFault} from '../../../shared/text/connection-fault.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {formatReason, stopped} from '../../../shared/text/sentences.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {formatDuration} from '../../../shared/time/format-time.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {PingConfig} from '../../config/http-config.ts';
import type {RequestOnce} from '../../system/http/request-once.ts';
import type {SecretReading} from '../../system/read-secret.ts';
import {withinLimit} from '../../system/time-limit.ts';

type Sending = {
  readonly clock: Clock;
  readonly readSecret: (secret: PingConfig['url']) => SecretReading;
  readonly request: RequestOnce;
  readonly version: string;
};

export const createWatcher = (deps: Sending) => ({
  /** Resolves with undefined once the watcher has accepted it, else with a sentence. Never rejects. */
  ping: (ping: PingConfig, signal: AbortSignal): Promise<string | undefined> => whyNotSent(deps, ping, signal),
  hostOf: ({url}: PingConfig): string => {
    const reading = deps.readSecret(url);
    return reading.kind === 'secret' && URL.canParse(reading.value) ? new URL(reading.value).host : 'unknown';
  },
});

const whyNotSent = async (deps: Sending, ping: PingConfig, signal: AbortSignal): Promise<string | undefined> => {
  const url = deps.readSecret(ping.url);
  const secret = ping.secret === undefined ? undefined : deps.readSecret(ping.secret);
  if (url.kind === 'missing') return formatReason(url.reason);
  if (secret?.kind === 'missing') return formatReason(secret.reason);
  if (!URL.canParse(url.value)) return 'ping.url is not an address that begins with http:// or https://.';
  const {host} = new URL(url.value);
  try {
    const answer = await withinLimit(
      {clock: deps.clock, ms: LIMIT_MS, signal},
      both =>
        deps.request({
          url: url.value,
          method: 'POST',
          headers: secret === undefined ? HEADERS : {...HEADERS, authorization: `Bearer ${secret.value}`},
          body: `Rooster ${deps.version} is alive.`,
          mayBePrivate: ping.private,
          limitBytes: READ_BYTES,
          signal: both,
        }),
      (error, isLate) => new GatewayError('unavailable', formatFault(host, error, isLate)),
    );
    return whyNotAccepted(host, answer);
  } catch (error) {
    return stopped(errorMessage(error));
  }
};

/** healthchecks.io also answers 200 for a check that it doesn't know, and for one that is pinged too often. */
const whyNotAccepted = (host: string, {status, text}: {readonly status: number; readonly text: string}) => {
  if (status < 200 || status > 299) return `${host} answered with status ${status}.`;
  return /^OK \((?:not found|rate limited)\)/u.test(text)
    ? `${host} answered: ${text.slice(0, 40).trim()}.`
    : undefined;
};

/** Names the host alone, because the rest of the address is a secret. */
const formatFault = (host: string, error: unknown, isLate: boolean): string => {
  if (error instanceof GatewayError) return error.message;
  if (isLate) return `${host} did not answer within ${formatDuration(LIMIT_MS)}.`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return `Couldn't reach ${host}: ${connectionFault(code)}.`;
};

const HEADERS = {'content-type': 'text/plain', 'user-agent': 'Rooster'} as const;
const LIMIT_MS = 20 * SECOND;
const READ_BYTES = 1_024;
