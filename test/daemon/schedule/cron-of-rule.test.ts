import {expect, test} from 'vitest';
import {nextInstants} from '../../../src/daemon/schedule/cron/cron-expression.ts';
import {cronOfRule} from '../../../src/daemon/schedule/cron/cron-of-rule.ts';
import {occurrencesAfter} from '../../../src/daemon/schedule/recurrence/occurrences.ts';
import {instantAt} from '../../../src/shared/time/zone.ts';

const start = '2026-11-23T09:30:00';

test.each([
  ['FREQ=DAILY', '30 9 * * *'],
  ['FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0', '0 8,20 * * *'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '30 9 * * 1-5'],
  ['FREQ=WEEKLY;BYDAY=SA,SU', '30 9 * * 0,6'],
  ['FREQ=WEEKLY', '30 9 * * 1'],
  ['FREQ=MONTHLY', '30 9 23 * *'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15', '30 9 1,15 * *'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', '30 9 L * *'],
  ['FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1', '30 9 L * *'],
  ['FREQ=MONTHLY;BYDAY=1MO', '30 9 * * 1#1'],
  ['FREQ=MONTHLY;BYDAY=-1FR', '30 9 * * 5L'],
  ['FREQ=MONTHLY;INTERVAL=3', '30 9 23 2,5,8,11 *'],
  ['FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3', '30 9 3 5 *'],
  ['FREQ=HOURLY', '30 * * * *'],
  ['FREQ=HOURLY;INTERVAL=6', '30 3,9,15,21 * * *'],
])('%s is %s, and both come at the same instants', (rule, expression) => {
  expect(cronOfRule({rule, start})).toBe(expression);
  const zone = 'Europe/Berlin';
  const from = instantAt({year: 2026, month: 11, day: 23, hour: 9, minute: 29, second: 0, millisecond: 0}, zone);
  expect(nextInstants(expression, zone, from, 12)).toEqual(occurrencesAfter({rule, words: '', start, zone}, from, 12));
});

test.each([
  ['FREQ=MINUTELY;INTERVAL=15', '*/15 * * * *'],
  ['FREQ=MINUTELY', '* * * * *'],
])('%s is %s, on the quarters of the clock', (rule, expression) => {
  expect(cronOfRule({rule, start})).toBe(expression);
});

test.each([
  'FREQ=DAILY;INTERVAL=3',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
  'FREQ=MONTHLY;INTERVAL=5',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  'FREQ=MONTHLY;BYMONTHDAY=-2',
  'FREQ=DAILY;BYHOUR=9,18;BYMINUTE=0,30;BYSETPOS=1,4',
  'FREQ=HOURLY;INTERVAL=5',
  'FREQ=YEARLY;X-EASTER=0',
  'FREQ=YEARLY;BYWEEKNO=20',
])('no cron expression says %s', rule => {
  expect(cronOfRule({rule, start})).toBeUndefined();
});

test("a recurrence with an end isn't a schedule of a job", () => {
  expect(cronOfRule({rule: 'FREQ=DAILY', start, until: '2026-12-24'})).toBeUndefined();
  expect(cronOfRule({rule: 'FREQ=DAILY', start, count: 5})).toBeUndefined();
});
