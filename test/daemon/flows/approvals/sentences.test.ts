// The words for the agent if a call of a job was refused, because nobody could be asked.
import {expect, test} from 'vitest';
import {notRun} from '../../../../src/daemon/flows/approvals/sentences.ts';
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
  ['bash', {command: 'npm ci', program: 'npm'}, 'allow: ["command npm ci"].'],
  ['bash', {command: 'x'.repeat(101)}, 'allow: [bash].'],
  ['send_message', {recipient: 'bob'}, 'allow: ["to bob"].'],
])('a call of %s with %j: the narrowest entry is named', (tool, names, hint) => {
  expect(text(tool, names)).toContain(`The person can allow it in the file of the job: ${hint}`);
});

test('after reading, only a whole command or a tool is named, and nothing that would not count', () => {
  expect(text('bash', {command: 'npm ci', host: 'example.org'}, PAGE)).toContain('allow: ["command npm ci"].');
  expect(text('write_file', {path: 'a.md'}, PAGE)).toContain('allow: [write_file].');
  expect(text('send_message', {recipient: 'bob'}, PAGE)).not.toContain('allow');
});
