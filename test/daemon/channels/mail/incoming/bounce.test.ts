// Effects of delivery reports: those of Postfix, OpenSMTPD, Exchange and Gmail in their own forms, and mails that only look like one.
import {describe, expect, test} from 'vitest';
import {readBounce} from '../../../../../src/daemon/channels/mail/incoming/read-bounce.ts';
import {takeReport} from '../../../../../src/daemon/channels/mail/incoming/receiver.ts';
import type {Delivery} from '../../../../../src/shared/records/delivery/delivery.ts';
import {fakeClock} from '../../../../support/fake-clock.ts';
import {directReader} from '../../../../support/mail/direct-reader.ts';
import {aDelivery, openTestStore} from '../../../store/store-fixture.ts';

const OWN = 'rooster@example.org';

type Part = {readonly type: string; readonly body: string};

const report = (parts: readonly Part[], {type = 'report; report-type=delivery-status', head = ''} = {}): Buffer =>
  Buffer.from(
    [
      `From: MAILER-DAEMON@mx.example.net\nTo: ${OWN}\nSubject: Undelivered\n${head}MIME-Version: 1.0`,
      `Content-Type: multipart/${type}; boundary="b1"\n\n`,
      ...parts.map(part => `--b1\nContent-Type: ${part.type}\n\n${part.body}\n`),
      '--b1--\n',
    ].join('\n'),
  );

const FOR_PEOPLE = {type: 'text/plain', body: 'Hi!\n\nalice@example.org: 550 no such user\n'};
const RETURNED = {type: 'message/rfc822', body: 'Subject: x\nMessage-ID:\n <dlv_1@example.org>\n\nHello'};
const status = (fields: string): Part => ({
  type: 'message/delivery-status',
  body: `Reporting-MTA: dns; mx.example.net\n\n${fields}`,
});
const FAILED = status(
  'Original-Recipient: rfc822;Alice@Example.org\nFinal-Recipient: rfc822; alice@other.net\nAction: failed\nStatus: 5.1.1\n' +
    'Diagnostic-Code: smtp; 550 5.1.1 <alice@other.net>: Recipient address\n    rejected: User unknown\n',
);

describe('a report is read', () => {
  test('with the recipient as it was written, and what the last server said', async () => {
    expect(await readBounce(report([FOR_PEOPLE, FAILED, RETURNED]), OWN)).toEqual({
      delivery: 'dlv_1',
      recipient: 'alice@example.org',
      reason: 'It came back: 550 5.1.1 <alice@other.net>: Recipient address rejected: User unknown',
    });
  });

  test('as OpenSMTPD writes it: not as a report, with a header only, the reason in the text for people', async () => {
    const source = report(
      [
        FOR_PEOPLE,
        status('Final-Recipient: rfc822; alice@example.org\nAction: failed\nStatus: 5.0.0\n'),
        {type: 'text/rfc822-headers', body: 'Message-ID: <dlv_1@example.org>\nSubject: x\n'},
      ],
      {type: 'mixed'},
    );
    expect(await readBounce(source, OWN)).toMatchObject({
      delivery: 'dlv_1',
      reason: 'It came back: alice@example.org: 550 no such user',
    });
  });

  test('without the returned mail, by what it answers', async () => {
    const source = report([FAILED], {head: 'In-Reply-To: <dlv_1@example.org>\n'});
    expect(await readBounce(source, OWN)).toMatchObject({delivery: 'dlv_1'});
  });

  test('with no reason at all', async () => {
    const source = report([status('Final-Recipient: rfc822; a@b.org\nAction: failed\n'), RETURNED]);
    expect(await readBounce(source, OWN)).toMatchObject({reason: 'It came back: the server names no reason'});
  });
});

describe('nothing is read from', () => {
  test.each<[string, Buffer]>([
    ['a delay', report([status('Final-Recipient: rfc822; a@b.org\nAction: delayed\n'), RETURNED])],
    ['a success', report([status('Final-Recipient: rfc822; a@b.org\nAction: delivered\n'), RETURNED])],
    ['the report of a mail that is not ours', report([FAILED, {...RETURNED, body: 'Message-ID: <1@a.org>\n\nx'}])],
    ['the report of another domain', report([FAILED, {...RETURNED, body: 'Message-ID: <dlv_1@a.org>\n\nx'}])],
    ['a mail that only quotes one', Buffer.from('Subject: x\n\nMessage-ID: <dlv_1@example.org>\nAction: failed\n')],
    ['noise', Buffer.from([0, 255, 13, 10, 13, 10, 200])],
    ['nothing', Buffer.alloc(0)],
  ])('%s', async (_, source) => {
    expect(await readBounce(source, OWN)).toBeUndefined();
  });
});

describe('the delivery', () => {
  const settled = async (before: Partial<Delivery>, source = report([FAILED, RETURNED]), times = 1) => {
    using store = openTestStore();
    store.deliveries.add(aDelivery('1', {address: 'mail:alice@example.org', attempts: 1, ...before}));
    const deps = {store, clock: fakeClock(), own: OWN, read: directReader()};
    for (let time = 0; time < times; time += 1) {
      const change = await takeReport(deps, source);
      store.transact(emit => change(emit));
    }
    const events = store.events.after(0, 10) ?? [];
    const causes = events.map(({cause}) => cause);
    return {delivery: store.deliveries.get('dlv_1'), events: events.map(({type}) => type), causes};
  };

  test.each(['sending', 'sent', 'delivered', 'queued'] as const)('that is %s is dead, with the reason', async state => {
    const {delivery, events} = await settled({state, repeat: true});
    expect(delivery).toMatchObject({state: 'dead', repeat: false, lastError: expect.stringContaining('User unknown')});
    expect(delivery?.sentAt).toBeGreaterThan(0);
    expect(events).toEqual(['delivery.dead']);
  });

  test('is dead once, however often the report comes', async () => {
    expect((await settled({state: 'sent'}, undefined, 3)).events).toEqual(['delivery.dead']);
  });

  test.each<[string, Partial<Delivery>, string]>([
    ['of a run', {runId: 'run_1', turnId: 'turn_1'}, 'run_1'],
    ['of a turn', {turnId: 'turn_1'}, 'turn_1'],
    ['sent by hand', {}, 'dlv_1'],
  ])('%s dies as part of it, so that its trace has the reason', async (_, of, cause) => {
    expect((await settled({state: 'sent', ...of})).causes).toEqual([cause]);
  });

  test('that was not sent yet stays', async () => {
    expect((await settled({state: 'queued', attempts: 0})).delivery?.state).toBe('queued');
  });

  test('to somebody else stays', async () => {
    expect((await settled({state: 'sent', address: 'mail:bob@example.org'})).delivery?.state).toBe('sent');
  });
});
