import {expect, test} from 'vitest';
import {readReaction, readReminderAnswer} from '../../../src/daemon/schedule/reminder-answer.ts';

test.each([
  'done',
  'Done!',
  'ok, done',
  "It's done.",
  'yes, I did it',
  'already done',
  'done, thanks!',
  'Finished',
  '✅',
  '✔️',
  '👍🏽',
])('"%s" means done', text => {
  expect(readReminderAnswer(text, false)).toEqual({kind: 'done'});
});

test.each<[string, string | undefined]>([
  ['snooze', undefined],
  ['Later.', undefined],
  ['not now', undefined],
  ['snooze it', undefined],
  ['💤', undefined],
  ['⏰', undefined],
  ['remind me again', undefined],
  ['snooze 10m', '10m'],
  ['Snooze for 10 minutes please', '10 minutes'],
  ['snooze until 5pm', '5pm'],
  ['snooze it till tomorrow 9am', 'tomorrow 9am'],
  ['later, in 2 hours', 'in 2 hours'],
  ['remind me again in an hour', 'in an hour'],
  ['please remind me in an hour', 'in an hour'],
  ['Remind me about it tomorrow', 'tomorrow'],
  ['again in 10m', 'in 10m'],
])('"%s" means later', (text, when) => {
  expect(readReminderAnswer(text, false)).toEqual(when === undefined ? {kind: 'snooze'} : {kind: 'snooze', when});
});

test.each([
  '',
  'what is done about the garden?',
  'done with the first half, the rest is for you to do',
  'thanks',
  'who is Bob?',
  'in 10 minutes',
  'tomorrow',
  '5',
  '🎉',
  'I am not done',
  `snooze ${'x'.repeat(200)}`,
])('"%s" is for the agent', text => {
  expect(readReminderAnswer(text, false)).toBeUndefined();
});

test.each(['in 10 minutes', '10m', 'tomorrow 9am', 'at 5pm'])('"%s" in reply to a reminder means later', text => {
  expect(readReminderAnswer(text, true)).toEqual({kind: 'snooze', when: text});
});

test('a reaction can mean done or snooze', () => {
  expect(readReaction('👍')).toEqual({kind: 'done'});
  expect(readReaction('⏰')).toEqual({kind: 'snooze'});
  expect(readReaction('❤️')).toBeUndefined();
});
