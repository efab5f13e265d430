import {expect, test} from 'vitest';
import type {Message, MessageSource} from '../../../src/shared/records/message.ts';
import {formatPrompt} from '../../../src/tui/conversation/format-prompt.ts';

const CRON: MessageSource = {kind: 'cron', name: 'standup'};

test('the result of a job is its name and its words, without what the daemon told the model about it', () => {
  const text =
    '[Scheduled task "standup" completed. Summarize the findings naturally for the user. Keep it brief: this is a push ' +
    'notification. Do not mention that this was a scheduled task unless relevant.]\n\n3 new issues';
  expect(formatPrompt(prompt(text, CRON))).toEqual({from: 'standup', text: '3 new issues'});
  expect(formatPrompt(prompt('[Scheduled: standup]\nlook for issues', CRON))).toEqual({
    from: 'standup',
    text: 'look for issues',
  });
  expect(formatPrompt(prompt('[Scheduled: standup]\nlook', {kind: 'system'}))?.text).toBe('look');
});

test('an alarm is its words, whatever they look like', () => {
  const text = '[Note to self:]\nLook at the build.';
  expect(formatPrompt(prompt(text, {kind: 'alarm', name: 'alm_1'}))).toEqual({text});
});

test('a reminder is its words: its name is an id', () => {
  const text = '[This is a scheduled reminder set by the user. Execute the request.]\n\ncheck the oven';
  expect(formatPrompt(prompt(text, {kind: 'reminder', name: 'rem_1'}))).toEqual({text: 'check the oven'});
});

test('brackets of a task itself stay, and so does a frame around nothing', () => {
  expect(formatPrompt(prompt('[x] buy milk', CRON))?.text).toBe('[x] buy milk');
  expect(formatPrompt(prompt('[Scheduled: standup]\n', CRON))?.text).toBe('[Scheduled: standup]\n');
});

test('what a person or the agent says is no prompt', () => {
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
