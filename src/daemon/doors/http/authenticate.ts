// Authenticates a request by a bearer token, or by a signature of the body's bytes. Written without a library, because the current time
// must be a parameter. All comparisons take constant time.
import {createHmac, hash, timingSafeEqual} from 'node:crypto';
import type {IncomingHttpHeaders} from 'node:http';
import {type EpochMs, MINUTE, SECOND} from '../../../shared/time/time.ts';
import type {HookConfig} from '../../config/config-schema.ts';

type Scheme = HookConfig['scheme'];

type Proof = {
  readonly secret: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly now: EpochMs;
};

/** True if the request has credentials. Checked before the body is read. */
export const hasCredential = (scheme: Scheme, headers: IncomingHttpHeaders): boolean =>
  NEEDED[scheme].every(name => textOf(headers, name) !== '');

/** True if the body's signature is right. A bearer token is checked before the body is read. */
export const isSigned = (scheme: Exclude<Scheme, 'bearer'>, proof: Proof): boolean => CHECKS[scheme](proof);

/** A bearer token needs no body. */
export const hasToken = (secret: string, headers: IncomingHttpHeaders): boolean => {
  const token = /^bearer +(\S+) *$/iu.exec(textOf(headers, 'authorization'))?.[1];
  return token !== undefined && areEqual(token, secret);
};

/** The service's own delivery id. The same id always means the same delivery. */
export const signedId = (scheme: Scheme, headers: IncomingHttpHeaders, eventId: () => unknown): string | undefined => {
  const id = scheme === 'stripe' ? eventId() : ID_HEADERS[scheme] && textOf(headers, ID_HEADERS[scheme]);
  return typeof id === 'string' && id !== '' && id.length <= LONGEST_ID ? id : undefined;
};

/** https://www.standardwebhooks.com: HMAC-SHA256 of id, timestamp and body, in base64. */
const isStandard = ({secret, headers, body, now}: Proof): boolean => {
  const id = textOf(headers, 'webhook-id');
  const timestamp = textOf(headers, 'webhook-timestamp');
  if (!isRecent(timestamp, now)) return false;
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const signatures = textOf(headers, 'webhook-signature')
    .split(' ')
    .flatMap(part => (part.startsWith('v1,') ? [part.slice(3)] : []));
  const bare = secret.replace(/^whsec_/u, '');
  // Most services show the key in base64, some show plain text.
  const keys = [Buffer.from(bare, 'base64'), Buffer.from(secret)].filter(({length}) => length > 0);
  const expected = keys.map(key => createHmac('sha256', key).update(signed).digest('base64'));
  return anyEqual(signatures, expected);
};

/** HMAC-SHA256 of the body, in hex. */
const isGithub = ({secret, headers, body}: Proof): boolean => {
  const given = textOf(headers, 'x-hub-signature-256');
  return areEqual(given, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
};

/** HMAC-SHA256 of timestamp and body, in hex. */
const isStripe = ({secret, headers, body, now}: Proof): boolean => {
  const parts = textOf(headers, 'stripe-signature')
    .split(',')
    .map(part => part.trim());
  const valuesOf = (name: string): readonly string[] =>
    parts.flatMap(part => (part.startsWith(`${name}=`) ? [part.slice(name.length + 1)] : []));
  const [timestamp = ''] = valuesOf('t');
  if (!isRecent(timestamp, now)) return false;
  const signed = Buffer.concat([Buffer.from(`${timestamp}.`), body]);
  return anyEqual(valuesOf('v1'), [createHmac('sha256', secret).update(signed).digest('hex')]);
};

const isRecent = (timestamp: string, now: EpochMs): boolean =>
  /^\d{1,12}$/u.test(timestamp) && Math.abs(Number(timestamp) * SECOND - now) <= TOLERANCE_MS;

const anyEqual = (given: readonly string[], expected: readonly string[]): boolean =>
  given.slice(0, MOST_SIGNATURES).some(one => expected.some(other => areEqual(one, other)));

/** Digests have one length, so the comparison takes the same time for any input. */
const areEqual = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const digest = (value: string): Buffer => hash('sha256', value, 'buffer');

const textOf = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

const CHECKS: Readonly<Record<Exclude<Scheme, 'bearer'>, (proof: Proof) => boolean>> = {
  standard: isStandard,
  github: isGithub,
  stripe: isStripe,
};

const NEEDED: Readonly<Record<Scheme, readonly string[]>> = {
  bearer: ['authorization'],
  standard: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  github: ['x-hub-signature-256'],
  stripe: ['stripe-signature'],
};

const ID_HEADERS: Readonly<Record<Exclude<Scheme, 'stripe'>, string | undefined>> = {
  bearer: undefined,
  standard: 'webhook-id',
  github: 'x-github-delivery',
};

const TOLERANCE_MS = 5 * MINUTE;
const LONGEST_ID = 255;
const MOST_SIGNATURES = 10;
