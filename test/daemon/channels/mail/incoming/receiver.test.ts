// The receiver over a real connection to an IMAP server on loopback that misbehaves as it is told.
// @module-tag deep
import {readdirSync, readFileSync} from 'node:fs';
import {afterEach, expect, test} from 'vitest';
import {readContactRequests} from '../../../../../src/daemon/channels/inbox/contact-requests.ts';
import {folderOpener} from '../../../../../src/daemon/channels/mail/incoming/folder.ts';
import {openMailReader} from '../../../../../src/daemon/channels/mail/incoming/mail-reader.ts';
import {createReceiver} from '../../../../../src/daemon/channels/mail/incoming/receiver.ts';
import type {HandleResult} from '../../../../../src/daemon/ports/channel.ts';
import {keepContext} from '../../../../../src/daemon/sessions/keep-context.ts';
import {createSessionIndex} from '../../../../../src/daemon/sessions/session-index.ts';
import {createSessions} from '../../../../../src/daemon/sessions/session-registry.ts';
import type {Inbound} from '../../../../../src/shared/records/delivery/injection.ts';
import {systemClock} from '../../../../../src/shared/time/clock.ts';
import {countingIds} from '../../../../support/counting-ids.ts';
import {startImap} from '../../../../support/mail/imap-stand-in.ts';
import {mailConfig} from '../../../../support/mail/mail-fixture.ts';
import {dnsOf, type MailParts, mailSource, signedBy} from '../../../../support/mail/signed-mail.ts';
import {memoryLog} from '../../../../support/memory-log.ts';
import {tempDir} from '../../../../support/temp-dir.ts';
import {until} from '../../../../support/until.ts';
import {aDelivery, openTestStore} from '../../../store/store-fixture.ts';

let opened = new AsyncDisposableStack();
afterEach(async () => {
  await opened.disposeAsync();
  opened = new AsyncDisposableStack();
});

const fromAlice = (parts: MailParts = {}): Promise<string> =>
  signedBy(mailSource({to: 'rooster@example.org', ...parts}));

type SceneOptions = {
  /** The records that the receiver sees. */
  readonly dns?: ReturnType<typeof dnsOf>;
  readonly answer?: () => HandleResult;
  /** It looks for new mail every 20 ms. */
  readonly looksOften?: true;
};

const scene = async ({dns = dnsOf(), answer, looksOften}: SceneOptions = {}) => {
  const imap = opened.use(await startImap());
  const folder = opened.use(tempDir());
  const store = opened.use(openTestStore());
  const log = memoryLog();
  const clock = {...systemClock(), after: (ms: number, run: () => void) => systemClock().after(Math.min(ms, 20), run)};
  const ids = countingIds();
  const index = createSessionIndex({store, sessions: createSessions()});
  const taken: Inbound[] = [];
  const changes: string[] = [];

  const start = () => {
    const config = mailConfig(1, imap.port);
    const reader = openMailReader(dns);
    const receiver = createReceiver({
      store,
      clock: {...clock, after: (ms, run) => (ms > 60_000 ? systemClock().after(ms, run) : clock.after(ms, run))},
      log,
      ids,
      config,
      open: folderOpener({
        clock: looksOften ? clock : systemClock(),
        config,
        login: async () => ({kind: 'password', user: 'rooster', password: 'secret'}),
      }),
      workspace: folder.path,
      reader,
      isKnown: address => address === 'alice@example.org',
      chance: () => 0,
      onChange: () => changes.push(receiver.half().state),
    });
    const listening = receiver.listen({
      handle: async inbound => {
        const result = answer?.() ?? {kind: 'kept'};
        if (result.kind !== 'kept') return result;
        taken.push(inbound);
        const {text, at, key, thread} = inbound;
        const session = thread === undefined ? 'rooster:main' : (`rooster:mail:${thread.id}` as const);
        const source = {kind: 'user', name: 'alice', channel: 'mail'} as const;
        store.transact(emit => {
          if (store.sessions.get(session) === undefined) {
            const kind = thread === undefined ? 'main' : 'mail';
            store.sessions.put({key: session, kind, title: 'T', trust: 'full', lastActivityAt: at});
          }
          const message = {session, trust: 'full', role: 'user', text, at, source, channel: 'mail', key} as const;
          keepContext({store, ids, index}, {...message, key: key ?? ''}, emit);
        });
        return result;
      },
      change: async () => ({kind: 'kept'}),
      react: async () => ({kind: 'kept'}),
      expire: async () => ({kind: 'kept'}),
    });
    return {receiver, [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose]()};
  };

  /** Starts, and waits until the folder was read. */
  const run = async () => {
    const running = start();
    opened.use(running);
    await until('the mailbox is read', () => running.receiver.half().state === 'up' && imap.isIdle());
    return running;
  };
  const texts = () => taken.map(({text}) => text);
  return {imap, store, log, folder, taken, texts, changes, start, run};
};

test('mail from before the first start isn’t answered; mail that comes while idle is, at once', {
  tags: ['fast'],
}, async () => {
  const {imap, run, taken, store} = await scene();
  imap.deliver(await fromAlice({id: '<old@example.org>'}));
  await run();
  imap.deliver(await fromAlice());
  await until('the mail was handled', () => taken.length === 1);
  expect(taken).toEqual([
    {
      channel: 'mail',
      sender: 'alice@example.org',
      text: 'At noon?',
      at: expect.any(Number),
      key: 'mail:alice@example.org/<1@example.org>/0',
      thread: {id: expect.stringMatching(/^[a-f\d]{16}$/u), title: 'Lunch'},
      details: {subject: 'Lunch'},
    },
  ]);
  expect(store.ledger.of('mail:alice@example.org').newestIn?.id).toBe('mail:alice@example.org/<1@example.org>/0');
});

test('ten thousand unread mails at the first start are left alone', async () => {
  const {imap, run, taken} = await scene();
  for (let index = 0; index < 10_000; index += 1) imap.deliver(() => mailSource({id: `<${index}@example.org>`}));
  await run();
  imap.deliver(await fromAlice({text: 'the new one'}));
  await until('the mail was handled', () => taken.length === 1);
  expect(imap.read()).toEqual([10_001]);
});

test('mail that comes while the daemon is down or the connection is lost is answered once, in its order', async () => {
  const {imap, run, texts} = await scene();
  const first = await run();
  await first[Symbol.asyncDispose]();
  for (const text of ['one', 'two']) imap.deliver(await fromAlice({id: `<${text}@example.org>`, text}));
  const second = await run();
  await until('both were handled', () => texts().length === 2);
  imap.drop();
  imap.deliver(await fromAlice({id: '<three@example.org>', text: 'three'}));
  await until('the third was handled', () => texts().length === 3);
  expect(texts()).toEqual(['one', 'two', 'three']);
  expect(second.receiver.restarts()).toBe(1);
  expect(imap.read()).toEqual([1, 2, 3]);
});

test('a mail that is delivered twice is answered once', async () => {
  const {imap, run, texts} = await scene();
  await run();
  const mail = await fromAlice();
  imap.deliver(mail);
  imap.deliver(`X-Copy: 2\r\n${mail}`);
  imap.deliver(await fromAlice({id: '<2@example.org>', text: 'the end'}));
  await until('the last was handled', () => texts().includes('the end'));
  expect(texts()).toEqual(['At noon?', 'the end']);
});

test('after the folder got new numbers, known and old mails stay known, and new ones are answered', async () => {
  const {imap, run, texts} = await scene();
  imap.deliver(await fromAlice({id: '<old@example.org>', text: 'old'}), Date.now() - 60_000);
  const first = await run();
  imap.deliver(await fromAlice({text: 'one'}));
  await until('the first was handled', () => texts().length === 1);
  await first[Symbol.asyncDispose]();
  imap.renumber();
  imap.deliver(await fromAlice({id: '<2@example.org>', text: 'two'}));
  await run();
  await until('the second was handled', () => texts().length === 2);
  imap.deliver(await fromAlice({id: '<3@example.org>', text: 'three'}));
  await until('the third was handled', () => texts().length === 3);
  expect(texts()).toEqual(['one', 'two', 'three']);
});

test('a wrong password is said, and tried again', async () => {
  const {imap, start, taken} = await scene();
  imap.password('another');
  const running = opened.use(start());
  await until('it is down', () => running.receiver.half().state === 'down');
  expect(running.receiver.half()).toMatchObject({because: expect.stringContaining('Check mail.imap')});
  imap.password('secret');
  await until('it is up', () => running.receiver.half().state === 'up');
  imap.deliver(await fromAlice());
  await until('the mail was handled', () => taken.length === 1);
});

test('a forged mail, a stranger’s and a program’s get no answer; the true one with a forged Message-ID does', async () => {
  const {imap, run, texts, store, taken} = await scene();
  await run();
  imap.deliver(mailSource({to: 'rooster@example.org', text: 'forged'}));
  imap.deliver(mailSource({from: 'Zoe <zoe@evil.example>', id: '<z@evil.example>', text: 'stranger'}));
  imap.deliver(await fromAlice({id: '<a@example.org>', headers: {'Auto-Submitted': 'auto-replied'}, text: 'away'}));
  imap.deliver(await fromAlice({text: 'true'}));
  await until('the true one was handled', () => taken.length === 1);
  expect(texts()).toEqual(['true']);
  expect(readContactRequests(store.cursors, 'mail')).toMatchObject([
    {address: 'mail:zoe@evil.example', name: 'Zoe', times: 1},
  ]);
  const refused = store.events.before(1_000, 100).events.filter(({type}) => type === 'policy.refused');
  expect(refused).toMatchObject([
    {reason: expect.stringMatching(/claims to come from alice@example.org was not read: it has no valid signature/u)},
  ]);
  // Nothing of the others is stored.
  await until('it is settled', () => store.inbox.counts('mail').handled === 1);
  expect(
    store.inbox
      .list({channel: 'mail', limit: 10})
      .map(({state, event}) => [state, (JSON.stringify(event) ?? '').includes('true')]),
  ).toEqual([
    ['handled', true],
    ['ignored', false],
  ]);
});

test('a delivery report ends the delivery of the mail that came back', async () => {
  const {imap, run, store} = await scene();
  store.deliveries.add(aDelivery('1', {address: 'mail:bob@example.org', state: 'sent'}));
  await run();
  const part = (type: string, body: string): string => `--b\nContent-Type: ${type}\n\n${body}\n\n`;
  const body = [
    part('text/plain', 'Sorry.'),
    part(
      'message/delivery-status',
      'Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; bob@example.org\nAction: failed\nDiagnostic-Code: smtp; 550 no such user',
    ),
    part('message/rfc822', 'Message-ID: <dlv_1@example.org>\nSubject: x\n\nHello'),
    '--b--',
  ].join('');
  const headers = {'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b'};
  imap.deliver(mailSource({from: 'MAILER-DAEMON@mx.example.net', to: 'rooster@example.org', body, headers}));
  await until('it is dead', () => store.deliveries.get('dlv_1')?.state === 'dead');
  expect(store.deliveries.get('dlv_1')?.lastError).toBe('It came back: 550 no such user');
});

test('a mail waits while DNS doesn’t answer', async () => {
  let isBroken = true;
  const good = dnsOf();
  const {imap, run, taken} = await scene({
    dns: async (name, type) => {
      if (isBroken) throw Object.assign(new Error('query failed'), {code: 'ESERVFAIL'});
      return good(name, type);
    },
  });
  await run();
  imap.deliver(await fromAlice());
  await until('it was read twice', () => imap.read().length >= 2);
  expect(taken).toEqual([]);
  isBroken = false;
  await until('the mail was handled', () => taken.length === 1);
});

test('a thread is one conversation; a reply to our mail names its delivery', async () => {
  const {imap, run, taken, store} = await scene();
  store.deliveries.add(aDelivery('1', {address: 'mail:alice@example.org', text: 'Tea?'}));
  store.deliveries.add(aDelivery('2', {address: 'mail:bob@example.org', text: 'Secret'}));
  await run();
  const mails: readonly MailParts[] = [
    {id: '<1@example.org>', subject: 'Lunch'},
    {
      id: '<2@example.org>',
      subject: 'Re: Lunch',
      headers: {'In-Reply-To': '<1@example.org>', References: '<1@example.org>'},
    },
    // The mail between them went to others.
    {id: '<3@example.org>', subject: 'Dinner', headers: {References: '<1@example.org> <x@else.example>'}},
    {id: '<4@example.org>', subject: 'Lunch'},
    {id: '<5@example.org>', headers: {'In-Reply-To': '<dlv_1@example.org>'}, text: 'done'},
    {id: '<6@example.org>', headers: {'In-Reply-To': '<dlv_2@example.org>'}, text: 'done'},
  ];
  for (const mail of mails) imap.deliver(await fromAlice(mail));
  await until('all were handled', () => taken.length === mails.length);
  const threads = taken.map(({thread}) => thread?.id);
  expect(threads[1]).toBe(threads[0]);
  expect(threads[2]).toBe(threads[0]);
  expect(new Set(threads).size).toBe(4);
  expect(taken.map(({details}) => details)).toEqual([
    {subject: 'Lunch'},
    undefined,
    undefined,
    {subject: 'Lunch'},
    {quote: {text: 'Tea?'}},
    {subject: 'Lunch'},
  ]);
  expect(taken.map(({answers}) => answers)).toEqual([undefined, undefined, undefined, undefined, 'dlv_1', undefined]);
});

test('files come into the workspace, pictures inside the text don’t', async () => {
  const {imap, run, taken, folder} = await scene();
  await run();
  const part = (head: string, body: string): string => `--b\r\n${head}\r\n\r\n${body}\r\n`;
  const body = [
    part('Content-Type: text/html', '<p>See this <img src="cid:i"></p>'),
    part(
      'Content-Type: text/csv\r\nContent-Disposition: attachment; filename="../../Q1 report.CSV"\r\nContent-Transfer-Encoding: base64',
      'YSxi',
    ),
    part('Content-Type: image/png\r\nContent-ID: <i>\r\nContent-Disposition: inline', 'x'),
    '--b--',
  ].join('');
  imap.deliver(await fromAlice({body, headers: {'Content-Type': 'multipart/related; boundary=b'}}));
  await until('the mail was handled', () => taken.length === 1);
  expect(taken[0]).toMatchObject({
    text: 'See this',
    attachments: [
      {
        type: 'text/csv',
        name: '../../Q1 report.CSV',
        size: 3,
        path: expect.stringMatching(/^received\/mail-[a-f\d]{12}-1\.csv$/u),
      },
    ],
  });
  expect(readdirSync(`${folder.path}/received`)).toHaveLength(1);
  expect(readFileSync(`${folder.path}/${taken[0]?.attachments?.[0]?.path}`, 'utf8')).toBe('a,b');
});

test('a mail of fifty megabytes isn’t fetched, and the operator hears of it', async () => {
  const {imap, run, taken, store} = await scene();
  await run();
  const huge = mailSource({to: 'rooster@example.org', id: '<huge@example.org>', text: 'x'.repeat(50 * 1_024 * 1_024)});
  imap.deliver(() => huge);
  imap.deliver(await fromAlice());
  await until('the next one was handled', () => taken.length === 1);
  expect(imap.read()).toEqual([2]);
  const refused = store.events.before(1_000, 100).events.filter(({type}) => type === 'policy.refused');
  expect(refused).toMatchObject([{reason: expect.stringContaining('too large to be checked')}]);
});

test('after thirty mails of a thread in a day, further ones are only kept', async () => {
  const {imap, run, taken} = await scene();
  await run();
  const chain = (index: number): MailParts => ({
    id: `<${index}@example.org>`,
    text: `mail ${index}`,
    ...(index > 0 && {headers: {References: '<0@example.org>'}}),
  });
  for (let index = 0; index < 32; index += 1) imap.deliver(await fromAlice(chain(index)));
  await until('all were handled', () => taken.length === 32);
  expect(taken.map(({context}) => context === true).indexOf(true)).toBe(30);
  // Another thread goes on.
  imap.deliver(await fromAlice({id: '<new@example.org>', text: 'another thread'}));
  await until('the other was handled', () => taken.length === 33);
  expect(taken[32]?.context).toBeUndefined();
});

test('without a push, new mail is found at the next look', async () => {
  const {imap, run, texts} = await scene({looksOften: true});
  imap.beSilent();
  const running = await run();
  imap.deliver(await fromAlice({text: 'quiet'}));
  await until('the mail was handled', () => texts().length === 1);
  expect(running.receiver.half().state).toBe('up');
  expect(imap.logins()).toBe(1);
});
