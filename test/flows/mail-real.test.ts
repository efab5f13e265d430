// Mail between people and a whole daemon over real servers: Debian's OpenSMTPD delivers, and dovecot holds the mailboxes.

import PostalMime, {type Email} from 'postal-mime';
import {expect, test} from 'vitest';
import {sendOverSmtp} from '../../src/daemon/channels/mail/outgoing/smtp.ts';
import {mailConfig} from '../support/mail/mail-fixture.ts';
import {whyNoMailServers} from '../support/mail/mail-programs.ts';
import {startRealMail} from '../support/mail/real-mail.ts';
import {mailSource} from '../support/mail/signed-mail.ts';
import {startSmtp} from '../support/mail/smtp-stand-in.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until, untilGiven} from '../support/until.ts';

const MISSING = whyNoMailServers();
const why = MISSING === undefined ? '' : ` (skipped: ${MISSING})`;
const VOUCHED = {'Authentication-Results': 'mx.example.org; dmarc=pass header.from=example.org'};

test.skipIf(MISSING !== undefined)(
  `a thread, a copy of each answer, a break of the connection, and a bounce${why}`,
  async () => {
    using home = tempDir();
    await using elsewhere = await startSmtp();
    elsewhere.answer({at: 'recipient', code: 550, text: '5.1.1 nobody here'});
    await using servers = await startRealMail({relayPort: elsewhere.port});
    using model = scriptedModel(['At noon then.', 'Yes, with Bob.', 'Still here.']);
    const mail = {...mailConfig(servers.smtp.port, servers.imap.port), authserv: 'mx.example.org'};
    await using daemon = await openTestDaemon({
      home: home.path,
      models: model.models,
      config: {
        users: [{name: 'alice', trust: 'full', match: ['terminal:default', 'mail:alice@example.org']}],
        mail,
        heartbeat: {enabled: false},
        reflection: {enabled: false},
      },
    });
    const isUp = () =>
      untilGiven('the mailbox is open', async () => {
        const {inbound, outbound} = await daemon.call('mail.status', {});
        return (inbound === 'up' && outbound === 'up') || undefined;
      });
    await daemon.whileTimePasses(isUp());

    const writes = async (id: string, text: string, headers: Readonly<Record<string, string>> = {}): Promise<void> => {
      const source = mailSource({to: 'rooster@example.org', id, text, headers: {...VOUCHED, ...headers}});
      await sendOverSmtp(
        {from: 'alice@example.org', to: 'rooster@example.org', raw: Buffer.from(source)},
        {
          server: mail.smtp,
          login: {kind: 'password', user: 'alice', password: 'secret'},
          signal: new AbortController().signal,
        },
      );
    };
    /** Alice's mails, once there are `count`. */
    const has = async (count: number): Promise<readonly Email[]> => {
      await daemon.whileTimePasses(
        until(`alice has ${count} mails`, () => servers.messagesOf('alice').length >= count),
      );
      return await Promise.all(servers.messagesOf('alice').map(raw => PostalMime.parse(raw)));
    };
    const copies = () => servers.messagesOf('rooster', 'Sent').length;

    await writes('<1@example.org>', 'At noon?');
    const [first] = await has(1);
    expect(first).toMatchObject({inReplyTo: '<1@example.org>', subject: 'Re: Lunch'});
    expect(first?.text).toContain('At noon then.\n\n-- \nRooster\n\nalice@example.org wrote:\n> At noon?');

    const answering = {'In-Reply-To': first?.messageId ?? '', References: `<1@example.org> ${first?.messageId}`};
    await writes('<2@example.org>', 'With Bob?', answering);
    const [, second] = await has(2);
    expect(second).toMatchObject({references: `<1@example.org> ${first?.messageId} <2@example.org>`});
    await daemon.whileTimePasses(until('both have a copy', () => copies() === 2));

    await servers.imap.restart();
    await writes('<3@example.org>', 'Are you there?');
    await has(3);
    expect(model.asked).toHaveLength(3);

    const {id} = await daemon.call('outbox.send', {to: 'mail:nobody@elsewhere.org', text: 'Hello?'});
    await daemon.whileTimePasses(daemon.event('delivery.dead', ({delivery}) => delivery.id === id));
    expect((await daemon.call('outbox.get', {id})).lastError).toMatch(/^It came back: .*550 5\.1\.1 nobody here$/u);
    expect(servers.messagesOf('alice')).toHaveLength(3);
  },
);
