// Authenticates a request by a bearer token, or by a signature of the body's bytes. Written without a library, because
// the current time must be a parameter. All comparisons take constant time.
import type {IncomingHttpHeaders} from 'node:http';
import {type EpochMs, MINUTE, SECOND} from '../../../shared/time/time.ts';
import type {HookConfig} from '../../config/http-config.ts';
import {nodeCrypto} from '../../system/node-crypto.ts';

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

/** False for a secret with which no request can be right. */
export const isUsableSecret = (scheme: Scheme, secret: string): boolean => {
  if (scheme === 'bearer') return /^[!-~]+$/u.test(secret);
  return scheme !== 'standard' || !secret.startsWith('whsec_') || keysOf(secret).length > 1;
};

/** True if the body's signature is right. A bearer token is checked before the body is read. */
export const isSigned = (scheme: Exclude<Scheme, 'bearer'>, proof: Proof): boolean => CHECKS[scheme](proof);

/** A bearer token needs no body. */
export const hasToken = (secret: string, headers: IncomingHttpHeaders): boolean => {
  const token = /^bearer +(\S+) *$/iu.exec(textOf(headers, 'authorization'))?.[1];
  return token !== undefined && areEqual(token, secret);
};

/**
 * The identity of a signed request. `content`: the identity is the content's, so the signature or its body counts, and
 * not an id.
 */
export type SignedKey = {readonly text: string; readonly kind: 'id' | 'content'};

/**
 * Only what the signature covers identifies a request: whoever captured it could send it again with any other header.
 * The same id means the same delivery, even with another body.
 */
export const signedKey = (
  scheme: Exclude<Scheme, 'bearer'>,
  {headers, body}: Pick<Proof, 'headers' | 'body'>,
  eventId: () => unknown,
): SignedKey => {
  const id = SIGNED_IDS[scheme](headers, eventId);
  if (typeof id === 'string' && id !== '') return {text: id.length <= LONGEST_ID ? id : hex(id), kind: 'id'};
  const time = scheme === 'stripe' ? (partsOf(headers, 't')[0] ?? '') : '';
  return {text: `${time}#${hex(body)}`, kind: 'content'};
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
  const expected = keysOf(secret).map(key => nodeCrypto().createHmac('sha256', key).update(signed).digest('base64'));
  return anyEqual(signatures, expected);
};

/**
 * Most services show the key in base64, some show plain text. Part of a plain text may decode, too, to a key that
 * anybody can guess.
 */
const keysOf = (secret: string): readonly Buffer[] => {
  const bare = secret.replace(/^whsec_/u, '').replace(/=+$/u, '');
  const decoded = Buffer.from(bare, 'base64');
  const isBase64 = secret.startsWith('whsec_') || decoded.toString('base64').replace(/=+$/u, '') === bare;
  return [Buffer.from(secret), ...(isBase64 && decoded.length >= SHORTEST_KEY ? [decoded] : [])];
};

/** HMAC-SHA256 of the body, in hex. */
const isGithub = ({secret, headers, body}: Proof): boolean => {
  const given = textOf(headers, 'x-hub-signature-256');
  return areEqual(given, `sha256=${nodeCrypto().createHmac('sha256', secret).update(body).digest('hex')}`);
};

/** HMAC-SHA256 of timestamp and body, in hex. */
const isStripe = ({secret, headers, body, now}: Proof): boolean => {
  const [timestamp = ''] = partsOf(headers, 't');
  if (!isRecent(timestamp, now)) return false;
  const signed = Buffer.concat([Buffer.from(`${timestamp}.`), body]);
  return anyEqual(partsOf(headers, 'v1'), [nodeCrypto().createHmac('sha256', secret).update(signed).digest('hex')]);
};

/** The values of a name in Stripe's signature. */
const partsOf = (headers: IncomingHttpHeaders, name: string): readonly string[] =>
  textOf(headers, 'stripe-signature')
    .split(',')
    .map(part => part.trim())
    .flatMap(part => (part.startsWith(`${name}=`) ? [part.slice(name.length + 1)] : []));

const isRecent = (timestamp: string, now: EpochMs): boolean =>
  /^\d{1,12}$/u.test(timestamp) && Math.abs(Number(timestamp) * SECOND - now) <= TOLERANCE_MS;

const anyEqual = (given: readonly string[], expected: readonly string[]): boolean =>
  given.slice(0, MOST_SIGNATURES).some(signature => expected.some(other => areEqual(signature, other)));

/** Digests have one length, so the comparison takes the same time for any input. */
const areEqual = (a: string, b: string): boolean => nodeCrypto().timingSafeEqual(digest(a), digest(b));

const hex = (value: string | Buffer): string => nodeCrypto().hash('sha256', value);

const digest = (value: string): Buffer => nodeCrypto().hash('sha256', value, 'buffer');

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

/** GitHub signs the body alone. */
const SIGNED_IDS: Readonly<
  Record<Exclude<Scheme, 'bearer'>, (headers: IncomingHttpHeaders, eventId: () => unknown) => unknown>
> = {
  standard: headers => textOf(headers, 'webhook-id'),
  github: () => undefined,
  stripe: (_, eventId) => eventId(),
};

const TOLERANCE_MS = 5 * MINUTE;
const LONGEST_ID = 255;
/** In bytes. */
const SHORTEST_KEY = 16;
const MOST_SIGNATURES = 10;
