// The words for the agent if a call of a job was refused, because nobody could be asked.
import {expect, test} from 'vitest';
import {notRun} from '../../../../src/daemon/flows/approvals/sentences.ts';
import {refusedCalls} from '../../../../src/shared/record-text/call-words.ts';
import type {Approval, Effect} from '../../../../src/shared/records/approval.ts';
import {pageLimit} from '../../../../src/shared/records/trust.ts';
import type {Turn} from '../../../../src/shared/records/turn.ts';

const PAGE = [pageLimit({url: 'https://example.com'})];
const text = (tool: string, names: Effect['names'], after?: typeof PAGE): string => {
  const effects: readonly Effect[] = [{kind: 'outside', says: 'do it', names}];
  const approval = {tool, effects, after, effect: 'Do it.', state: 'denied', way: 'nobody', askedAt: 0, deadlineAt: 0};
  return notRun(approval as unknown as Approval, {source: {kind: 'cron'}} as Turn);
};

test.each([
  ['bash', {command: 'curl example.org', host: 'example.org'}, 'allow: ["host example.org"].'],
  ['bash', {command: 'npm ci', program: 'npm'}, 'allow: ["outside npm ci"].'],
  ['bash', {command: 'x'.repeat(101)}, 'allow: [bash].'],
  ['send_message', {recipient: 'bob'}, 'allow: ["to bob"].'],
])('a call of %s with %j: the narrowest entry is named', (tool, names, hint) => {
  expect(text(tool, names)).toContain(`The person can allow it in the file of the job: ${hint}`);
});

test('after reading, only a whole command or a tool is named, and nothing that would not count', () => {
  expect(text('bash', {command: 'npm ci', host: 'example.org'}, PAGE)).toContain('allow: ["outside npm ci"].');
  expect(text('write_file', {path: 'a.md'}, PAGE)).toContain('allow: [write_file].');
  expect(text('send_message', {recipient: 'bob'}, PAGE)).not.toContain('allow');
});

test('a conversation of low trust is not said to have nobody: it may not ask', () => {
  const approval = {
    tool: 'bash',
    effects: [],
    effect: 'Do it.',
    state: 'denied',
    way: 'trust',
    askedAt: 0,
    deadlineAt: 0,
  };
  const refused = approval as unknown as Approval;
  expect(notRun(refused, {source: {kind: 'cron'}} as Turn)).toBe(
    "Not run. It would do it. It needs a person's yes, and this conversation may not ask for one. Go on without it, and say what was left out.",
  );
  expect(refusedCalls([refused], 'job')).toBe('Not run, because its conversation may not ask: Do it.');
});
