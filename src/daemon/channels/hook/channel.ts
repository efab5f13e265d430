// Sends each delivery to a target, another program, as a request. A 2xx response accepts it.

import {targetOf} from '../../../shared/records/address.ts';
import type {Outbound, Receipt} from '../../../shared/records/delivery/injection.ts';
import {SendFailure} from '../../../shared/records/delivery/send-failure.ts';
import {formatReason} from '../../../shared/text/sentences.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {Config, TargetConfig} from '../../config/config-schema.ts';
import type {Channel} from '../../ports/channel.ts';
import type {RequestOnce} from '../../system/http/request-once.ts';
import type {SecretReading} from '../../system/read-secret.ts';
import {withinLimit} from '../../system/time-limit.ts';
import {brokenOff, failureOf} from './answer.ts';
import {bodyOf, headersOf} from './request.ts';

type TargetsDeps = {
  readonly clock: Clock;
  /** Read for each delivery, so that a changed target takes effect at once. */
  readonly targets: () => Config['targets'];
  readonly secretOf: (secret: NonNullable<TargetConfig['secret']>) => SecretReading;
  readonly owner: () => string;
  readonly request: RequestOnce;
};

export const openTargets = (deps: TargetsDeps): Channel & AsyncDisposable => ({
  name: CHANNEL,
  status: () => {
    const warnings = secretProblems(deps);
    return {channel: CHANNEL, inbound: 'off', outbound: 'up', warnings: warnings.length > 0 ? warnings : undefined};
  },
  // Inbound requests arrive over HTTP.
  listen: async () => ({[Symbol.asyncDispose]: async () => {}}),
  send: (outbound, signal) => send(deps, outbound, signal),
  receivers: 'programs',
  sendLimitMs: LIMIT_MS + 10 * SECOND,
  [Symbol.asyncDispose]: async () => {},
});

/** The targets whose secret can't be read, one sentence each. */
const secretProblems = ({targets, secretOf}: TargetsDeps): readonly string[] =>
  Object.entries(targets()).flatMap(([name, {secret}]) => {
    const reading = secret === undefined ? undefined : secretOf(secret);
    return reading?.kind === 'missing' ? [`targets.${name}.secret: ${formatReason(reading.reason)}`] : [];
  });

const send = async (deps: TargetsDeps, outbound: Outbound, signal: AbortSignal): Promise<Receipt> => {
  const {clock} = deps;
  const name = targetOf(outbound.to);
  const targets = deps.targets();
  const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (target === undefined) throw new SendFailure(`No target ${name}.`, {retry: 'afterFix'});
  const secret = target.secret === undefined ? undefined : deps.secretOf(target.secret);
  if (secret?.kind === 'missing') throw new SendFailure(formatReason(secret.reason), {retry: 'afterFix'});
  const {host} = new URL(target.url);
  const body = bodyOf(outbound, target, deps.owner());
  const headers = headersOf(outbound, {scheme: target.scheme, secret: secret?.value, body, now: clock.now()});
  const answer = await withinLimit(
    {clock, ms: LIMIT_MS, signal},
    both =>
      deps.request({
        url: target.url,
        method: 'POST',
        headers,
        body,
        mayBePrivate: target.private,
        limitBytes: READ_BYTES,
        signal: both,
      }),
    (error, isLate) => notAnswered(host, error, isLate),
  );
  const failure = failureOf(host, answer, clock.now());
  if (failure !== undefined) throw failure;
  return {at: clock.now()};
};

const notAnswered = (host: string, error: unknown, isLate: boolean): SendFailure => {
  if (!isLate) return brokenOff(host, error);
  const sentence = `${host} did not answer within ${LIMIT_MS / SECOND} seconds.`;
  return new SendFailure(sentence, {retry: 'later', doubt: true}, {cause: error});
};

const CHANNEL = 'hook';
const LIMIT_MS = 60 * SECOND;
/** Enough for the 300 characters that are kept, in any alphabet. */
const READ_BYTES = 4_096;
