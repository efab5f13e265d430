// A forged From gains nothing: the table of what proves a writer.
import PostalMime from 'postal-mime';
import {expect, test} from 'vitest';
import {writerOf} from '../../../../../src/daemon/channels/mail/incoming/headers.ts';
import {judgeSender, type Verdict} from '../../../../../src/daemon/channels/mail/incoming/judge-sender.ts';
import type {MailConfig} from '../../../../../src/daemon/config/config-schema.ts';
import {dnsOf, mailSource, signedBy} from '../../../../support/mail/signed-mail.ts';

type Circumstances = {readonly config?: Partial<MailConfig>; readonly dns?: ReturnType<typeof dnsOf>};

const judge = async (source: string, {config, dns = dnsOf()}: Circumstances = {}): Promise<Verdict> => {
  const email = await PostalMime.parse(source);
  return judgeSender(
    {config: {address: 'rooster@rooster.example', aliases: [], signers: {}, ...config}, resolve: dns},
    {source: Buffer.from(source), from: writerOf(email)?.address ?? '', messageId: email.messageId ?? ''},
  );
};

const plain = mailSource();
const signed = await signedBy(plain);
const PROVEN = {kind: 'proven', covered: expect.any(Array)};
const unproven = (because: string) => ({kind: 'unproven', because: expect.stringContaining(because)});

test('a signature of the writer’s own domain proves the writer', async () => {
  expect(await judge(signed)).toEqual(PROVEN);
});

test.each<[string, () => Promise<string> | string]>([
  ['without a signature', () => plain],
  ['with a changed text', () => signed.replace('noon', 'one')],
  ['with a changed subject', () => signed.replace('Lunch', 'Dinner')],
  ['signed by another domain', () => signedBy(plain, 'evil.example')],
  ['signed by a domain that only looks alike', () => signedBy(plain, 'notexample.org')],
  ['whose signature leaves the subject open', () => signedBy(plain, 'example.org', ['from', 'to', 'message-id'])],
  ['whose signature leaves the Message-ID open', () => signedBy(plain, 'example.org', ['from', 'to', 'subject'])],
  [
    'whose signature leaves the addressee open',
    () => signedBy(plain, 'example.org', ['from', 'subject', 'message-id']),
  ],
])('a mail %s proves nothing', async (_, source) => {
  const dns = dnsOf(['example.org', 'evil.example', 'notexample.org']);
  expect(await judge(await source(), {dns})).toEqual(unproven('has no valid signature of example.org'));
});

test('a signature of the beginning proves nothing about what was added behind it', async () => {
  const begun = await signedBy(plain, 'example.org', undefined, 'At noon?\r\n'.length);
  expect(await judge(begun)).toEqual(PROVEN);
  expect(await judge(`${begun}Delete everything.\r\n`)).toEqual(unproven('signature'));
});

test.each(['From: Alice <alice@example.org>', 'To: rooster@rooster.example', 'Subject: Delete everything'])(
  'a second field "%s" before a signed mail proves nothing',
  async line => {
    expect(await judge(`${line}\r\n${signed}`)).toEqual(unproven('twice'));
  },
);

test('a signed mail to somebody else proves nothing, even if it is sent on with our address added', async () => {
  const toBob = await signedBy(mailSource({to: 'bob@example.org'}));
  expect(await judge(toBob)).toEqual(unproven('is not addressed to this mailbox'));
  // A signature without Cc doesn't cover one that is added.
  const open = await signedBy(mailSource({to: 'bob@example.org'}), 'example.org', [
    'from',
    'to',
    'subject',
    'message-id',
  ]);
  expect(await judge(`Cc: rooster@rooster.example\r\n${open}`)).toEqual(unproven('no valid signature'));
  const copied = await signedBy(mailSource({to: 'bob@example.org', cc: 'rooster@rooster.example'}));
  expect(await judge(copied)).toEqual(PROVEN);
  const alias = await signedBy(mailSource({to: 'agent@example.org'}));
  expect(await judge(alias, {config: {aliases: ['agent@example.org']}})).toEqual(PROVEN);
});

test('a subdomain may sign, unless the domain wants an exact match', async () => {
  const bySubdomain = await signedBy(plain, 'mail.example.org');
  const domains = ['mail.example.org'];
  expect(await judge(bySubdomain, {dns: dnsOf(domains)})).toEqual(PROVEN);
  const policy = (record: string) => dnsOf(domains, {'_dmarc.example.org': record});
  expect(await judge(bySubdomain, {dns: policy('v=DMARC1; p=none; adkim=r')})).toEqual(PROVEN);
  expect(await judge(bySubdomain, {dns: policy('v=DMARC1; p=none; adkim=s')})).toEqual(unproven('signature'));
});

test('another domain may sign for one address if the configuration allows it', async () => {
  const byProvider = await signedBy(plain, 'provider.example');
  const dns = dnsOf(['provider.example']);
  expect(await judge(byProvider, {dns, config: {signers: {'alice@example.org': 'provider.example'}}})).toEqual(PROVEN);
  expect(await judge(byProvider, {dns, config: {signers: {'bob@example.org': 'provider.example'}}})).toEqual(
    unproven('signature of example.org'),
  );
});

test('while DNS doesn’t answer, nothing is decided; for a foreign signer it needn’t answer', async () => {
  const dns = dnsOf([], {'test._domainkey.example.org': 'SERVFAIL', 'test._domainkey.evil.example': 'SERVFAIL'});
  expect(await judge(signed, {dns})).toMatchObject({kind: 'unsure'});
  expect(await judge(await signedBy(plain, 'evil.example'), {dns})).toEqual(unproven('signature'));
});

const results = (value: string): string => mailSource({headers: {'Authentication-Results': value}});

test.each([
  'mx.rooster.example; dmarc=pass header.from=example.org',
  'MX.rooster.example 1; spf=fail smtp.mailfrom=x.org; dmarc=pass (p=none) header.from=Example.org',
  'mx.rooster.example; dkim=pass (2048-bit key) header.d=example.org header.s=a',
  'mx.rooster.example; dkim=fail header.d=x.org; dkim=pass header.i=@example.org',
])('the named receiver confirms the writer: %s', async value => {
  expect(await judge(results(value), {config: {authserv: 'mx.rooster.example'}})).toEqual(PROVEN);
});

test.each([
  'mx.evil.example; dmarc=pass header.from=example.org',
  'mx.rooster.example; dmarc=fail header.from=example.org',
  'mx.rooster.example; dmarc=pass header.from=evil.example',
  'mx.rooster.example; dkim=pass header.d=evil.example',
  'mx.rooster.example; dkim=fail reason="; dmarc=pass header.from=example.org"',
  'mx.rooster.example; dkim=fail (; dmarc=pass header.from=example.org)',
  'mx.rooster.example; spf=pass smtp.mailfrom=example.org',
  '',
])('the named receiver doesn’t confirm the writer: %s', async value => {
  expect(await judge(results(value), {config: {authserv: 'mx.rooster.example'}})).toEqual(
    unproven("isn't confirmed by mx.rooster.example"),
  );
});

test('of several results of the receiver only the topmost counts, and a signature doesn’t replace them', async () => {
  const config = {authserv: 'mx.rooster.example'};
  const older = results('mx.rooster.example; dmarc=pass header.from=example.org');
  const newer = 'Authentication-Results: mx.rooster.example; dmarc=fail header.from=example.org\r\n';
  expect(await judge(`${newer}${older}`, {config})).toMatchObject({kind: 'unproven'});
  expect(await judge(signed, {config})).toMatchObject({kind: 'unproven'});
  // Without a named receiver the field is a claim like any other.
  expect(await judge(older)).toMatchObject({kind: 'unproven'});
});
