// Mail as people send it, with the signature of its domain, and the DNS that proves it. No network.
import {generateKeyPairSync} from 'node:crypto';
import {dkimSign} from 'mailauth/lib/dkim/sign.js';
import type {ResolveDns} from '../../../src/daemon/channels/mail/incoming/judge-sender.ts';

export type MailParts = {
  readonly from?: string;
  readonly to?: string;
  readonly cc?: string;
  readonly subject?: string;
  readonly id?: string;
  readonly text?: string;
  /** Further header fields, and values that replace others. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** The source of a mail. */
export const mailSource = ({
  from = 'Alice <alice@example.org>',
  to = 'rooster@rooster.example',
  cc,
  subject = 'Lunch',
  id = '<1@example.org>',
  text = 'At noon?',
  headers = {},
  body,
}: MailParts = {}): string => {
  const fields = {
    From: from,
    To: to,
    ...(cc !== undefined && {Cc: cc}),
    Subject: subject,
    Date: 'Mon, 23 Nov 2026 12:00:00 +0000',
    'Message-ID': id,
    'MIME-Version': '1.0',
    ...(body === undefined && {'Content-Type': 'text/plain; charset=utf-8'}),
    ...headers,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join('\r\n')}\r\n\r\n${(body ?? text).replaceAll(/\r?\n/gu, '\r\n')}\r\n`;
};

/** The same mail with a signature of a domain. `maxBodyLength`: only the beginning of the text is signed. */
export const signedBy = async (
  source: string,
  domain = 'example.org',
  fields = SIGNED,
  maxBodyLength?: number,
): Promise<string> => {
  const {signatures, errors} = await dkimSign(source, {
    canonicalization: 'relaxed/relaxed',
    signatureData: [
      {
        signingDomain: domain,
        selector: 'test',
        privateKey: KEYS.privateKey,
        headerList: fields,
        ...(maxBodyLength !== undefined && {maxBodyLength}),
      },
    ],
  } as Parameters<typeof dkimSign>[1]);
  if (errors.length > 0) throw new Error(String(errors[0]?.err));
  return `${signatures}${source}`;
};

/** DNS with the key of these domains. `records`: further TXT records by name. */
export const dnsOf =
  (domains: readonly string[] = ['example.org'], records: Readonly<Record<string, string>> = {}): ResolveDns =>
  async (name, type) => {
    const keys = Object.fromEntries(domains.map(domain => [`test._domainkey.${domain}`, KEY_RECORD]));
    const record = type === 'TXT' ? (records[name] ?? keys[name]) : undefined;
    if (record === 'SERVFAIL') throw Object.assign(new Error('query failed'), {code: 'ESERVFAIL'});
    if (record === undefined) throw Object.assign(new Error('no record'), {code: 'ENOTFOUND'});
    return [[record]];
  };

const KEYS = generateKeyPairSync('ed25519', {
  privateKeyEncoding: {type: 'pkcs8', format: 'pem'},
  publicKeyEncoding: {type: 'spki', format: 'der'},
});
const KEY_RECORD = `v=DKIM1; k=ed25519; p=${KEYS.publicKey.subarray(-32).toString('base64')}`;
const SIGNED = ['from', 'to', 'cc', 'subject', 'date', 'message-id', 'in-reply-to', 'references'];
