// A mail of a stranger or a person never holds the daemon: everything that depends on its bytes is done in a worker thread with a budget.
import {expect, onTestFinished, test} from 'vitest';
import {openMailReader} from '../../../../../src/daemon/channels/mail/incoming/mail-reader.ts';
import {type TakenMail, takeMail} from '../../../../../src/daemon/channels/mail/incoming/take-mail.ts';
import {systemClock} from '../../../../../src/shared/time/clock.ts';
import {longestBlock} from '../../../../support/longest-block.ts';
import {mailConfig} from '../../../../support/mail/mail-fixture.ts';
import {dnsOf, type MailParts, mailSource, signedBy} from '../../../../support/mail/signed-mail.ts';
import {workedMs} from '../../../../support/own-time.ts';
import {tempDir} from '../../../../support/temp-dir.ts';

const scene = () => {
  const folder = tempDir();
  const reader = openMailReader(dnsOf(), {html: 300});
  onTestFinished(async () => {
    await reader[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });
  return async (source: string): Promise<{readonly taken: TakenMail; readonly block: number}> => {
    const bytes = Buffer.from(source);
    const head = {
      uid: 1,
      size: bytes.length,
      receivedAt: systemClock().now(),
      header: bytes.subarray(0, bytes.indexOf('\r\n\r\n') + 4),
    };
    const deps = {
      clock: systemClock(),
      config: mailConfig(1),
      workspace: folder.path,
      read: reader.run,
      isKnown: (address: string) => address === 'alice@example.org',
    };
    let taken: TakenMail = {kind: 'gone'};
    const block = await longestBlock(async () => {
      taken = await takeMail(deps, {source: async () => bytes} as unknown as Parameters<typeof takeMail>[1], head);
    });
    return {taken, block};
  };
};

const fromAlice = (parts: MailParts = {}): Promise<string> =>
  signedBy(mailSource({to: 'rooster@example.org', ...parts}));

test('a mail whose HTML takes too much work to read holds nobody, and comes as bare text', async () => {
  const take = scene();
  const hostile = await fromAlice({
    text: `<p>Meet me at noon.${'<ul><li>'.repeat(125_000)}`,
    headers: {'Content-Type': 'text/html'},
  });
  // The first mail loads and compiles the code.
  await take(await fromAlice({text: '<p>Hi', headers: {'Content-Type': 'text/html'}}));
  const {taken, block} = await take(hostile);
  expect(taken).toMatchObject({kind: 'person', mail: {text: 'Meet me at noon.', bare: true}});
  expect(block).toBeLessThan(50);
  // The next mail is read as usual.
  expect((await take(await fromAlice())).taken).toMatchObject({kind: 'person', mail: {text: 'At noon?'}});
});

const BIG = `${'x'.repeat(76)}\r\n`.repeat(250_000);

test.each<[string, () => Promise<string> | string]>([
  [
    'a stranger’s header of many addressees',
    () => mailSource({from: 'm@evil.example', to: 'a@x.org,'.repeat(110_000)}),
  ],
  [
    'a stranger’s header of many lines',
    () => mailSource({from: 'm@evil.example'}).replace('To:', `${'X: y\r\n'.repeat(150_000)}To:`),
  ],
  ['a header of megabytes', () => mailSource({from: 'm@evil.example', to: 'a@x.org,'.repeat(1_000_000)})],
  ['20 MB of text', () => fromAlice({text: BIG})],
  [
    'many signatures',
    async () =>
      (await fromAlice()).replace(
        /^/u,
        'DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=test; h=from; bh=x; b=x\r\n'.repeat(3_000),
      ),
  ],
  [
    '20 MB in a file',
    () =>
      fromAlice({
        headers: {'Content-Type': 'multipart/mixed; boundary=b'},
        body: `--b\n\nHi\n--b\nContent-Type: a/b\nContent-Disposition: attachment; filename=x\n\n${BIG}\n--b--`,
      }),
  ],
  [
    '5,000 files',
    () =>
      fromAlice({
        headers: {'Content-Type': 'multipart/mixed; boundary=b'},
        body: `${'--b\nContent-Disposition: attachment; filename=x\n\nHi\n'.repeat(5_000)}--b--`,
      }),
  ],
])('%s never hold the daemon', {tags: ['deep']}, async (_, source) => {
  const take = scene();
  await take(await fromAlice());
  const mail = await source();
  const {block} = await take(mail);
  // A copy of megabytes takes as long as other programs leave of the memory's time.
  expect(block).toBeLessThan(50 + 3 * copyMs(mail));
});

/** The time of this thread for one more copy of the same bytes now. */
const copyMs = (mail: string): number => {
  const bytes = Buffer.from(mail);
  const before = workedMs();
  Buffer.from(bytes);
  return workedMs() - before;
};
