// Shared by the endpoints: their dependencies, the key of a request, and the response to an accepted request.

import type {IncomingMessage} from 'node:http';
import {spokenText} from '../../../shared/record-text/sentinels.ts';
import type {ExpectedCall} from '../../../shared/records/expected-call.ts';
import type {Environment} from '../../../shared/records/places.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {Trust} from '../../../shared/records/trust.ts';
import type {TurnOutcome} from '../../../shared/records/turn.ts';
import {formatReason} from '../../../shared/text/sentences.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {DAY, SECOND} from '../../../shared/time/time.ts';
import type {Config} from '../../config/config-schema.ts';
import type {AcceptRequest, DoorVerdict} from '../../ports/door.ts';
import type {Log, SecretSource} from '../../ports/system.ts';
import {nodeCrypto} from '../../system/node-crypto.ts';
import {readSecret} from '../../system/read-secret.ts';
import {type HttpAnswer, json, problem} from './answers.ts';
import {type BodyReading, refused} from './read-body.ts';

export type DoorDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly env: Environment;
  readonly config: () => Config;
  readonly accept: AcceptRequest;
  /** Notes the call of a hook. Throws if it can't be stored. Undefined if nothing is expected of the hook. */
  readonly called: (hook: string) => ExpectedCall | undefined;
  readonly person: (name: string) => {readonly name: string; readonly trust: Trust} | undefined;
  /** The user of a conversation. */
  readonly userIn: (session: SessionKey) => string | undefined;
  /** A sentence without names, if it can't take requests now. */
  readonly notReady: () => string | undefined;
  /** Metrics in the Prometheus text format. */
  readonly metrics: () => string;
  /** Aborted on shutdown, so that no request waits for a reply any longer. */
  readonly closing: AbortSignal;
};

export type IncomingRequest = {readonly request: IncomingMessage; readonly url: URL};

/** The endpoints that may have stored something when they answer. */
export type Endpoints = {
  readonly hook: (deps: DoorDeps, request: IncomingRequest, name: string) => Promise<HttpAnswer>;
  readonly wake: (deps: DoorDeps, request: IncomingRequest) => Promise<HttpAnswer>;
};

/** The configured secret. Without a secret no request can be authenticated, and the caller may retry later. */
export const secretFor = ({env, log}: DoorDeps, secret: SecretSource): BodyReading<string> => {
  const reading = readSecret(secret, env);
  if (reading.kind === 'secret') return {kind: 'read', value: reading.value};
  log.warn({}, `A request over HTTP was refused: ${formatReason(reading.reason)}`);
  return refused(503, 'The secret of this endpoint is not available. Its operator has to set it.');
};

export const unauthorized = (): HttpAnswer =>
  problem(401, 'The credential is missing, wrong or expired.', {'www-authenticate': 'Bearer'});

/** Undefined without a header. */
export const keyIn = ({headers}: IncomingMessage): BodyReading<string | undefined> => {
  const given = headers['idempotency-key'];
  if (given === undefined) return {kind: 'read', value: undefined};
  const key = typeof given === 'string' ? given.replace(/^"(.*)"$/u, '$1') : '';
  return KEY.test(key)
    ? {kind: 'read', value: key}
    : refused(400, 'The Idempotency-Key must have 1 to 255 visible ASCII characters.');
};

export const digestOf = (...parts: readonly (string | Buffer)[]): string => {
  const hash = nodeCrypto().createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};

/** The maximum wait for the reply. 0 without `?wait`. */
export const waitIn = ({searchParams}: URL): BodyReading<number> => {
  const given = searchParams.get('wait');
  if (given === null) return {kind: 'read', value: 0};
  return /^\d{1,2}$/u.test(given) && Number(given) <= MOST_WAITED
    ? {kind: 'read', value: Number(given) * SECOND}
    : refused(400, `"wait" must be a number of seconds from 0 to ${MOST_WAITED}.`);
};

type Accepted = Extract<DoorVerdict, {readonly kind: 'accepted'}>;

/** `more`: further fields of the response to an accepted request. */
export const answerTo = async (
  deps: DoorDeps,
  verdict: DoorVerdict,
  waitMs: number,
  more: (accepted: Accepted) => object = () => ({}),
): Promise<HttpAnswer> => {
  switch (verdict.kind) {
    case 'accepted': {
      const {id, messageId, outcome} = verdict;
      const stored = {id, messageId, ...more(verdict)};
      const ended = outcome === undefined || waitMs === 0 ? undefined : await inTime(deps, outcome, waitMs);
      if (ended === undefined) return json(202, stored);
      const reply = ended.kind === 'replied' ? spokenText(ended.text).trim() : '';
      return json(200, {...stored, outcome: ended.kind, reply});
    }
    case 'conflict':
      return problem(409, 'The key belongs to a request with another body. Use a new key.');
    case 'too-often':
      return problem(429, 'Too many requests came from this source. Try again later.', {
        'retry-after': String(Math.max(1, Math.ceil(verdict.retryAfterMs / SECOND))),
      });
    case 'refused':
      return problem(403, 'This source may not do that.');
    case 'unavailable':
      deps.log.warn({}, `Couldn't store a request over HTTP: ${verdict.reason}`);
      return problem(503, 'The message could not be stored. Try again later.', {'retry-after': RETRY_AFTER_S});
  }
};

/** Undefined after the timeout or on shutdown. The person still gets the reply. */
const inTime = async (
  {clock, closing}: DoorDeps,
  outcome: Promise<TurnOutcome>,
  waitMs: number,
): Promise<TurnOutcome | undefined> => {
  const {promise: over, resolve} = Promise.withResolvers<undefined>();
  using _timer = clock.after(waitMs, () => resolve(undefined));
  const stop = (): void => resolve(undefined);
  closing.addEventListener('abort', stop);
  try {
    return closing.aborted ? undefined : await Promise.race([outcome, over]);
  } finally {
    closing.removeEventListener('abort', stop);
  }
};

export const KEY_LIFE_MS = 7 * DAY;
/** Requests are kept as long. */
export const LONGEST_KEY_LIFE_MS = 90 * DAY;
const KEY = /^[\x21-\x7e]{1,255}$/u;
const MOST_WAITED = 60;
const RETRY_AFTER_S = '10';
