// `rooster approvals`: lists, reads and answers calls of the agent, and their rules.
import {expect, test} from 'vitest';
import {GatewayError} from '../../../../src/shared/text/gateway-error.ts';
import type {TestWorldOptions} from '../command-world.ts';
import {rooster} from '../rooster.ts';

const open = {
  id: 'apr_aaaaaaaaaaaaaa5q4574',
  session: 'rooster:main',
  turnId: 'turn_1',
  callId: 'call_1',
  tool: 'bash',
  arguments: JSON.stringify({command: 'git push \u202e\u001b[2J'}),
  digest: 'ab'.repeat(32),
  effect: 'Run outside the sandbox: git push, after reading example.com.',
  effects: [{kind: 'outside', says: 'run outside the sandbox: git push', names: {command: 'git push', program: 'git'}}],
  after: [{trust: 'public', by: {kind: 'web', name: 'example.com'}}],
  asks: 'alice',
  askedAt: '2026-11-21T10:59:00.000Z',
  deadlineAt: '2026-11-21T11:59:00.000Z',
  state: 'open',
} as const;
const {after: _, ...direct} = open;
const approved = {
  ...direct,
  id: 'apr_bbbbbbbbbbbbbb000001',
  state: 'approved',
  by: 'alice',
  way: 'signal',
  answeredAt: '2026-11-21T10:59:12.000Z',
  effect: 'Send a mail to bob.',
} as const;
const rule = {
  id: 'rule_cccccccccccccc000002',
  kind: 'outside',
  tool: 'bash',
  scope: 'command',
  allows: ['git push'],
  createdAt: '2026-11-20T11:00:00.000Z',
  by: 'alice',
  approval: approved.id,
} as const;

const answers: TestWorldOptions['answers'] = {
  'approval.list': ({state}) => ({
    approvals: [approved, open].filter(item => state === undefined || item.state === state),
  }),
  'approval.get': ({id}) => {
    const found = [open, approved].find(item => item.id === id);
    if (found === undefined) throw new GatewayError('not_found', `No approval ${id}.`);
    return found;
  },
  'id.find': ({part}) => ({
    records: [open, approved].filter(({id}) => id.endsWith(part)).map(({id, effect}) => ({id, label: effect})),
    more: false,
  }),
  'approval.answer': ({id, answer, always}) => ({
    ...open,
    id,
    state: answer === 'approve' ? 'approved' : 'denied',
    by: 'alice',
    way: 'terminal',
    answeredAt: '2026-11-21T11:00:00.000Z',
    rule: always === undefined ? undefined : rule.id,
  }),
  'approval.rules': () => ({
    rules: [
      rule,
      {
        ...rule,
        id: 'rule_dddddddddddddd000003',
        session: 'rooster:main',
        endsAt: '2026-11-22T11:00:00.000Z',
      },
    ],
  }),
  'approval.revoke': () => ({revoked: rule}),
  'reminder.understand': () => ({at: '2026-11-28T11:00:00.000Z', zone: 'UTC', understood: 'Sat 28 Nov 11:00'}),
};

test('a proposed note is an item of its own, after the calls that wait', async () => {
  const note = {
    ...open,
    id: 'apr_bbbbbbbbbbbbbb000002' as const,
    effect: 'Note under "Rules".',
    proposed: true as const,
  };
  const {out} = await rooster(['approvals'], {
    answers: {...answers, 'approval.list': () => ({approvals: [open, note]})},
  });
  const [, first, second] = out().split('\n');
  expect(first).toMatch(/waits for your answer +Run outside/u);
  expect(second).toMatch(/a proposed note, waits for your yes +Note under "Rules"\./u);
});

test('those that wait come first, with their state and how they were answered', async () => {
  const {out, code} = await rooster(['approvals'], {answers});
  expect(code).toBe(0);
  const [titles, first, second] = out().split('\n');
  expect(titles).toMatch(/^ID +ASKED +STATE +CALL$/u);
  expect(first).toMatch(
    /^5q4574 .*waits for your answer +Run outside the sandbox: git push, after reading example\.com\./u,
  );
  expect(second).toMatch(/^000001 .*approved by alice on Signal after 12s +Send a mail to bob\./u);
  expect(out()).toContain('rooster approvals show ID');
});

test('a call is shown with each of its bytes, and nothing in it acts on the terminal', async () => {
  const {out} = await rooster(['approvals', 'show', '5q4574'], {answers});
  expect(out()).toContain('git push <U+202E><U+001B>[2J');
  expect(out()).toContain(`SHA-256       ${open.digest}`);
  expect(out()).toContain('Read before   example.com');
  expect(out()).toContain('{"command":"git push <U+202E>\\u001b[2J"}');
  expect(out()).not.toMatch(/[\u202e\u001b]/u);
});

test('approve and deny answer the call that a short id names', async () => {
  const yes = await rooster(['approvals', 'approve', '5q4574'], {answers});
  expect(yes.daemon.asked).toContainEqual(['approval.answer', {id: open.id, answer: 'approve'}]);
  expect(yes.out()).toBe(`Approved by alice at the terminal after 1m 0s: ${open.effect}\n`);
  const no = await rooster(['approvals', 'deny', open.id], {answers});
  expect(no.daemon.asked).toContainEqual(['approval.answer', {id: open.id, answer: 'deny'}]);
  expect(no.out()).toContain('Denied by alice at the terminal');
});

test('an id that no call has answers nothing', async () => {
  await expect(rooster(['approvals', 'approve', 'zzzzzz'], {answers})).rejects.toThrow('No match for "zzzzzz"');
});

test('--always makes a rule with the answer: what, where, and until when in words', async () => {
  const words = ['approvals', 'approve', '5q4574', '--always', 'command', '--here', '--until', 'in a week'];
  const {daemon, out} = await rooster([...words, '--pattern', 'git *'], {answers});
  const always = {scope: 'command', here: true, pattern: 'git *', until: '2026-11-28T11:00:00.000Z'};
  expect(daemon.asked).toContainEqual(['approval.answer', {id: open.id, answer: 'approve', always}]);
  expect(out()).toContain(
    'From now on without asking: the command git push, everywhere, for good.\nTo revoke it: rooster approvals revoke 000002\n',
  );
});

test('a rule for more than exactly this call says that text from elsewhere makes such calls ask again', async () => {
  const host = {...rule, scope: 'host' as const, allows: ['example.com']};
  const always = ['approvals', 'approve', '5q4574', '--always', 'host'];
  const wide = await rooster(always, {answers: {...answers, 'approval.rules': () => ({rules: [host]})}});
  expect(wide.out()).toContain(
    'everywhere, for good. After reading text from elsewhere, the agent still asks.\nTo revoke it:',
  );
});

test.each([
  [['--here'], '--here needs --always SCOPE'],
  [['--pattern', 'git *'], '--pattern needs --always SCOPE'],
])('%j is refused before anything is answered', async (options, problem) => {
  await expect(rooster(['approvals', 'approve', '5q4574', ...options], {answers})).rejects.toThrow(problem);
});

test('rules are listed in words, and one is revoked by the end of its id', async () => {
  const {out} = await rooster(['approvals', 'rules'], {answers});
  expect(out()).toMatch(/^000002 .*bash +the command git push, everywhere, for good$/mu);
  expect(out()).toMatch(/^000003 .*the command git push, in main, until tomorrow 11:00/mu);
  const revoked = await rooster(['approvals', 'revoke', '000002'], {answers});
  expect(revoked.daemon.asked).toContainEqual(['approval.revoke', {id: rule.id}]);
  expect(revoked.out()).toBe('Revoked: the command git push, everywhere, for good. Such calls ask again.\n');
});

test("--json prints the method's result", async () => {
  const {out} = await rooster(['approvals', 'rules', '--json'], {answers});
  expect(JSON.parse(out()).rules[0]).toEqual(rule);
});
