import {describe, expect, test} from 'vitest';
import {
  occurrencesAfter,
  occurrencesBetween,
  settingsNeeded,
} from '../../../../src/daemon/schedule/recurrence/occurrences.ts';
import type {Recurrence} from '../../../../src/shared/records/jobs/recurrence.ts';
import {DAY, isoOf} from '../../../../src/shared/time/time.ts';

const recurrence = (rule: string, start: string, more: Partial<Recurrence> = {}): Recurrence => ({
  rule,
  words: '',
  zone: 'Europe/Berlin',
  start,
  ...more,
});

const nextOf = (one: Recurrence, at: string, most: number): readonly string[] =>
  occurrencesAfter(one, Date.parse(at), most).map(isoOf);

const firstOf = (one: Recurrence): number | undefined => occurrencesAfter(one, Number.MIN_SAFE_INTEGER, 1)[0];

describe('occurrences after an instant', () => {
  test('are strictly later, ascending, and limited to the requested number', () => {
    const daily = recurrence('FREQ=DAILY', '2026-11-20T09:00:00');
    expect(nextOf(daily, '2026-11-23T08:00:00Z', 2)).toEqual(['2026-11-24T08:00:00.000Z', '2026-11-25T08:00:00.000Z']);
    expect(nextOf(daily, '2026-11-23T07:59:59.999Z', 1)).toEqual(['2026-11-23T08:00:00.000Z']);
    expect(nextOf(daily, '2026-11-23T08:00:00Z', 0)).toEqual([]);
  });

  test("begin with the start, or with the rule's first day after it", () => {
    expect(firstOf(recurrence('FREQ=DAILY', '2026-11-20T09:00:00'))).toBe(Date.parse('2026-11-20T08:00:00Z'));
    const mondays = recurrence('FREQ=WEEKLY;BYDAY=MO', '2026-11-20T09:00:00');
    expect(firstOf(mondays)).toBe(Date.parse('2026-11-23T08:00:00Z'));
  });

  test('keep the local time of day across both clock changes', () => {
    const daily = recurrence('FREQ=DAILY', '2026-01-01T09:00:00');
    expect(nextOf(daily, '2026-03-28T00:00:00Z', 2)).toEqual(['2026-03-28T08:00:00.000Z', '2026-03-29T07:00:00.000Z']);
    expect(nextOf(daily, '2026-10-24T00:00:00Z', 2)).toEqual(['2026-10-24T07:00:00.000Z', '2026-10-25T08:00:00.000Z']);
  });

  test('move a skipped time after the gap, on that day only', () => {
    const daily = recurrence('FREQ=DAILY', '2026-03-28T02:30:00');
    expect(nextOf(daily, '2026-03-27T12:00:00Z', 3)).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
    expect(nextOf(daily, '2026-03-29T01:15:00Z', 1)).toEqual(['2026-03-29T01:30:00.000Z']);
  });

  test('merge two times that the gap makes equal, and stay in order', () => {
    const twice = recurrence('FREQ=DAILY;BYHOUR=2,3;BYMINUTE=30', '2026-03-28T00:00:00');
    expect(nextOf(twice, '2026-03-28T12:00:00Z', 2)).toEqual(['2026-03-29T01:30:00.000Z', '2026-03-30T00:30:00.000Z']);
    const mixed = recurrence('FREQ=DAILY;BYHOUR=2,3;BYMINUTE=10,50', '2026-03-28T00:00:00');
    expect(nextOf(mixed, '2026-03-28T12:00:00Z', 2)).toEqual(['2026-03-29T01:10:00.000Z', '2026-03-29T01:50:00.000Z']);
  });

  test('continue for a rule that always falls into the gap', () => {
    const always = recurrence('FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', '2026-01-01T02:30:00');
    expect(nextOf(always, '2026-01-01T00:00:00Z', 3)).toEqual([
      '2026-03-29T01:30:00.000Z',
      '2027-03-28T01:30:00.000Z',
      '2028-03-26T01:30:00.000Z',
    ]);
  });

  test('use the first of two equal local times', () => {
    const daily = recurrence('FREQ=DAILY', '2026-10-24T02:30:00');
    expect(nextOf(daily, '2026-10-24T12:00:00Z', 2)).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']);
    expect(nextOf(daily, '2026-10-25T00:30:00Z', 1)).toEqual(['2026-10-26T01:30:00.000Z']);
  });

  test('count hours and minutes without a window as elapsed time', () => {
    const hourly = recurrence('FREQ=HOURLY;INTERVAL=2', '2026-10-24T22:00:00');
    expect(nextOf(hourly, '2026-10-24T20:00:00Z', 3)).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T02:00:00.000Z',
    ]);
  });

  test('keep a window of hours in local time, and count repeated times twice', () => {
    const day = recurrence('FREQ=HOURLY;BYHOUR=9,10,11', '2026-01-01T09:00:00');
    expect(nextOf(day, '2026-03-29T00:00:00Z', 1)).toEqual(['2026-03-29T07:00:00.000Z']);
    const night = recurrence('FREQ=MINUTELY;INTERVAL=30;BYHOUR=2', '2026-10-24T00:00:00');
    expect(nextOf(night, '2026-10-24T12:00:00Z', 5)).toEqual([
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:00:00.000Z',
      '2026-10-25T01:30:00.000Z',
      '2026-10-26T01:00:00.000Z',
    ]);
    expect(nextOf(night, '2026-10-25T00:45:00Z', 1)).toEqual(['2026-10-25T01:00:00.000Z']);
  });

  test('use the last day of a month if the rule says so, else skip short months', () => {
    const last = recurrence('FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1', '2026-01-31T09:00:00');
    expect(nextOf(last, '2026-02-01T00:00:00Z', 3).map(at => at.slice(0, 10))).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ]);
    const raw = recurrence('FREQ=MONTHLY;BYMONTHDAY=31', '2026-01-31T09:00:00');
    expect(nextOf(raw, '2026-02-01T00:00:00Z', 2).map(at => at.slice(0, 10))).toEqual(['2026-03-31', '2026-05-31']);
  });
});

describe('the end of a recurrence', () => {
  const daily = (more: Partial<Recurrence>): Recurrence => recurrence('FREQ=DAILY', '2026-11-20T23:30:00', more);

  test('as a date is the last day in the zone', () => {
    expect(nextOf(daily({until: '2026-11-22'}), '2026-11-21T00:00:00Z', 9)).toEqual([
      '2026-11-21T22:30:00.000Z',
      '2026-11-22T22:30:00.000Z',
    ]);
  });

  test('as an instant is the last possible one', () => {
    expect(nextOf(daily({until: '2026-11-21T22:30:00.000Z'}), '2026-11-21T00:00:00Z', 9)).toHaveLength(1);
    expect(nextOf(daily({until: '2026-11-21T22:29:59.999Z'}), '2026-11-21T00:00:00Z', 9)).toHaveLength(0);
  });

  test('as a count is counted from the start, for any query', () => {
    expect(nextOf(daily({count: 3}), '2026-11-21T23:00:00Z', 9)).toEqual(['2026-11-22T22:30:00.000Z']);
    expect(nextOf(daily({count: 3}), '2026-11-22T22:30:00Z', 9)).toEqual([]);
  });

  test('comes at the earlier of date and count', () => {
    expect(nextOf(daily({count: 3, until: '2026-11-21'}), '2026-11-20T00:00:00Z', 9)).toHaveLength(2);
    expect(nextOf(daily({count: 1, until: '2026-11-25'}), '2026-11-20T00:00:00Z', 9)).toHaveLength(1);
  });

  test('before the start leaves nothing', () => {
    expect(firstOf(daily({until: '2026-11-19'}))).toBeUndefined();
  });
});

describe('occurrences between two instants', () => {
  const daily = recurrence('FREQ=DAILY', '2020-01-01T09:00:00');
  const from = Date.parse('2026-11-20T08:00:00Z');

  test('include both ends', () => {
    expect(occurrencesBetween(daily, from, from + 2 * DAY, 9)).toEqual([from, from + DAY, from + 2 * DAY]);
    expect(occurrencesBetween(daily, from, from + 2 * DAY, 2)).toHaveLength(2);
  });

  test('are as many as the limit allows', () => {
    expect(occurrencesBetween(daily, Date.parse('2020-01-01T00:00:00Z'), from, 10_000)).toHaveLength(2516);
    expect(occurrencesBetween(recurrence('FREQ=MINUTELY', daily.start), 0, from, 500)).toHaveLength(500);
  });
});

test('a rule says which parts of the configuration it needs', () => {
  expect(settingsNeeded('FREQ=DAILY;X-SUN=SET-30')).toEqual({place: true, region: false});
  expect(settingsNeeded('FREQ=MONTHLY;X-WORKDAYS=LAST')).toEqual({place: false, region: true});
  expect(settingsNeeded('FREQ=DAILY')).toEqual({place: false, region: false});
});
