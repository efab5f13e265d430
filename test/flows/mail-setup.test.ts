// Setting up the mailbox: both servers are tried, the password goes into a file, and the channel opens without a restart.
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {filesHolding, modeOf} from '../support/files-holding.ts';
import {type Dovecot, startDovecot} from '../support/mail/dovecot.ts';
import {whyNoDovecot} from '../support/mail/mail-programs.ts';
import {type SmtpStandIn, startSmtp} from '../support/mail/smtp-stand-in.ts';
import {type TempDir, tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until, untilGiven} from '../support/until.ts';

const MISSING = whyNoDovecot();
const title = `the mailbox${MISSING === undefined ? '' : ` (skipped: ${MISSING})`}`;

describe.skipIf(MISSING !== undefined)(title, () => {
  let folder: TempDir;
  let imap: Dovecot;
  let smtp: SmtpStandIn;
  let smtpPassword = 'secret';
  beforeAll(async () => {
    folder = tempDir('mail');
    imap = await startDovecot(folder.path);
    smtp = await startSmtp({password: () => smtpPassword});
  });
  afterAll(async () => {
    await smtp[Symbol.asyncDispose]();
    await imap[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const request = (over: object = {}) => ({
    address: 'Rooster@Example.org',
    imap: `127.0.0.1:${imap.port}`,
    smtp: `127.0.0.1:${smtp.port}`,
    password: ' secret\n',
    ...over,
  });

  test('opens once both servers let us in; the password is in one file', async () => {
    using home = tempDir();
    await using daemon = await openTestDaemon({home: home.path});
    expect(await daemon.call('mail.status', {})).toMatchObject({
      outbound: 'off',
      detail: expect.stringContaining('setup'),
    });
    const passwordFile = join(home.path, 'keys/mail');
    expect(await daemon.call('mail.setup', request())).toEqual({
      folders: expect.arrayContaining(['INBOX', 'Sent']),
      passwordFile,
    });
    expect(filesHolding(home.path, 'secret').filter(file => !file.startsWith('workspace/'))).toEqual(['keys/mail']);
    expect(modeOf(home.path, 'keys/mail')).toBe('600');
    const server = {host: '127.0.0.1', security: 'none', password: {file: passwordFile}};
    expect(JSON.parse(readFileSync(join(home.path, 'config.json'), 'utf8'))).toEqual({
      mail: {
        address: 'rooster@example.org',
        imap: {...server, port: imap.port},
        smtp: {...server, port: smtp.port},
      },
    });
    await daemon.whileTimePasses(
      untilGiven('the mailbox is open', async () => {
        const {inbound, outbound} = await daemon.call('mail.status', {});
        return (inbound === 'up' && outbound === 'up') || undefined;
      }),
    );

    // Again, with another user name: what else was set stays.
    await daemon.call('config.set', {key: 'mail.name', value: 'Henry'});
    await daemon.call('mail.setup', request({user: 'other', folder: 'Drafts'}));
    expect(JSON.parse(readFileSync(join(home.path, 'config.json'), 'utf8'))).toMatchObject({
      mail: {name: 'Henry', folder: 'Drafts', imap: {user: 'other'}},
    });
  });

  test('a repeated setup opens the channel again, even with the same configuration', async () => {
    using home = tempDir();
    await using daemon = await openTestDaemon({home: home.path});
    const statuses = () => daemon.events.flatMap(event => (event.type === 'channel.status' ? [event] : []));
    const isUp = () => statuses().at(-1)?.inbound === 'up' && statuses().at(-1)?.outbound === 'up';
    await daemon.call('mail.setup', request());
    await daemon.whileTimePasses(until('the mailbox is open', isUp));
    const before = statuses().length;
    await daemon.call('mail.setup', request());
    await daemon.whileTimePasses(until('it is open again', () => statuses().length > before && isUp()));
  });

  test('a mailbox without a folder for sent mail says so, in the setup and in the status', async () => {
    using home = tempDir();
    await using daemon = await openTestDaemon({home: home.path, config: {}});
    const {warning} = await daemon.call('mail.setup', request());
    expect(warning).toBeUndefined();
    await daemon.call('config.set', {key: 'mail.sent', value: 'Gone'});
    expect(await daemon.call('mail.setup', request())).toMatchObject({
      warning: expect.stringContaining('has no folder "Gone" for sent mail'),
    });
    await daemon.whileTimePasses(
      untilGiven('the status says so', async () => {
        const {warnings = []} = await daemon.call('mail.status', {});
        return warnings.some(one => one.includes('"Gone"')) || undefined;
      }),
    );
  });

  test.each<[string, object, RegExp, (() => void)?]>([
    ['an empty password', {password: ''}, /non-empty text/u],
    ['no address', {address: 'rooster'}, /isn't a mail address/u],
    ['no server', {imap: 'imap example'}, /isn't a server/u],
    ['a silent IMAP server', {imap: '127.0.0.1:9'}, /^Couldn't reach the mailbox at 127\.0\.0\.1: /u],
    ['a wrong password for IMAP', {password: 'wrong'}, /refused the user name or the password/u],
    ['a missing folder', {folder: 'Letters'}, /has no folder "Letters"\. It has: .*INBOX/u],
    ['a silent SMTP server', {smtp: '127.0.0.1:9'}, /connection refused/u],
    ['a wrong password for SMTP', {}, /The mail server refused the login/u, () => (smtpPassword = 'another')],
  ])('with %s nothing is written', async (_, over, sentence, before) => {
    using home = tempDir();
    await using daemon = await openTestDaemon({home: home.path});
    before?.();
    try {
      await expect(daemon.call('mail.setup', request(over))).rejects.toThrow(sentence);
    } finally {
      smtpPassword = 'secret';
    }
    expect([existsSync(join(home.path, 'keys/mail')), existsSync(join(home.path, 'config.json'))]).toEqual([
      false,
      false,
    ]);
  });
});
