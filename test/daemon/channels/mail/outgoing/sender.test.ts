import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {sendEndOf} from '../../../../../src/shared/records/delivery/send-failure.ts';
import {errorMessage} from '../../../../../src/shared/text/gateway-error.ts';
import {mailConfig, senderFixture} from '../../../../support/mail/mail-fixture.ts';
import {type SmtpAnswer, type SmtpStandIn, startSmtp} from '../../../../support/mail/smtp-stand-in.ts';
import {until} from '../../../../support/until.ts';

let smtp: SmtpStandIn;
beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(async () => {
  await smtp[Symbol.asyncDispose]();
});

const opened = async (config = mailConfig(smtp.port), options: Parameters<typeof senderFixture>[1] = {}) => {
  smtp.answer('accept');
  const sender = senderFixture(config, options);
  await until('the server was tried', () => sender.half().state !== 'starting');
  return sender;
};

test('a mail arrives with its thread, both texts and its files', async () => {
  await using sender = await opened(mailConfig(smtp.port), {
    answered: ({id}) => ({messageId: id, references: ['<q0@a>'], subject: 'Lunch?', text: 'Are you free?'}),
  });
  await sender.workspace.files.write('notes/menü.txt', 'soup');
  const quote = {id: '<q1@a>', author: 'mail:alice@example.org', text: 'Are you free?'};
  await sender.post({text: 'Yes, at **zwölf** 🥊\n.\nend', quote, files: ['notes/menü.txt']});
  const {from, to, mail} = smtp.mails.at(-1) ?? {};
  expect({from, to}).toEqual({from: 'rooster@example.org', to: ['alice@example.org']});
  expect(mail).toMatchObject({
    from: {name: 'Rooster', address: 'rooster@example.org'},
    messageId: '<dlv_1@example.org>',
    inReplyTo: '<q1@a>',
    references: '<q0@a> <q1@a>',
    subject: 'Re: Lunch?',
  });
  expect(mail?.text).toContain('Yes, at **zwölf** 🥊\n.\nend\n');
  expect(mail?.html).toContain('<strong>zwölf</strong> 🥊');
  expect(mail?.headers.find(({key}) => key === 'auto-submitted')?.value).toBe('auto-replied');
  const [file] = mail?.attachments ?? [];
  expect(file).toMatchObject({filename: 'menü.txt', disposition: 'attachment'});
  expect(Buffer.from(file?.content as ArrayBuffer).toString()).toBe('soup');
  expect(sender.parts).toMatchObject([{channelIds: ['<dlv_1@example.org>']}]);
});

test('an answer to a message that is no longer stored uses its quote', async () => {
  await using sender = await opened();
  await sender.post({quote: {id: '<q1@a>', author: 'mail:alice@example.org', text: 'Are you free?'}});
  expect(smtp.mails.at(-1)?.mail).toMatchObject({inReplyTo: '<q1@a>', subject: 'Re:'});
});

test("a name and an address can't add headers", async () => {
  await using sender = await opened(mailConfig(smtp.port, 9, {name: 'Rooster\r\nBcc: eve@example.org'}));
  await sender.post({text: 'first\r\nBcc: eve@example.org', to: 'mail:a@b.org'});
  const {to, raw} = smtp.mails.at(-1) ?? {raw: ''};
  expect(to).toEqual(['a@b.org']);
  expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/^Bcc:/imu);
});

describe('a failure', () => {
  test.each<[string, SmtpAnswer, string, string]>([
    ['the server is busy', {at: 'greeting', code: 421, text: 'try later'}, 'later', 'down'],
    ['the recipient is deferred', {at: 'recipient', code: 450, text: '4.2.0 Greylisted'}, 'later', 'up'],
    ['the content is deferred', {at: 'data', code: 451, text: 'local error'}, 'later', 'up'],
    ['the mailbox is full', {at: 'data', code: 452, text: '4.2.2 full'}, 'later', 'up'],
    ['the server ends the session', {at: 'recipient', code: 421, text: 'closing'}, 'later', 'down'],
    ['nobody has this address', {at: 'recipient', code: 550, text: '5.1.1 no such user'}, 'never', 'up'],
    ['the content is refused', {at: 'data', code: 554, text: '5.7.1 spam'}, 'never', 'up'],
    ['it is too large', {at: 'sender', code: 552, text: 'too large'}, 'never', 'up'],
    ['the sender is refused', {at: 'sender', code: 553, text: 'not yours'}, 'afterFix', 'up'],
    ['the connection breaks after the last line', 'cut', 'doubt', 'up'],
    ['the connection breaks after the server took it', 'accept-then-cut', 'doubt', 'up'],
  ])('%s', async (_, answer, retry, half) => {
    await using sender = await opened();
    expect(sender.half().state).toBe('up');
    smtp.answer(answer);
    const error: unknown = await sender.post().catch((thrown: unknown) => thrown);
    expect(sendEndOf(error).retry).toBe(retry);
    if (typeof answer === 'object') expect(errorMessage(error)).toContain(answer.text);
    expect(sender.half().state).toBe(half);
    if (retry === 'later') expect(sendEndOf(error).retryAfterMs).toBeGreaterThan(0);
    expect(sender.parts).toEqual([]);
  });

  test('nothing listens: no attempt counts, and the server is tried until it answers', async () => {
    const port = smtp.port;
    await smtp[Symbol.asyncDispose]();
    try {
      await using sender = senderFixture(mailConfig(port));
      await until('the server was tried', () => sender.half().state === 'down');
      const error: unknown = await sender.post().catch((thrown: unknown) => thrown);
      expect(sendEndOf(error).retry).toBe('unsent');
      expect(errorMessage(error)).toBe("Couldn't reach 127.0.0.1: connection refused.");
      smtp = await startSmtp({port});
      await until('it is found', () => sender.half().state === 'up');
    } finally {
      await smtp[Symbol.asyncDispose]();
      smtp = await startSmtp();
    }
  });

  test('nobody waits any more: nothing is sent', async () => {
    await using sender = await opened();
    const before = smtp.mails.length;
    await expect(sender.post({}, AbortSignal.abort())).rejects.toThrow();
    expect(smtp.mails).toHaveLength(before);
    expect(sender.half().state).toBe('up');
  });

  test('the server says nothing until nobody waits any more: it may have arrived', async () => {
    await using sender = await opened();
    smtp.answer('accept-then-hang');
    const over = new AbortController();
    const sent = sender.post({}, over.signal).catch((thrown: unknown) => thrown);
    const before = smtp.mails.length;
    await until('the server took it', () => smtp.mails.length > before);
    over.abort();
    expect(sendEndOf(await sent).retry).toBe('doubt');
  });

  test('a file is missing: it is never sent', async () => {
    await using sender = await opened();
    const before = smtp.mails.length;
    const error: unknown = await sender.post({files: ['gone.txt']}).catch((thrown: unknown) => thrown);
    expect(sendEndOf(error).retry).toBe('never');
    expect(errorMessage(error)).toBe('It was not sent: No file gone.txt in the workspace.');
    expect(smtp.mails).toHaveLength(before);
  });

  test('a file outside the workspace: the reason is a sentence', async () => {
    await using sender = await opened();
    const error: unknown = await sender.post({files: ['../secret']}).catch((thrown: unknown) => thrown);
    expect(sendEndOf(error).retry).toBe('never');
    expect(errorMessage(error)).toMatch(/^It was not sent: (?!GatewayError|Error)\S/u);
  });
});

test('with an unknown outcome nothing is sent again while the sent mail cannot be searched', async () => {
  await using sender = await opened();
  const before = smtp.mails.length;
  const error: unknown = await sender.post({repeat: true}).catch((thrown: unknown) => thrown);
  expect(sendEndOf(error)).toMatchObject({retry: 'unsent'});
  expect(errorMessage(error)).toMatch(/^Rooster can't look whether it was sent already: /u);
  expect(smtp.mails).toHaveLength(before);
});

test('a copy that cannot be filed is no failure', async () => {
  await using sender = await opened();
  await sender.post();
  expect(sender.parts).toHaveLength(1);
  expect(sender.log.lines.map(({sentence}) => sentence)).toContain("Couldn't file a copy of a sent mail.");
});

describe('logging in', () => {
  test.each(['tls', 'starttls'] as const)('over %s: a certificate that nothing trusts is refused', async security => {
    await using server = await startSmtp({security, password: () => 'secret'});
    const config = mailConfig(server.port);
    await using sender = senderFixture({...config, smtp: {...config.smtp, security}});
    await until('the server was tried', () => sender.half().state === 'down');
    expect(sender.half()).toMatchObject({because: expect.stringContaining('certificate')});
    expect(server.mails).toEqual([]);
  });

  test('without STARTTLS nothing is sent, where it is asked for', async () => {
    await using server = await startSmtp({password: () => 'secret'});
    const config = mailConfig(server.port);
    await using sender = senderFixture({...config, smtp: {...config.smtp, security: 'starttls'}});
    await until('the server was tried', () => sender.half().state === 'down');
    expect(sendEndOf(await sender.post().catch((thrown: unknown) => thrown)).retry).toBe('afterFix');
    expect(server.mails).toEqual([]);
  });

  test('a wrong password is reported with its fix, and tried again only after a while', async () => {
    await using server = await startSmtp({password: () => 'another'});
    await using sender = senderFixture(mailConfig(server.port));
    await until('the server was tried', () => sender.half().state === 'down');
    expect(sender.half()).toMatchObject({because: expect.stringContaining('rooster mail setup')});
    expect(server.connections()).toBe(1);
  });

  test('a token logs in where the server takes one', async () => {
    await using server = await startSmtp({token: () => 'tok'});
    await using sender = senderFixture(mailConfig(server.port), {
      login: async () => ({kind: 'token', user: 'rooster@example.org', token: 'tok'}),
    });
    await sender.post();
    expect(server.mails).toMatchObject([{user: 'rooster@example.org'}]);
  });
});
