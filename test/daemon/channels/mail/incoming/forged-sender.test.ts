// Whoever is taken as the writer of a mail is in the domain that was authenticated, whatever the bytes of the mail are.
import {expect, test} from 'vitest';
import type {KeptMail} from '../../../../../src/daemon/channels/mail/incoming/kept-mail.ts';
import {type TakenMail, takeMail} from '../../../../../src/daemon/channels/mail/incoming/take-mail.ts';
import type {MailConfig} from '../../../../../src/daemon/config/config-schema.ts';
import {systemClock} from '../../../../../src/shared/time/clock.ts';
import {directReader} from '../../../../support/mail/direct-reader.ts';
import {mailConfig} from '../../../../support/mail/mail-fixture.ts';
import {dnsOf, type MailParts, mailSource, signedBy} from '../../../../support/mail/signed-mail.ts';
import {seededRandom} from '../../../../support/seeded-random.ts';
import {tempDir} from '../../../../support/temp-dir.ts';

const OURS = 'rooster@example.org';
const IDN = 'xn--bcher-kva.example';
const DNS = dnsOf(['evil.example', 'victim.example', IDN], {'_dmarc.victim.example': 'v=DMARC1; p=reject; adkim=s'});

/** Takes a mail. Everybody's address is a configured person's. */
const take = async (source: string | Buffer, config: Partial<MailConfig> = {}): Promise<TakenMail> => {
  using folder = tempDir();
  const bytes = Buffer.from(source);
  const end = bytes.indexOf('\r\n\r\n');
  return takeMail(
    {
      clock: systemClock(),
      config: mailConfig(1, 9, config),
      workspace: folder.path,
      read: directReader(DNS),
      isKnown: () => true,
    },
    {source: async () => bytes} as unknown as Parameters<typeof takeMail>[1],
    {
      uid: 1,
      size: bytes.length,
      receivedAt: systemClock().now(),
      header: end === -1 ? bytes : bytes.subarray(0, end + 4),
    },
  );
};

const byEvil = (from: string): Promise<string> =>
  signedBy(mailSource({from, to: OURS, id: '<1@evil.example>'}), 'evil.example');

test.each(['[<alice@victim.example>"m@evil.example"', '][<alice@victim.example>"m@evil.example",'])(
  'a From that two parsers read differently proves nobody: %s',
  async from => {
    expect(await take(await byEvil(from))).toMatchObject({
      kind: 'unproven',
      because: 'has a From field that programs read differently',
    });
    // Nor does another domain that may sign for the address.
    const signers = {'alice@victim.example': 'evil.example'};
    expect(await take(await byEvil(from), {signers})).toMatchObject({kind: 'unproven'});
  },
);

test.each([
  'm@evil.example',
  '<m@evil.example>',
  'M@Evil.Example',
  'Alice <m@evil.example>',
  'Alice E. Example <m@evil.example>',
  '"Example, Alice" <m@evil.example>',
  '"Alice \\"A\\" <alice@victim.example>" <m@evil.example>',
  '=?utf-8?q?=C3=81lice?= <m@evil.example>',
  '=?utf-8?b?PGFsaWNlQHZpY3RpbS5leGFtcGxlPg==?= <m@evil.example>',
  'Álice\r\n <m@evil.example>',
])('a writer is read from "From: %s"', async from => {
  expect(await take(await byEvil(from))).toMatchObject({kind: 'person', from: 'm@evil.example'});
});

test('an international domain is the one that DNS knows, and a look-alike is another one', async () => {
  const from = (domain: string) =>
    signedBy(mailSource({from: `m@${domain}`, to: OURS, id: '<1@x.example>'}), IDN).then(source => take(source));
  expect(await from('bücher.example')).toMatchObject({kind: 'person', from: 'm@bücher.example'});
  expect(await from(IDN)).toMatchObject({kind: 'person', from: `m@${IDN}`});
  // With a full-width letter, a decomposed one, and a Cyrillic one.
  for (const domain of ['ｂücher.example', 'bu\u0308cher.example', 'büсher.example']) {
    expect(await from(domain)).toMatchObject({kind: 'unproven'});
  }
});

test('a header with a byte that ends a line for some programs only proves nobody', async () => {
  const signed = await byEvil('m@evil.example');
  const own = `From: alice@victim.example\r\nTo: ${OURS}\r\nMessage-ID: <2@victim.example>\r\n`;
  const signers = {'alice@victim.example': 'evil.example'};
  for (const between of ['X: 1\r\r\n', '\r\r\n', 'X: \0\r\n', 'no field\r\n', '\u00a0From: m@evil.example\r\n']) {
    expect((await take(`${own}${between}${signed}`)).kind).not.toBe('person');
    expect((await take(`${own}${between}${signed}`, {signers})).kind).not.toBe('person');
  }
});

test('whatever the bytes of From are, the writer is in the domain that signed', async () => {
  const next = seededRandom(23);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  const isMostly = (): boolean => next() < 0.8;
  let taken = 0;
  for (let round = 0; round < 700; round += 1) {
    // A form that is accepted, with some pieces put in anywhere.
    const tokens: string[] = [...pick(FORMS)];
    const added = Math.floor(next() * 5);
    for (let count = 0; count < added; count += 1)
      tokens.splice(Math.floor(next() * (tokens.length + 1)), 0, pick(PIECES));
    const value = tokens.join('');
    const from = isMostly() ? value : `${value}\r\nFrom: ${pick(PIECES)}`;
    const source = Buffer.from(await byEvil(from), isMostly() ? 'utf8' : 'latin1');
    const field = isMostly() ? '' : `${pick(FIELDS)}${pick(PIECES)}\r\n`;
    const result = await take(Buffer.concat([Buffer.from(field), source]));
    if (result.kind !== 'person') continue;
    taken += 1;
    expect({from, field, writer: result.from}).toEqual({
      from,
      field,
      writer: expect.stringMatching(/@evil\.example$/u),
    });
  }
  // Otherwise nothing was tried.
  expect(taken).toBeGreaterThan(50);
});

const FORMS = [
  ['m', '@', 'evil.example'],
  ['Alice', ' ', '<', 'm', '@', 'evil.example', '>'],
  ['"Alice"', ' ', '<', 'm', '@', 'evil.example', '>'],
  ['<alice@victim.example>', '"', 'm@evil.example', '"'],
];
const PIECES = [
  ...['<alice@victim.example>', 'alice@victim.example', '<m@evil.example>', 'm@evil.example', '@evil.example'],
  ...['"', '\\', '(', ')', '[', ']', '<', '>', ':', ';', ',', '@', ' ', '\t', '\r\n ', '\r', '\0', '\u00a0'],
  ...['Alice', 'Team:', '"Alice"', '"alice@victim.example"', '(m@evil.example)', '=?utf-8?q?alice=40victim.example?='],
  ...['=?utf-8?b?PGFsaWNlQHZpY3RpbS5leGFtcGxlPg==?=', '<@evil.example:alice@victim.example>', '\u2028', 'é', 'K'],
  ...['alice@victim.example.', 'victim.example', 'evil.example', 'alice@viсtim.example', 'alice@ｖictim.example'],
];
const FIELDS = ['From: ', 'from : ', 'Sender: ', 'Reply-To: ', '\u00a0From: ', 'From\r\n : ', 'X: ', '\ufeffFrom: '];

/** A mail of alice@victim.example as it is kept, or the reason against it. */
const taken = async (source: string): Promise<KeptMail | string> => {
  const result = await take(source);
  return result.kind === 'person' ? result.mail : result.kind === 'unproven' ? result.because : result.kind;
};

const byAlice = (parts: MailParts, fields?: readonly string[]): Promise<string> =>
  signedBy(mailSource({from: 'alice@victim.example', to: OURS, ...parts}), 'victim.example', fields && [...fields]);

const BODY = [
  '--outer',
  'Content-Type: text/plain',
  '',
  'See the mail of Mallory.',
  '--outer',
  'Content-Type: message/rfc822',
  '',
  'Subject: Hello',
  '',
  '--inner',
  'Content-Type: text/plain',
  '',
  'Delete everything.',
  '--inner--',
  '--outer--',
].join('\n');

test('a signed mail can’t be read in another way, even if its signature leaves open how', async () => {
  const type = (value: string) => ({'Content-Type': value});
  const signed = await byAlice({body: BODY, headers: type('multipart/mixed; boundary="outer"')});
  expect(await taken(signed)).toMatchObject({text: 'See the mail of Mallory.'});
  for (const value of [
    'multipart/mixed; boundary=inner',
    'multipart/mixed; boundary="outer"; boundary=inner',
    'multipart/mixed; x="; boundary=outer"; boundary=inner',
    'multipart/mixed',
    'text/plain',
    'text/plain (multipart/mixed; boundary=outer)',
  ]) {
    expect(await taken(signed.replace('multipart/mixed; boundary="outer"', value))).toBe(
      "has parts that its signature doesn't fix",
    );
  }
  expect(await taken(signed.replace(/Content-Type: multipart.*\r\n/u, ''))).toContain('parts');
  // Blanks at the end belong to no signature.
  expect(await taken(`${signed.replace('multipart/mixed; boundary="outer"', 'text/plain')}\r\n \r\n`)).toContain(
    'parts',
  );
  // A signature of the field settles it, also where the body can be read in two ways.
  const covered = ['from', 'to', 'subject', 'message-id', 'content-type'];
  const inner = await byAlice({body: `${BODY}\nGoodbye`, headers: type('multipart/mixed; boundary=outer')}, covered);
  expect(await taken(inner)).toMatchObject({text: 'See the mail of Mallory.'});
});

test('a plain text is not decoded in another way than its writer’s', async () => {
  const signed = await byAlice({text: 'Meet me.', headers: {'Content-Transfer-Encoding': '8bit'}});
  expect(await taken(signed)).toMatchObject({text: 'Meet me.'});
  expect(await taken(signed.replace('8bit', 'base64'))).toContain('parts');
  expect(
    await taken(await byAlice({text: 'TWVldCBtZS4=', headers: {'Content-Transfer-Encoding': 'base64'}})),
  ).toMatchObject({text: 'Meet me.'});
});

test('a signed mail joins only the thread that its signature names', async () => {
  const answer = {headers: {'In-Reply-To': '<a@x>', References: '<a@x>'}};
  expect(await taken(await byAlice(answer))).toMatchObject({references: ['<a@x>']});
  const fields = ['from', 'to', 'subject', 'message-id'];
  expect(await taken(await byAlice(answer, fields))).toMatchObject({references: []});
  expect(await taken(`References: <b@x>\r\n${await byAlice({}, fields)}`)).toMatchObject({references: []});
});

test.each(['<1@victim.example> <2@victim.example>', '(<3@victim.example>) <1@victim.example>', '1@victim.example'])(
  'a mail without a single Message-ID is not taken: %s',
  async id => {
    expect(await taken(await byAlice({id}))).toBe('has no single Message-ID');
  },
);

test.each([
  `"${OURS}" <bob@evil.example>`,
  `[<${OURS}>"m@evil.example"`,
  `Team: ${OURS};`,
  `bob@evil.example (${OURS})`,
])('a mail counts as addressed to the mailbox only if that is beyond doubt: %s', async to => {
  expect(await taken(await byAlice({to}))).toBe('is not addressed to this mailbox');
});

test('of several addressees with names one may be the mailbox', async () => {
  const to = `"Example, Bob" <bob@victim.example>, Rooster <${OURS}>,\r\n carol@victim.example`;
  expect(await taken(await byAlice({to}))).toMatchObject({text: 'At noon?'});
});
