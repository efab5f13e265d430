import {expect, test} from 'vitest';
import {shortRule} from '../../src/shared/recurrence/short-rule.ts';

test.each([
  ['FREQ=DAILY', 'daily'],
  ['FREQ=DAILY;INTERVAL=3', 'every 3 days'],
  ['FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0', 'daily, 2×'],
  ['FREQ=DAILY;X-SUN=SET-30', 'daily, sunset'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'weekdays'],
  ['FREQ=WEEKLY;BYDAY=SA,SU', 'weekends'],
  ['FREQ=WEEKLY;BYDAY=MO,WE,FR', 'Mon Wed Fri'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', 'every 2 weeks, Tue'],
  ['FREQ=WEEKLY', 'weekly'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'monthly'],
  ['FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR', 'every 3 months'],
  ['FREQ=MONTHLY;X-WORKDAYS=FIRST', 'first working day'],
  ['FREQ=DAILY;X-WORKDAYS=ALL', 'working days'],
  ['FREQ=YEARLY;X-EASTER=-2', 'yearly'],
  ['FREQ=HOURLY', 'hourly'],
  ['FREQ=MINUTELY;INTERVAL=15', 'every 15 min'],
])('%s is "%s" in a row', (rule, words) => {
  expect(shortRule(rule)).toBe(words);
});
