// The request of a delivery: its body, and the headers that prove where it comes from. Pure. The body is the same at
// each attempt, because the receiver compares it with the first one.

import type {Outbound} from '../../../shared/records/delivery/injection.ts';
import {type EpochMs, isoOf, SECOND} from '../../../shared/time/time.ts';
import type {TargetConfig} from '../../config/config-schema.ts';
import {nodeCrypto} from '../../system/node-crypto.ts';

/**
 * The wake-up's own format. Fields without a value are absent. The message and the payload are unchanged to the byte,
 * so the payload is put in as text. A job's result has the same fields: its name is the alarm's id.
 */
export const bodyOf = ({id, text, wake, run}: Outbound, {user}: Pick<TargetConfig, 'user'>, owner: string): string => {
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
export const headersOf = ({key, repeat}: Outbound, proof: Proof): Readonly<Record<string, string>> => ({
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

/** The name under which Rooster wakes another program. */
const ORIGIN = 'rooster';
const PREFIX = 'whsec_';
