// The servers that other tests of mail use are the real ones, and answer as themselves.
import {connect} from 'node:net';
import {ImapFlow} from 'imapflow';
import {expect, test} from 'vitest';
import {whyNoMailServers} from '../../../support/mail/mail-programs.ts';
import {startRealMail} from '../../../support/mail/real-mail.ts';
import {until} from '../../../support/until.ts';

const MISSING = whyNoMailServers();
const why = MISSING === undefined ? '' : ` (skipped: ${MISSING})`;

test.skipIf(MISSING !== undefined)(`mail that OpenSMTPD takes is in dovecot's INBOX at once${why}`, async () => {
  await using mail = await startRealMail();
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: mail.imap.port,
    secure: false,
    doSTARTTLS: false,
    auth: {user: 'bob@example.org', pass: 'secret'},
    logger: false,
  });
  await client.connect();
  using _lock = {[Symbol.dispose]: () => client.close()};
  await client.mailboxOpen('INBOX');
  void client.idle();
  let arrived = 0;
  client.on('exists', () => {
    arrived += 1;
  });
  await say(mail.smtp.port, [
    'MAIL FROM:<a@b.org>',
    'RCPT TO:<bob@example.org>',
    'DATA',
    'Subject: x\r\n\r\nhello\r\n.',
  ]);
  await until('dovecot tells of it', () => arrived === 1);
  expect(mail.messagesOf('bob')).toHaveLength(1);
  expect(mail.messagesOf('bob', 'Sent')).toEqual([]);
  expect(mail.messagesOf('bob')[0]).toContain('\n\nhello\n');
});

const say = async (port: number, lines: readonly string[]): Promise<void> => {
  const socket = connect(port, '127.0.0.1');
  let answers = 0;
  socket.on('data', chunk => {
    answers += String(chunk).match(/^\d{3} /gmu)?.length ?? 0;
  });
  for (const [index, line] of ['EHLO x', ...lines, 'QUIT'].entries()) {
    await until(`an answer before ${line}`, () => answers > index);
    socket.write(`${line}\r\n`);
  }
  await until('the server has closed the connection', () => socket.destroyed);
};
