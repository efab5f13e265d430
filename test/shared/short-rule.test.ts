import {expect, test} from 'vitest';
import {shortRule} from '../../src/shared/languages/recurrence/short-rule.ts';

test.each([
  ['FREQ=DAILY', 'daily'],
  ['FREQ=DAILY;INTERVAL=3', 'every 3 days'],
  ['FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0', '2× a day'],
  // Positions pick some of all hours and minutes: 16:05 and 20:00.
  ['FREQ=DAILY;BYHOUR=16,20;BYMINUTE=0,5;BYSETPOS=2,3', '2× a day'],
  ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=8,17;BYMINUTE=0,30;BYSETPOS=1,4', 'weekdays, 2× a day'],
  ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', 'weekdays'],
  ['FREQ=DAILY;BYDAY=SA', 'Sat'],
  ['FREQ=DAILY;BYMONTHDAY=15', 'monthly'],
  ['FREQ=DAILY;BYHOUR=9,10,11;BYMINUTE=0,30;BYSETPOS=1,2,3,4,5', 'every 30 min, 9-11'],
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
  ['FREQ=HOURLY;BYHOUR=9,10,11,12,13,14,15,16,17;BYMINUTE=0', 'hourly, 9-17'],
  ['FREQ=HOURLY;INTERVAL=2;BYHOUR=8,10,12;BYMINUTE=0', 'every 2 h, 8-12'],
  ['FREQ=HOURLY;BYHOUR=0,1,22,23;BYMINUTE=0', 'hourly, 22-1'],
  ['FREQ=HOURLY;BYHOUR=9,15;BYMINUTE=0', '2× a day'],
  ['FREQ=HOURLY;BYDAY=MO,TU,WE,TH,FR', 'hourly, weekdays'],
  ['FREQ=MINUTELY;INTERVAL=15;BYHOUR=9,10,11', 'every 15 min, 9-11'],
  ['FREQ=MINUTELY;INTERVAL=15', 'every 15 min'],
])('%s is "%s" in a row', (rule, words) => {
  expect(shortRule({rule})).toBe(words);
});

test.each([
  ['FREQ=DAILY;INTERVAL=3', '3 days after done'],
  ['FREQ=DAILY', 'daily after done'],
])('%s that counts from "done" is "%s"', (rule, words) => {
  expect(shortRule({rule, from: 'done'})).toBe(words);
});
