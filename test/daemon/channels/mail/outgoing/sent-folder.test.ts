// Copies of sent mail, and what they tell after a crash, on a real dovecot.
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {MailConfig} from '../../../../../src/daemon/config/config-schema.ts';
import {type Dovecot, mailIn, startDovecot} from '../../../../support/mail/dovecot.ts';
import {mailConfig, senderFixture} from '../../../../support/mail/mail-fixture.ts';
import {whyNoDovecot} from '../../../../support/mail/mail-programs.ts';
import {messagesIn} from '../../../../support/mail/real-mail.ts';
import {type SmtpStandIn, startSmtp} from '../../../../support/mail/smtp-stand-in.ts';
import {type TempDir, tempDir} from '../../../../support/temp-dir.ts';

const MISSING = whyNoDovecot();

describe.skipIf(MISSING !== undefined)(
  `copies of sent mail${MISSING === undefined ? '' : ` (skipped: ${MISSING})`}`,
  () => {
    let folder: TempDir;
    let imap: Dovecot;
    let smtp: SmtpStandIn;
    let users = 0;
    beforeAll(async () => {
      folder = tempDir('mail');
      imap = await startDovecot(folder.path);
      smtp = await startSmtp();
    });
    afterAll(async () => {
      await smtp[Symbol.asyncDispose]();
      await imap[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    });

    /** A sender with a mailbox of its own. */
    const opened = (over: Partial<MailConfig> = {}) => {
      users += 1;
      const address = `user${users}@example.org`;
      const sender = senderFixture(mailConfig(smtp.port, imap.port, {address, ...over}));
      return {
        sender,
        copies: (name = 'Sent') => messagesIn(`${mailIn(folder.path)}/${address.split('@')[0]}/.${name}`),
        [Symbol.asyncDispose]: () => sender[Symbol.asyncDispose](),
      };
    };

    test('a sent mail has one copy in the folder that the server names, byte for byte', async () => {
      await using one = opened();
      await one.sender.post({text: 'Hellö'});
      const [copy, ...more] = one.copies();
      expect(more).toEqual([]);
      expect(copy?.replaceAll('\n', '\r\n')).toBe(smtp.mails.at(-1)?.raw);
    });

    test('a configured folder wins', async () => {
      await using one = opened({sent: 'Drafts'});
      await one.sender.post();
      expect([one.copies('Sent').length, one.copies('Drafts').length]).toEqual([0, 1]);
    });

    test('a mail with an unknown outcome is not sent again if its copy is there, and has arrived once', async () => {
      await using one = opened();
      await one.sender.post({id: 'dlv_7'});
      const before = smtp.mails.length;
      expect(await one.sender.post({id: 'dlv_7', repeat: true})).toMatchObject({
        once: true,
        channelIds: ['<dlv_7@example.org>'],
      });
      expect(smtp.mails).toHaveLength(before);
      expect(one.copies()).toHaveLength(1);
    });

    test('a mail with an unknown outcome is sent again if it has no copy, under the same id', async () => {
      await using one = opened();
      await one.sender.post({id: 'dlv_8'});
      const before = smtp.mails.length;
      expect(await one.sender.post({id: 'dlv_9', repeat: true})).not.toHaveProperty('once', expect.anything());
      expect(smtp.mails.slice(before).map(({mail}) => mail.messageId)).toEqual(['<dlv_9@example.org>']);
    });

    test('a mail that left before a crash only gets its copy, once', async () => {
      await using one = opened();
      const before = smtp.mails.length;
      for (const _ of [1, 2]) expect(await one.sender.post({accepted: 1, repeat: true})).toMatchObject({once: true});
      expect(smtp.mails).toHaveLength(before);
      expect(one.copies()).toHaveLength(1);
    });
  },
);
