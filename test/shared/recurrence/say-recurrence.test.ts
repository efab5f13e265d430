import {describe, expect, test} from 'vitest';
import {GERMAN_RECURRENCES} from '../../../src/shared/languages/de/recurrences.ts';
import {sayRecurrence} from '../../../src/shared/languages/recurrence/say-recurrence.ts';
import type {Recurrence} from '../../../src/shared/records/jobs/recurrence.ts';

/** A Tuesday. */
const START = '2026-12-01T09:00:00';

const recurrence = (rule: string, more: Partial<Recurrence> = {}): Recurrence => ({
  rule,
  words: '',
  zone: 'Europe/Berlin',
  start: START,
  ...more,
});

describe('a recurrence in words', () => {
  test.each([
    ['FREQ=DAILY', 'every day at 09:00', 'jeden Tag um 09:00'],
    ['FREQ=DAILY;INTERVAL=2', 'every other day at 09:00', 'jeden zweiten Tag um 09:00'],
    ['FREQ=DAILY;INTERVAL=3', 'every 3 days at 09:00', 'alle 3 Tage um 09:00'],
    ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', 'every weekday at 09:00', 'jeden Werktag um 09:00'],
    ['FREQ=WEEKLY', 'every Tuesday at 09:00', 'jeden Dienstag um 09:00'],
    [
      'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9,18;BYMINUTE=0',
      'every weekday at 09:00 and 18:00',
      'jeden Werktag um 09:00 und 18:00',
    ],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', 'every other Tuesday at 09:00', 'jeden zweiten Dienstag um 09:00'],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE',
      'every other week on Monday and Wednesday at 09:00',
      'jede zweite Woche am Montag und Mittwoch um 09:00',
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;WKST=SU',
      'every other week on Monday and Wednesday at 09:00, weeks beginning on Sunday',
      'jede zweite Woche am Montag und Mittwoch um 09:00, Wochen ab Sonntag',
    ],
    ['FREQ=WEEKLY;INTERVAL=3', 'every 3 weeks on Tuesday at 09:00', 'alle 3 Wochen am Dienstag um 09:00'],
    ['FREQ=WEEKLY;BYDAY=SA,SU', 'every Saturday and Sunday at 09:00', 'jeden Samstag und Sonntag um 09:00'],
    ['FREQ=MONTHLY', 'every month on the 1st at 09:00', 'jeden Monat am 1. um 09:00'],
    ['FREQ=MONTHLY;BYDAY=-1FR', 'every month on the last Friday at 09:00', 'jeden Monat am letzten Freitag um 09:00'],
    [
      'FREQ=MONTHLY;BYDAY=1MO,3MO',
      'every month on the first and third Monday at 09:00',
      'jeden Monat am ersten und dritten Montag um 09:00',
    ],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15', 'every month on the 1st and 15th at 09:00', 'jeden Monat am 1. und 15. um 09:00'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', 'every month on the last day at 09:00', 'jeden Monat am letzten Tag um 09:00'],
    [
      'FREQ=MONTHLY;BYMONTHDAY=-2',
      'every month on the second-to-last day at 09:00',
      'jeden Monat am vorletzten Tag um 09:00',
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=31',
      'every month on the 31st at 09:00, only in months that have one',
      'jeden Monat am 31. um 09:00, nur in Monaten, die einen haben',
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
      'every month on the last day at 09:00',
      'jeden Monat am letzten Tag um 09:00',
    ],
    ['FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1', 'every month on the 30th at 09:00', 'jeden Monat am 30. um 09:00'],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1',
      'every month on the first weekday at 09:00',
      'jeden Monat am ersten Werktag um 09:00',
    ],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      'every month on the last weekday at 09:00',
      'jeden Monat am letzten Werktag um 09:00',
    ],
    [
      'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=2',
      'every month on the second Monday at 09:00',
      'jeden Monat am zweiten Montag um 09:00',
    ],
    ['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=5', 'every 3 months on the 5th at 09:00', 'alle 3 Monate am 5. um 09:00'],
    [
      'FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR',
      'every month on the 13th at 09:00, if it is a Friday',
      'jeden Monat am 13. um 09:00, wenn es ein Freitag ist',
    ],
    ['FREQ=MONTHLY;BYDAY=MO', 'every Monday at 09:00', 'jeden Montag um 09:00'],
    ['FREQ=YEARLY', 'every year on 1 December at 09:00', 'jedes Jahr am 1. Dezember um 09:00'],
    ['FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3', 'every year on 3 May at 09:00', 'jedes Jahr am 3. Mai um 09:00'],
    [
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
      'every year on 29 February at 09:00, only in years that have one',
      'jedes Jahr am 29. Februar um 09:00, nur in Jahren, die einen haben',
    ],
    [
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1',
      'every year on 29 February at 09:00',
      'jedes Jahr am 29. Februar um 09:00',
    ],
    [
      'FREQ=YEARLY;BYMONTH=5;BYDAY=2SU',
      'every year on the second Sunday in May at 09:00',
      'jedes Jahr am zweiten Sonntag im Mai um 09:00',
    ],
    [
      'FREQ=YEARLY;BYDAY=20MO',
      'every year on the 20th Monday of the year at 09:00',
      'jedes Jahr am 20. Montag des Jahres um 09:00',
    ],
    [
      'FREQ=YEARLY;BYWEEKNO=20',
      'every year in week 20 of the year on Tuesday at 09:00',
      'jedes Jahr in Woche 20 des Jahres am Dienstag um 09:00',
    ],
    [
      'FREQ=YEARLY;BYYEARDAY=100,-1',
      'every year on day 100 and the last day of the year at 09:00',
      'jedes Jahr am 100. Tag und letzten Tag des Jahres um 09:00',
    ],
    [
      'FREQ=DAILY;X-EXCEPT=1224,20261231,E-2,D31,M8',
      'every day at 09:00 except on 24 December, on 31 December 2026, on Good Friday, on the 31st and in August',
      'jeden Tag um 09:00 außer am 24. Dezember, am 31. Dezember 2026, am Karfreitag, am 31. und im August',
    ],
    ['FREQ=YEARLY;X-EASTER=-2', 'every year on Good Friday at 09:00', 'jedes Jahr am Karfreitag um 09:00'],
    [
      'FREQ=YEARLY;X-EASTER=7',
      'every year 7 days after Easter Sunday at 09:00',
      'jedes Jahr 7 Tage nach Ostersonntag um 09:00',
    ],
    ['FREQ=DAILY;X-SUN=SET-30', 'every day 30 minutes before sunset', 'jeden Tag 30 Minuten vor Sonnenuntergang'],
    ['FREQ=WEEKLY;BYDAY=SU;X-SUN=RISE', 'every Sunday at sunrise', 'jeden Sonntag bei Sonnenaufgang'],
    [
      'FREQ=MONTHLY;X-WORKDAYS=FIRST',
      'every month on the first working day at 09:00',
      'jeden Monat am ersten Arbeitstag um 09:00',
    ],
    ['FREQ=DAILY;X-WORKDAYS=ALL', 'every working day at 09:00', 'jeden Arbeitstag um 09:00'],
    [
      'FREQ=WEEKLY;BYDAY=MO;X-WORKDAYS=ALL',
      'every Monday at 09:00, on working days only',
      'jeden Montag um 09:00, nur an Arbeitstagen',
    ],
    ['FREQ=HOURLY', 'every hour', 'jede Stunde'],
    [
      'FREQ=HOURLY;BYHOUR=9,10,11,12,13,14,15,16,17',
      'every hour from 09:00 to 17:00',
      'jede Stunde von 09:00 bis 17:00',
    ],
    [
      'FREQ=HOURLY;INTERVAL=2;BYHOUR=8,9,10,11,12,13,14,15,16,17',
      'every 2 hours from 09:00 to 17:00',
      'alle 2 Stunden von 09:00 bis 17:00',
    ],
    ['FREQ=HOURLY;BYHOUR=22,23,0,1,2', 'every hour from 22:00 to 02:00', 'jede Stunde von 22:00 bis 02:00'],
    ['FREQ=HOURLY;BYHOUR=9,15', 'every day at 09:00 and 15:00', 'jeden Tag um 09:00 und 15:00'],
    [
      'FREQ=HOURLY;BYHOUR=9,10,11;BYMINUTE=0,30;BYDAY=MO,TU,WE,TH,FR',
      'every hour at minutes 0 and 30 from 09:00 to 11:30 on weekdays',
      'jede Stunde zu den Minuten 0 und 30 von 09:00 bis 11:30 an Werktagen',
    ],
    ['FREQ=MINUTELY;INTERVAL=15', 'every 15 minutes', 'alle 15 Minuten'],
    [
      'FREQ=MINUTELY;INTERVAL=15;BYHOUR=9,10,11,12',
      'every 15 minutes from 09:00 to 12:45',
      'alle 15 Minuten von 09:00 bis 12:45',
    ],
    [
      'FREQ=MINUTELY;INTERVAL=25;BYHOUR=9,10,11,12',
      'every 25 minutes from 09:00 to 12:59',
      'alle 25 Minuten von 09:00 bis 12:59',
    ],
    [
      'FREQ=DAILY;BYHOUR=9,10,11;BYMINUTE=0,10,20,30,40',
      'every day at minutes 0, 10, 20, 30 and 40 in hours 9, 10 and 11',
      'jeden Tag zu den Minuten 0, 10, 20, 30 und 40 in den Stunden 9, 10 und 11',
    ],
    [
      'FREQ=YEARLY;BYMONTH=1,2;BYDAY=MO,TU;BYSETPOS=1,-1',
      'every year on every Monday and Tuesday in January and February at 09:00, only the first and last of them in each year',
      'jedes Jahr an jedem Montag und Dienstag im Januar und Februar um 09:00, davon nur den ersten und letzten in jedem Jahr',
    ],
    [
      'FREQ=YEARLY;INTERVAL=2;BYMONTHDAY=13',
      'every other year on the 13th of every month at 09:00',
      'jedes zweite Jahr am 13. jedes Monats um 09:00',
    ],
    ['FREQ=HOURLY;INTERVAL=5', 'every 5 hours', 'alle 5 Stunden'],
    [
      'FREQ=DAILY;BYHOUR=8,20;BYSETPOS=1',
      'every day at 08:00 and 20:00, only the first of them in each day',
      'jeden Tag um 08:00 und 20:00, davon nur den ersten an jedem Tag',
    ],
    [
      'FREQ=WEEKLY;BYDAY=MO;BYMONTH=6,7',
      'every Monday in June and July at 09:00',
      'jeden Montag im Juni und Juli um 09:00',
    ],
  ])('%s is %s', (rule, inEnglish, inGerman) => {
    expect(sayRecurrence(recurrence(rule))).toBe(inEnglish);
    expect(sayRecurrence(recurrence(rule), GERMAN_RECURRENCES)).toBe(inGerman);
  });

  test.each([
    [{until: '2027-03-28'}, 'every other Tuesday at 09:00 until 28 March 2027'],
    [{until: '2027-03-28T08:00:00.000Z'}, 'every other Tuesday at 09:00 until 28 March 2027 at 10:00'],
    [{count: 10}, 'every other Tuesday at 09:00, 10 times'],
    [{count: 1, until: '2027-03-28'}, 'every other Tuesday at 09:00 until 28 March 2027, once'],
    [{start: '2026-12-03T21:05:30'}, 'every other Tuesday at 21:05:30'],
  ])('with %j', (more, words) => {
    expect(sayRecurrence(recurrence('FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', more))).toBe(words);
  });

  test('says the minute of hours that do not begin on it', () => {
    const halfPast = {start: '2026-12-01T09:30:00'};
    expect(sayRecurrence(recurrence('FREQ=HOURLY', halfPast))).toBe('every hour at minute 30');
    expect(sayRecurrence(recurrence('FREQ=HOURLY;BYHOUR=9,10,11', halfPast))).toBe('every hour from 09:30 to 11:30');
  });

  test('leaves out a date that is not in the calendar', () => {
    const words = sayRecurrence(recurrence('FREQ=YEARLY;BYMONTH=3,4;BYMONTHDAY=31'));
    expect(words).toBe('every year on 31 March at 09:00');
  });
});

describe('any rule', () => {
  test('an invalid rule is shown as written', () => {
    for (const text of ['', 'every day', 'FREQ=NEVER', 'FREQ=DAILY;BYHOUR=99']) {
      expect(sayRecurrence(recurrence(text))).toBe(text);
    }
    const damaged = recurrence('FREQ=DAILY', {start: 'soon', zone: 'Nowhere/Land', until: 'later'});
    expect(sayRecurrence(damaged)).toBe('every day at 00:00 until later');
  });
});
