import {expect, test} from 'vitest';
import {cronProblem, nextInstant, nextInstants} from '../../../src/daemon/schedule/cron/cron-expression.ts';
import {DAY, instantOfIso, isoOf} from '../../../src/shared/time/time.ts';

const at = (iso: string): number => {
  const instant = instantOfIso(iso);
  if (instant === undefined) throw new Error(iso);
  return instant;
};
const next = (expression: string, zone: string, from: string, count: number): readonly string[] =>
  nextInstants(expression, zone, at(from), count).map(instant => isoOf(instant).replace(':00.000Z', 'Z'));

test.each([
  // The spring night: 02:30 doesn't exist. It runs at the first valid minute after the gap.
  ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', ['2026-03-29T01:00Z', '2026-03-30T00:30Z']],
  ['30 2 * * *', 'America/New_York', '2026-03-07T12:00:00Z', ['2026-03-08T07:00Z', '2026-03-09T06:30Z']],
  ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00:00Z', ['2026-10-03T15:30Z', '2026-10-04T15:15Z']],
  // The autumn night: a repeated time runs once.
  ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', ['2026-10-25T00:30Z', '2026-10-26T01:30Z']],
  ['30 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', ['2026-11-01T05:30Z', '2026-11-02T06:30Z']],
  ['45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T00:00:00Z', ['2026-04-04T14:45Z', '2026-04-05T15:15Z']],
  // Hourly work follows elapsed time through both nights.
  [
    '0 * * * *',
    'Europe/Berlin',
    '2026-10-24T23:30:00Z',
    ['2026-10-25T00:00Z', '2026-10-25T01:00Z', '2026-10-25T02:00Z', '2026-10-25T03:00Z'],
  ],
  [
    '*/30 * * * *',
    'America/New_York',
    '2026-11-01T05:00:00Z',
    ['2026-11-01T05:30Z', '2026-11-01T06:00Z', '2026-11-01T06:30Z', '2026-11-01T07:00Z'],
  ],
  [
    '*/30 * * * *',
    'Europe/Berlin',
    '2026-03-29T00:00:00Z',
    ['2026-03-29T00:30Z', '2026-03-29T01:00Z', '2026-03-29T01:30Z'],
  ],
  // Leap days, month ends, steps that do not divide.
  ['0 9 29 2 *', 'UTC', '2026-01-01T00:00:00Z', ['2028-02-29T09:00Z', '2032-02-29T09:00Z']],
  ['0 0 31 * *', 'UTC', '2026-01-31T12:00:00Z', ['2026-03-31T00:00Z', '2026-05-31T00:00Z', '2026-07-31T00:00Z']],
  ['*/7 * * * *', 'UTC', '2026-11-21T11:50:00Z', ['2026-11-21T11:56Z', '2026-11-21T12:00Z', '2026-11-21T12:07Z']],
  // Weekdays are cron's own; a day of the month and a weekday together mean either.
  ['0 9 * * 0', 'UTC', '2026-11-21T12:00:00Z', ['2026-11-22T09:00Z']],
  ['0 9 * * 7', 'UTC', '2026-11-21T12:00:00Z', ['2026-11-22T09:00Z']],
  ['0 9 * * SUN', 'UTC', '2026-11-21T12:00:00Z', ['2026-11-22T09:00Z']],
  [
    '0 9 * * 1-5',
    'UTC',
    '2026-11-21T12:00:00Z',
    [
      '2026-11-23T09:00Z',
      '2026-11-24T09:00Z',
      '2026-11-25T09:00Z',
      '2026-11-26T09:00Z',
      '2026-11-27T09:00Z',
      '2026-11-30T09:00Z',
    ],
  ],
  ['0 0 13 * 5', 'UTC', '2026-11-01T00:00:00Z', ['2026-11-06T00:00Z', '2026-11-13T00:00Z', '2026-11-20T00:00Z']],
])('%s in %s after %s', (expression, zone, from, instants) => {
  expect(next(expression, zone, from, instants.length)).toEqual(instants);
});

test('the next instant is always later than the given one, in every zone, across clock changes', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
    for (const [expression, from, days] of SPANS) {
      let instant = at(from);
      const end = instant + days * DAY;
      const seen = new Set<number>();
      while (instant < end && seen.size < 9_000) {
        const following = nextInstant(expression, zone, instant);
        if (following === undefined) throw new Error(`${expression} ends`);
        expect(following).toBeGreaterThan(instant);
        expect(seen.has(following)).toBe(false);
        seen.add(following);
        instant = following;
      }
    }
  }
});

test.each([
  ['0 8 * *', 'five fields'],
  ['0 0 8 * * *', 'five fields'],
  ['61 8 * * *', 'five fields'],
  ['nonsense', 'five fields'],
  ['0 0 30 2 *', 'never'],
])('%s is refused with a sentence', (expression, word) => {
  expect(cronProblem(expression)).toContain(expression);
  expect(cronProblem(expression)).toMatch(word === 'never' ? /never occurs/u : /isn't a(?: valid)? cron expression/u);
});

test.each([
  ['* * * 13 *', "13 isn't a valid month (1 to 12)"],
  ['* * * 0 *', "0 isn't a valid month (1 to 12)"],
  ['* * 32 * *', "32 isn't a valid day (1 to 31)"],
  ['* * 0 * *', "0 isn't a valid day (1 to 31)"],
  ['* 24 * * *', "24 isn't a valid hour (0 to 23)"],
  ['60 * * * *', "60 isn't a valid minute (0 to 59)"],
  ['*/0 * * * *', 'a step is a number of at least 1, such as */5'],
  ['1, * * * *', 'a comma needs a value on both sides'],
  ['* * * * 8', "8 isn't a valid weekday (0 to 7, 0 and 7 are Sunday)"],
  ['* * * foo *', '"foo" says nothing about the month'],
  ['* * * * MON-', 'a range is written with two numbers or names, such as 1-5'],
  ['0/15 * * * *', '"0/15" steps through nothing, because it has no range: write */15'],
  ['0 8 * * sat-mon', '"sat-mon" goes backwards: write it as two ranges with a comma between them'],
  ['0 22-2 * * *', '"22-2" goes backwards: write it as two ranges with a comma between them'],
  ['0 0 1 Nov-Feb *', '"Nov-Feb" goes backwards: write it as two ranges with a comma between them'],
  ['@every 5m', 'of names there are @yearly, @monthly, @weekly, @daily, @hourly'],
  ['@reboot', 'of names there are @yearly, @monthly, @weekly, @daily, @hourly'],
])('the error of %s names the wrong part as written: %s', (expression, why) => {
  expect(cronProblem(expression)).toBe(`"${expression}" isn't a valid cron expression: ${why}.`);
});

test.each(['', '  ', '\t'])('an empty expression (%j) is reported as empty', expression => {
  expect(cronProblem(expression)).toBe(
    'The cron expression is empty. Give five fields (minute, hour, day, month, weekday), such as "0 8 * * 1-5".',
  );
});

test('the suggested names are valid', () => {
  for (const name of ['@yearly', '@monthly', '@weekly', '@daily', '@hourly']) expect(cronProblem(name)).toBeUndefined();
});

test('a valid expression has no problem', () => {
  expect(cronProblem('*/5 9-17 * * MON-FRI')).toBeUndefined();
});

const SPANS = [
  ['30 2 * * *', '2026-01-01T00:00:00Z', 365],
  ['0 0 1 * *', '2026-01-01T00:00:00Z', 365],
  ['0 * * * *', '2026-03-28T00:00:00Z', 3],
  ['0 * * * *', '2026-10-24T00:00:00Z', 3],
] as const;
