import {expect, test} from 'vitest';
import {spelled, withCommandSpelled} from '../../../../src/daemon/flows/offline/wording.ts';
import {commandWords} from '../../../../src/shared/languages/commands.ts';
import {LANGUAGES} from '../../../../src/shared/languages/languages.ts';

const words = commandWords(LANGUAGES);

test.each([
  ['remid me in 10 mintues', 'remind me in 10 minutes'],
  ['remindme thrusday 9am', 'remind me thursday 9am'],
  ['dentist wensday 9am', 'dentist wednesday 9am'],
  ['call bob firday', 'call bob friday'],
  ['set a remidner for 4pm', 'set a reminder for 4pm'],
  ['tomorow at 9', 'tomorrow at 9'],
  ['dec 3, 10am', 'dec 3 10am'],
])('"%s" becomes "%s"', (written, meant) => {
  expect(spelled(written, words)).toBe(meant);
});

test.each([
  'feed monkey at 9',
  'call Sundar at 9',
  'at midday',
  'on mondays at 9',
  'pay the remainder at 5',
  'feed 2 horses in 5 minutes',
  'someday',
])('"%s" stays as it is', written => {
  expect(spelled(written, words)).toBe(written);
});

test('a command is corrected only at the beginning', () => {
  expect(withCommandSpelled('please cancle the cancle', words)).toBe('please cancel the cancle');
  expect(withCommandSpelled('central bank', words)).toBe('central bank');
});
