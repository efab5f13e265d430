import {describe, expect, test} from 'vitest';
import {type HolidayCalendar, loadCalendar} from '../../../../src/daemon/schedule/recurrence/holidays.ts';
import {type CalendarSettings, occurrencesAfter} from '../../../../src/daemon/schedule/recurrence/occurrences.ts';
import type {Recurrence} from '../../../../src/shared/records/jobs/recurrence.ts';
import {isoOf} from '../../../../src/shared/time/time.ts';

const recurrence = (rule: string, start: string, zone = 'Europe/Berlin'): Recurrence => ({
  rule,
  words: '',
  zone,
  start,
});

const instants = (one: Recurrence, most: number, calendar?: CalendarSettings): readonly string[] =>
  occurrencesAfter(one, Date.parse(`${one.start}Z`) - 86_400_000, most, calendar).map(at => isoOf(at).slice(0, 16));

const days = (one: Recurrence, most: number, calendar?: CalendarSettings): readonly string[] =>
  instants(one, most, calendar).map(at => at.slice(0, 10));

describe('days from Easter', () => {
  test('follow Easter Sunday, at the time of the start', () => {
    expect(days(recurrence('FREQ=YEARLY;X-EASTER=0', '2024-01-01T09:00:00'), 5)).toEqual([
      '2024-03-31',
      '2025-04-20',
      '2026-04-05',
      '2027-03-28',
      '2028-04-16',
    ]);
    expect(instants(recurrence('FREQ=YEARLY;X-EASTER=-2;BYHOUR=8,20', '2026-01-01T09:30:00'), 2)).toEqual([
      '2026-04-03T06:30',
      '2026-04-03T18:30',
    ]);
  });

  test('the earliest and the latest Easter are right', () => {
    expect(days(recurrence('FREQ=YEARLY;X-EASTER=0', '1818-01-01T09:00:00', 'UTC'), 1)).toEqual(['1818-03-22']);
    expect(days(recurrence('FREQ=YEARLY;X-EASTER=0', '2038-01-01T09:00:00', 'UTC'), 1)).toEqual(['2038-04-25']);
  });

  test('count their years from the start, and begin after it', () => {
    const everyOther = recurrence('FREQ=YEARLY;INTERVAL=2;X-EASTER=0', '2026-05-01T09:00:00');
    expect(days(everyOther, 2)).toEqual(['2028-04-16', '2030-04-21']);
    const later = occurrencesAfter(everyOther, Date.parse('2040-06-01T00:00:00Z'), 1).map(isoOf);
    expect(later).toEqual(['2042-04-06T07:00:00.000Z']);
  });
});

describe('sunrise and sunset', () => {
  const munich: CalendarSettings = {place: {latitude: 48.137, longitude: 11.575}};

  test('are those of the place, to the minute, with an offset', () => {
    // By the almanac: sunrise 07:58 and sunset 16:22 on the shortest day.
    const [rise] = instants(recurrence('FREQ=DAILY;X-SUN=RISE', '2026-12-21T00:00:00'), 1, munich);
    expect(['2026-12-21T07:00', '2026-12-21T07:01', '2026-12-21T07:02']).toContain(rise);
    const [set = ''] = instants(recurrence('FREQ=DAILY;X-SUN=SET', '2026-12-21T00:00:00'), 1, munich);
    const [before = ''] = instants(recurrence('FREQ=DAILY;X-SUN=SET-30', '2026-12-21T00:00:00'), 1, munich);
    expect(Date.parse(`${set}Z`) - Date.parse(`${before}Z`)).toBe(30 * 60_000);
  });

  test('fall on the days of the rule, after the start', () => {
    const mondays = recurrence('FREQ=WEEKLY;BYDAY=MO;X-SUN=SET', '2026-11-23T20:00:00');
    expect(days(mondays, 2, munich)).toEqual(['2026-11-30', '2026-12-07']);
  });

  test('exist on each day, even if the zone is a day ahead of the place', () => {
    const apia: CalendarSettings = {place: {latitude: -13.83, longitude: -171.76}};
    const found = instants(recurrence('FREQ=DAILY;X-SUN=RISE', '2026-06-01T00:00:00', 'Pacific/Apia'), 3, apia);
    expect(found.map(at => at.slice(0, 13))).toEqual(['2026-05-31T17', '2026-06-01T17', '2026-06-02T17']);
  });

  test('are left out on days without them', () => {
    const longyearbyen: CalendarSettings = {place: {latitude: 78.22, longitude: 15.65}};
    const [first] = days(
      recurrence('FREQ=DAILY;X-SUN=RISE', '2026-11-01T00:00:00', 'Arctic/Longyearbyen'),
      1,
      longyearbyen,
    );
    expect(first).toMatch(/^2027-02-1/);
    const never = recurrence('FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=21;X-SUN=RISE', '2026-11-01T00:00:00');
    expect(occurrencesAfter(never, Number.MIN_SAFE_INTEGER, 1, longyearbyen)).toEqual([]);
  });

  test('are at six without a place, so that no reminder is lost', () => {
    expect(instants(recurrence('FREQ=DAILY;X-SUN=RISE', '2026-11-01T00:00:00'), 1)).toEqual(['2026-11-01T05:00']);
    expect(instants(recurrence('FREQ=DAILY;X-SUN=SET-30', '2026-11-01T00:00:00'), 1)).toEqual(['2026-11-01T16:30']);
  });
});

describe('working days', () => {
  const holidays: HolidayCalendar = {isHoliday: date => ['2027-01-01', '2026-12-31', '2026-12-25'].includes(date)};

  test('the first and the last of a month leave out weekends and holidays', () => {
    const first = recurrence('FREQ=MONTHLY;X-WORKDAYS=FIRST', '2026-11-23T09:00:00');
    expect(days(first, 3, {holidays})).toEqual(['2026-12-01', '2027-01-04', '2027-02-01']);
    expect(days(first, 3)).toEqual(['2026-12-01', '2027-01-01', '2027-02-01']);
    const last = recurrence('FREQ=MONTHLY;X-WORKDAYS=LAST;BYHOUR=9,18', '2026-12-01T00:00:00');
    expect(instants(last, 3, {holidays})).toEqual(['2026-12-30T08:00', '2026-12-30T17:00', '2027-01-29T08:00']);
  });

  test('keep to the months of the rule', () => {
    const quarters = recurrence('FREQ=MONTHLY;INTERVAL=3;X-WORKDAYS=FIRST', '2026-10-31T09:00:00');
    expect(days(quarters, 2, {holidays})).toEqual(['2027-01-04', '2027-04-01']);
    const junes = recurrence('FREQ=MONTHLY;BYMONTH=6;X-WORKDAYS=LAST', '2026-10-31T09:00:00');
    expect(days(junes, 2)).toEqual(['2027-06-30', '2028-06-30']);
  });

  test('include every working day with ALL', () => {
    const all = recurrence('FREQ=DAILY;X-WORKDAYS=ALL', '2026-12-24T09:00:00');
    expect(days(all, 4, {holidays})).toEqual(['2026-12-24', '2026-12-28', '2026-12-29', '2026-12-30']);
  });

  test('a rule that only names holidays has no occurrences', () => {
    const never = recurrence('FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25;X-WORKDAYS=ALL', '2026-12-01T09:00:00');
    const calendar = {holidays: {isHoliday: (date: string) => date.endsWith('-12-25')}};
    expect(occurrencesAfter(never, Number.MIN_SAFE_INTEGER, 1, calendar)).toEqual([]);
  });
});

describe('the holidays of a region', () => {
  test("include the region's public holidays", async () => {
    const bavaria = await loadCalendar('DE-BY');
    const berlin = await loadCalendar('DE-BE');
    expect(bavaria?.isHoliday('2027-01-06')).toBe(true);
    expect(berlin?.isHoliday('2027-01-06')).toBe(false);
    expect(berlin?.isHoliday('2026-12-25')).toBe(true);
    expect(berlin?.isHoliday('2026-12-24')).toBe(false);
  });

  test('include every day of a longer holiday', async () => {
    const turkey = await loadCalendar('TR');
    const found = ['2026-03-20', '2026-03-21', '2026-03-22', '2026-03-23'].map(date => turkey?.isHoliday(date));
    expect(found).toEqual([true, true, true, false]);
  });

  test.each(['QQ', 'DE-XX', 'DE-BY-NOWHERE', ''])('"%s" is unknown', async region => {
    expect(await loadCalendar(region)).toBeUndefined();
  });
});

describe('days that are left out', () => {
  test('are dates, months, days of the month and days from Easter', () => {
    expect(days(recurrence('FREQ=DAILY;X-EXCEPT=1224,20261226', '2026-12-23T09:00:00'), 4)).toEqual([
      '2026-12-23',
      '2026-12-25',
      '2026-12-27',
      '2026-12-28',
    ]);
    expect(days(recurrence('FREQ=DAILY;X-EXCEPT=M12,D-1', '2026-11-29T09:00:00'), 2)).toEqual([
      '2026-11-29',
      '2027-01-01',
    ]);
    expect(days(recurrence('FREQ=WEEKLY;BYDAY=FR;X-EXCEPT=E-2', '2026-03-27T09:00:00'), 2)).toEqual([
      '2026-03-27',
      '2026-04-10',
    ]);
  });

  test('are those of the zone, even for hourly recurrences', () => {
    const hourly = recurrence('FREQ=HOURLY;X-EXCEPT=1224', '2026-12-23T23:00:00');
    expect(instants(hourly, 2)).toEqual(['2026-12-23T22:00', '2026-12-24T23:00']);
  });

  test('are not counted', () => {
    const three = {...recurrence('FREQ=DAILY;X-EXCEPT=1224', '2026-12-23T09:00:00'), count: 3};
    expect(days(three, 10)).toEqual(['2026-12-23', '2026-12-25', '2026-12-26']);
  });

  test('a rule whose days are all left out comes to an end', () => {
    const never = recurrence('FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24;X-EXCEPT=1224', '2026-12-24T09:00:00');
    expect(days(never, 1)).toEqual([]);
  });
});
