// No rule takes more than a moment: not the check, not its next dates.
import {expect, test} from 'vitest';
import {checkRule} from '../../../../src/daemon/schedule/recurrence/check-rule.ts';
import {occurrencesAfter, occurrencesBetween} from '../../../../src/daemon/schedule/recurrence/occurrences.ts';
import {DAY, HOUR} from '../../../../src/shared/time/time.ts';
import {longestBlock} from '../../../support/longest-block.ts';

const NOW = Date.UTC(2026, 10, 27);
const allTo = (last: number, first = 0): string => Array.from({length: last - first + 1}, (_, at) => first + at).join();
const TIMES = `BYHOUR=${allTo(23)};BYMINUTE=${allTo(59)}`;

const from = (rule: string, count?: number) => ({
  rule,
  zone: 'UTC',
  start: '2020-01-01T09:00:00',
  words: '',
  ...(count !== undefined && {count}),
});

test.each([
  'FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=HOURLY;INTERVAL=7;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;BYHOUR=3;BYMINUTE=59',
  'FREQ=DAILY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO',
  'FREQ=DAILY;BYSETPOS=2;BYHOUR=4',
  'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31;BYMONTH=2',
  `FREQ=MONTHLY;BYMONTHDAY=${allTo(31, 1)};${TIMES}`,
  `FREQ=YEARLY;BYYEARDAY=${allTo(366, 1)};${TIMES}`,
  `FREQ=YEARLY;BYDAY=MO,TU,WE;BYSETPOS=-1;${TIMES}`,
  `FREQ=MINUTELY;X-EXCEPT=${Array.from({length: 12}, (_, month) => `M${month + 1}`).join()}`,
  'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=10000',
])('%s holds the daemon for less than 50 ms', async rule => {
  const work = async (): Promise<void> => {
    const checked = checkRule(rule);
    if (!('problem' in checked)) occurrencesAfter(from(checked.rule, checked.count), NOW, 5);
  };
  // The first time compiles the code.
  await work();
  expect(await longestBlock(work)).toBeLessThan(50);
});

const nthOfYear = (date: Date): number => (date.getTime() - Date.UTC(date.getUTCFullYear(), 0)) / DAY + 1;

test.each<[string, (date: Date) => boolean]>([
  ['FREQ=YEARLY;BYDAY=1MO;BYMONTHDAY=7', date => date.getUTCDay() === 1 && nthOfYear(date) === 7],
  ['FREQ=YEARLY;BYMONTH=9;BYDAY=1MO;BYMONTHDAY=7', date => date.getUTCDay() === 1 && isDayOf(date, 8, 7)],
  [
    'FREQ=YEARLY;INTERVAL=2;BYMONTHDAY=13;BYDAY=FR',
    date => date.getUTCDay() === 5 && date.getUTCDate() === 13 && date.getUTCFullYear() % 2 === 0,
  ],
  ['FREQ=YEARLY;BYWEEKNO=20;BYMONTHDAY=15', date => isDayOf(date, 4, 15) && weekOfYear(date) === 20],
  ['FREQ=YEARLY;BYYEARDAY=100,200;BYDAY=FR', date => [100, 200].includes(nthOfYear(date)) && date.getUTCDay() === 5],
])('%s has the days that are on both lists', (rule, fits) => {
  const end = Date.UTC(2048, 0);
  const days = Array.from({length: (end - Date.UTC(2020, 0)) / DAY}, (_, day) => Date.UTC(2020, 0, 1 + day));
  const walked = days.filter(day => fits(new Date(day))).map(day => day + 9 * HOUR);
  expect(walked.length).toBeGreaterThan(1);
  expect(occurrencesBetween(from(rule), 0, end, 1_000)).toEqual(walked);
});

const isDayOf = (date: Date, month: number, day: number): boolean =>
  date.getUTCMonth() === month && date.getUTCDate() === day;

/** By its Thursday. */
const weekOfYear = (date: Date): number => {
  const thursday = new Date(date.getTime() + (3 - ((date.getUTCDay() + 6) % 7)) * DAY);
  return Math.ceil(nthOfYear(thursday) / 7);
};

test('a rule by the minute passes over a month that it leaves out', () => {
  const repeat = from('FREQ=MINUTELY;X-EXCEPT=M12');
  const last = Date.UTC(2026, 10, 30, 23, 59);
  expect(occurrencesBetween(repeat, last, Date.UTC(2027, 0, 1), 10)).toEqual([last, Date.UTC(2027, 0, 1)]);
});
