// The keys of the mailbox: what is filled in, what is refused, and what stays in force.
import {expect, test} from 'vitest';
import {checkConfig} from '../../../src/daemon/config/check-config.ts';
import {testKnowledge} from '../../support/test-config.ts';

const check = (raw: unknown) => checkConfig(raw, testKnowledge);
const server = {host: 'mail.example.org', password: {env: 'MAIL'}};
const oauth = {issuer: 'https://login.example.org', clientId: 'r', scope: 'mail', tokens: '/home/r/tokens'};
const byOauth = (over: object) => ({host: 'mail.example.org', oauth: {...oauth, ...over}});
const mail = {address: 'Rooster@Example.org', imap: server, smtp: server};

test('a mailbox needs an address and two servers; the rest has defaults', () => {
  const {config, problems} = check({mail});
  expect(problems).toEqual([]);
  expect(config.mail).toEqual({
    address: 'rooster@example.org',
    name: 'Rooster',
    aliases: [],
    imap: {...server, port: 993, security: 'tls'},
    smtp: {...server, port: 465, security: 'tls'},
    folder: 'INBOX',
    replies: 'by-tool',
    replyGuard: true,
    signers: {},
  });
});

test.each<[string, object, string, string]>([
  ['an address that is none', {address: 'rooster'}, 'mail.address', 'It must be an address'],
  ['a missing server', {smtp: undefined}, 'mail.smtp', 'must be an object'],
  ['a password in a relative file', {imap: {...server, password: {file: 'p'}}}, 'mail.imap.password', 'It must be'],
  ['no encryption over the network', {imap: {...server, security: 'none'}}, 'mail.imap.security', 'unencrypted'],
  ['an unknown way of replying', {replies: 'never'}, 'mail.replies', '"by-tool"'],
  ['no login', {imap: {host: 'mail.example.org'}}, 'mail.imap.password', 'It is missing'],
  ['two logins', {imap: {...server, oauth}}, 'mail.imap.oauth', 'only one'],
  ['OAuth2 without encryption', {imap: byOauth({issuer: 'http://a.org'})}, 'mail.imap.oauth.issuer', 'https'],
  ['OAuth2 with half a server', {imap: byOauth({issuer: undefined})}, 'mail.imap.oauth.issuer', 'Set either'],
])('%s switches mail off', (_, edit, key, reason) => {
  const {config, problems} = check({mail: {...mail, ...edit}});
  expect(config.mail).toBeUndefined();
  expect(problems).toMatchObject([{key, reason: expect.stringContaining(reason), inForce: 'mail is off'}]);
});

test('a login by OAuth2 names its server by the issuer or by two endpoints', () => {
  const endpoints = {issuer: undefined, deviceEndpoint: 'https://a.org/d', tokenEndpoint: 'http://127.0.0.1:1/t'};
  const {config, problems} = check({mail: {...mail, imap: byOauth({}), smtp: byOauth(endpoints)}});
  expect(problems).toEqual([]);
  expect(config.mail?.imap.oauth).toEqual(oauth);
});

test('no encryption is fine on this machine', () => {
  const here = {host: '127.0.0.1', port: 1143, security: 'none', password: 'x'};
  expect(check({mail: {...mail, imap: here, smtp: here}}).problems).toEqual([]);
});

test('a wrong alias or signer is left out alone', () => {
  const {config, problems} = check({
    mail: {...mail, aliases: ['me@example.org', 'nobody'], signers: {'A@b.c': 'x.org', 'alice@b.c': 'x.org'}},
  });
  expect(config.mail).toMatchObject({aliases: ['me@example.org'], signers: {'alice@b.c': 'x.org'}});
  expect(problems.map(({key}) => key)).toEqual(['mail.aliases[1]', 'mail.signers.A@b.c']);
});

test('a person has a mail address in lower case', () => {
  const users = [{name: 'alice', trust: 'full', match: ['terminal:default', 'mail:alice@example.org', 'mail:A@b.c']}];
  const {config, problems} = check({users});
  expect(config.users[0]?.match).toEqual(['terminal:default', 'mail:alice@example.org']);
  expect(problems).toMatchObject([{reason: 'An address on Mail is "mail:someone@example.org", in lower case.'}]);
});
