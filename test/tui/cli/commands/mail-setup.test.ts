// `rooster mail setup`: the questions and what each answer asks of the daemon. The password is never printed.
import {expect, test} from 'vitest';
import {GatewayError} from '../../../../src/shared/records/gateway-error.ts';
import type {TestWorldOptions} from '../command-world.ts';
import {rooster} from '../run-verb.ts';

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
  expect(ran.out()).toContain('Both servers let Rooster in. It reads and writes as rooster@gmx.de.\n');
  const drawn: unknown = (ran.world.stdout as unknown as NodeJS.ReadableStream).read();
  expect(ran.out() + ran.err() + String(drawn)).not.toContain(PASSWORD);
});

test('asks again with what was typed before, when a server refuses', async () => {
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

test.each([
  ['at the address', '\n'],
  ['at the password', 'r@a.org\n\n\n\n\n'],
])('an empty line %s leaves, and nothing is changed', async (_, typed) => {
  const ran = await run(typed, undefined);
  expect([ran.code, ran.out(), ran.daemon.asked]).toEqual([0, expect.stringContaining('Nothing was changed.'), []]);
});
