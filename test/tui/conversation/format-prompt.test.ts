import {expect, test} from 'vitest';
import type {Message, MessageSource} from '../../../src/shared/records/message.ts';
import {formatPrompt} from '../../../src/tui/conversation/format-prompt.ts';

const CRON: MessageSource = {kind: 'cron', name: 'standup'};

test('the result of a job is its name and its text; its own brackets stay', () => {
  expect(formatPrompt(prompt('3 new issues', CRON))).toEqual({from: 'standup', text: '3 new issues'});
  expect(formatPrompt(prompt('[x] buy milk', CRON))).toEqual({from: 'standup', text: '[x] buy milk'});
});

test('reminders and alarms show their text, since their names are ids', () => {
  const text = '[Note to self:]\nLook at the build.';
  expect(formatPrompt(prompt(text, {kind: 'alarm', name: 'alm_1'}))).toEqual({text});
  expect(formatPrompt(prompt('check the oven', {kind: 'reminder', name: 'rem_1'}))).toEqual({text: 'check the oven'});
});

test("text of a person or the agent isn't a prompt", () => {
  expect(formatPrompt(prompt('[Scheduled: standup]\nlook', {kind: 'user'}))).toBeUndefined();
  expect(formatPrompt(prompt('by hand', {kind: 'operator'}))).toBeUndefined();
  expect(formatPrompt({...prompt('tea', CRON), role: 'assistant'})).toBeUndefined();
});

const prompt = (text: string, source: MessageSource): Message => ({
  id: 'msg_1',
  session: 'rooster:main',
  role: 'user',
  text,
  at: 0,
  source,
});
