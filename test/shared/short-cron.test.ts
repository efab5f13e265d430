import {expect, test} from 'vitest';
import {shortCron} from '../../src/shared/recurrence/short-cron.ts';

test.each([
  ['@hourly', 'hourly'],
  ['0 9 * * 1-5', 'weekdays'],
  ['30 7 * * *', 'daily'],
  ['*/15 * * * *', 'every 15 min'],
  ['0 */4 * * *', 'every 4 h'],
  ['5 * * * *', 'hourly'],
  ['0 9 * * mon,4', 'Mon Thu'],
  ['0 9 1 * *', 'monthly'],
  ['0 9-17 * * 1-5', '0 9-17 * * 1-5'],
  ['0 9 1 1 *', '0 9 1 1 *'],
])('%s is %s', (cron, words) => {
  expect(shortCron(cron)).toBe(words);
});
