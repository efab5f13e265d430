import PostalMime from 'postal-mime';
import {expect, test} from 'vitest';
import {
  automaticMail,
  headersOf,
  referencesOf,
  writerOf,
} from '../../../../../src/daemon/channels/mail/incoming/headers.ts';
import {type MailParts, mailSource} from '../../../../support/mail/signed-mail.ts';

const OWN = ['rooster@rooster.example', 'agent@rooster.example'];

const kindOf = async (parts: MailParts): Promise<string | undefined> => {
  const email = await PostalMime.parse(mailSource(parts));
  return automaticMail(headersOf(email.headers), writerOf(email)?.address ?? '', OWN)?.kind;
};

test.each<[string, MailParts, string | undefined]>([
  ['a person’s mail', {}, undefined],
  ['one that says it isn’t automatic', {headers: {'Auto-Submitted': 'no'}}, undefined],
  ['one of ordinary precedence', {headers: {Precedence: 'first-class'}}, undefined],
  ['an automatic answer', {headers: {'Auto-Submitted': 'auto-replied'}}, 'automatic'],
  ['a generated one', {headers: {'Auto-Submitted': 'auto-generated; x=1'}}, 'automatic'],
  ['an autoresponder of old', {headers: {'X-Autoreply': 'yes'}}, 'automatic'],
  ['one from an address without replies', {from: 'no-reply@example.org'}, 'automatic'],
  ['one over a list', {headers: {'List-Id': '<news.example.org>'}}, 'list'],
  ['a newsletter', {headers: {'List-Unsubscribe': '<mailto:x@example.org>'}}, 'list'],
  ['bulk mail', {headers: {Precedence: 'bulk'}}, 'list'],
  ['a bounce by its type', {headers: {'Content-Type': 'multipart/report; boundary=b'}}, 'report'],
  ['a bounce by its writer', {from: 'MAILER-DAEMON@mx.example.org'}, 'report'],
  ['a bounce by its empty sender', {headers: {'Return-Path': '<>'}}, 'report'],
  ['our own', {from: 'Rooster <Rooster@rooster.example>'}, 'own'],
  ['one from our other address', {from: 'agent@rooster.example'}, 'own'],
  ['one with a Message-ID of ours', {id: '<dlv_01ab@rooster.example>'}, 'own'],
])('%s is answered only if a person wrote it', async (_, parts, kind) => {
  expect(await kindOf(parts)).toBe(kind);
});

test.each(['a@x.org, b@x.org', 'no address', 'Team: a@x.org, b@x.org;'])(
  '"From: %s" names no single writer',
  async from => {
    expect(writerOf(await PostalMime.parse(mailSource({from})))).toBeUndefined();
  },
);

test('the references end with the answered mail, each once, and a long list keeps its first', async () => {
  const of = async (headers: Record<string, string>) =>
    referencesOf(headersOf((await PostalMime.parse(mailSource({headers}))).headers), () => true);
  expect(await of({})).toEqual([]);
  expect(await of({References: '<a@x> <b@x>\r\n <c@x>', 'In-Reply-To': '<b@x>'})).toEqual(['<a@x>', '<c@x>', '<b@x>']);
  const many = await of({References: Array.from({length: 300}, (_, index) => `<${index}@x>`).join(' ')});
  expect([many.length, many[0], many.at(-1)]).toEqual([40, '<0@x>', '<299@x>']);
});
