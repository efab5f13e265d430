// `rooster mail setup`: the questions and what each answer asks of the daemon. The password is never printed.
import {describe, expect, test} from 'vitest';
import {GatewayError} from '../../../../src/shared/text/gateway-error.ts';
import type {TestWorldOptions} from '../command-world.ts';
import {rooster} from '../rooster.ts';

const PASSWORD = 'quite0a0secret0value0';

const run = (
  typed: string,
  setup: NonNullable<TestWorldOptions['answers']>['mail.setup'],
  argv: readonly string[] = [],
) =>
  rooster(['mail', 'setup', ...argv], {
    answers: {'mail.setup': setup ?? (() => ({folders: ['INBOX'], passwordFile: '/home/alice/r/keys/mail'}))},
    terminal: {columns: 80},
    typed,
  });

test('guesses the servers from the address, connects, and shows no password', async () => {
  const ran = await run(`rooster@gmx.de\n\n\n\n${PASSWORD}\n\n`, undefined);
  expect(ran.code).toBe(0);
  expect(ran.daemon.asked).toEqual([
    ['mail.setup', {address: 'rooster@gmx.de', imap: 'imap.gmx.net', smtp: 'mail.gmx.net', password: PASSWORD}],
  ]);
  expect(ran.out()).toContain('Logged in to both servers. Rooster reads and sends mail as rooster@gmx.de.\n');
  const drawn: unknown = (ran.world.stdout as unknown as NodeJS.ReadableStream).read();
  expect(ran.out() + ran.err() + String(drawn)).not.toContain(PASSWORD);
});

test('asks again with the typed values, when a server refuses', async () => {
  let tries = 0;
  const ran = await run(`r@a.org\nmx.a.org:1143\n\nrooster\nwrong\n\n\n\n${PASSWORD}\n\n`, () => {
    tries += 1;
    if (tries === 1) throw new GatewayError('unavailable', 'mx.a.org refused the user name or the password.');
    return {folders: ['INBOX'], passwordFile: '/k/mail'};
  });
  expect(ran.err()).toContain('mx.a.org refused the user name or the password.');
  expect(ran.daemon.asked.at(-1)).toEqual([
    'mail.setup',
    {address: 'r@a.org', imap: 'mx.a.org:1143', smtp: 'smtp.a.org', user: 'rooster', password: PASSWORD},
  ]);
});

test('a warning about the mailbox is shown', async () => {
  const warning = 'The server names no folder for sent mail. Set mail.sent.';
  const ran = await run(`r@a.org\n\n\n\n${PASSWORD}\n\n`, () => ({
    folders: ['INBOX'],
    passwordFile: '/k/mail',
    warning,
  }));
  expect(ran.out()).toContain(`${warning}\n`);
});

test.each([
  ['at the address', '\n'],
  ['at the password', 'r@a.org\n\n\n\n\n'],
])('an empty line %s leaves, and nothing is changed', async (_, typed) => {
  const ran = await run(typed, undefined);
  expect([ran.code, ran.out(), ran.daemon.asked]).toEqual([0, expect.stringContaining('Nothing was changed.'), []]);
});

describe('by OAuth2', () => {
  const grant = {clientId: 'r', scope: 'mail', deviceCode: 'd', intervalMs: 5_000, expiresAt: 0};
  const byOauth = (...options: readonly string[]) =>
    rooster(['mail', 'setup', '--address', 'r@a.org', ...options], {
      answers: {
        'mail.authorize': () => ({url: 'https://a.org/activate', code: 'WDJB-MJHT', grant}),
        'mail.setup': () => ({folders: ['INBOX'], passwordFile: '/k/mail-tokens'}),
      },
    });

  test('shows the URL and the code, and waits for the tokens', async () => {
    const ran = await byOauth('--oauth', 'r', '--issuer', 'https://a.org', '--scope', 'mail');
    expect(ran.daemon.asked).toEqual([
      ['mail.authorize', {clientId: 'r', scope: 'mail', issuer: 'https://a.org'}],
      ['mail.setup', {address: 'r@a.org', imap: 'imap.a.org', smtp: 'smtp.a.org', grant}],
    ]);
    expect(ran.out()).toContain('Open https://a.org/activate and enter the code WDJB-MJHT.\n');
    expect(ran.out()).toContain('The tokens are in /k/mail-tokens, which only you can read.\n');
  });

  test.each([
    ['no server', ['--oauth', 'r', '--scope', 'mail'], '--oauth needs --issuer'],
    ['no scope', ['--oauth', 'r', '--issuer', 'https://a.org'], '--oauth needs --scope'],
    ['no client', ['--issuer', 'https://a.org'], '--issuer needs --oauth'],
    [
      'two servers',
      ['--oauth', 'r', '--scope', 'm', '--issuer', 'https://a.org', '--token-url', 'https://b.org'],
      'either --issuer',
    ],
  ])('with %s it says what is missing', async (_, options, sentence) => {
    await expect(byOauth(...options)).rejects.toThrow(sentence);
  });
});
