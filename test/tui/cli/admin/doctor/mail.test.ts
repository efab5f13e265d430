import {expect, test} from 'vitest';
import {judgeAddresses, mailFindings} from '../../../../../src/tui/cli/admin/doctor/channels.ts';

const status = (over: object) => ({
  channels: [{channel: 'mail', inbound: 'up' as const, outbound: 'up' as const, account: 'r@a.org', ...over}],
});

test('each direction of the mailbox is a row, with its reason and what to do', () => {
  expect(mailFindings(status({})).map(({verdict, what}) => [verdict, what])).toEqual([
    ['good', 'r@a.org is read'],
    ['good', 'r@a.org can send'],
  ]);
  expect(mailFindings(status({outbound: 'down', outboundDetail: 'It refused the password.'}))[1]).toEqual({
    name: 'mail',
    verdict: 'bad',
    what: "r@a.org can't send now: It refused the password.",
    fix: 'check it with rooster mail status, or run rooster mail setup again',
  });
  expect(mailFindings(status({warnings: ['No folder.']}))[2]).toEqual({
    name: 'mail',
    verdict: 'odd',
    what: 'No folder.',
  });
  expect([mailFindings(undefined), mailFindings({channels: []})]).toEqual([[], []]);
});

test('a mailbox that nobody has an address for names an address of mail', () => {
  const [finding] = judgeAddresses({channel: 'mail', isSetUp: true, people: [], now: 0});
  expect(finding).toMatchObject({
    verdict: 'odd',
    fix: 'add "mail:you@example.org" to the "match" of a person under "users"',
  });
});
