import {expect, test} from 'vitest';
import {recurringStart} from '../../../src/daemon/schedule/words/recurring.ts';

test.each([
  ['every weekday standup', 'every weekday'],
  ['Every other day water the figs', 'Every other day'],
  ['each monday: bins', 'each monday'],
  ['on weekdays standup', 'on weekdays'],
  ['mondays bins out', 'mondays'],
  ['every 5 minutes stretch', 'every 5 minutes'],
  ['every weekday', 'every weekday'],
  ['daily', 'daily'],
  ['daily at noon pills', 'daily'],
])('%j begins with how often: %j', (text, said) => {
  expect(recurringStart(text)).toBe(said);
});

test.each([
  'daily standup',
  'weekly report for Bob',
  'every cloud has a silver lining',
  'ask about monday',
  'each of them',
])('%j says what, not how often', text => expect(recurringStart(text)).toBe(undefined));
