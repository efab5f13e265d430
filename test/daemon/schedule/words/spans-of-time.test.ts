import {expect, test} from 'vitest';
import {readSpan} from '../../../../src/daemon/schedule/words/language-in.ts';
import {findSpans} from '../../../../src/daemon/schedule/words/spans-of-time.ts';
import {SPANS} from '../../../../src/shared/languages/en/times/spans.ts';
import {DAY, HOUR, MINUTE, SECOND} from '../../../../src/shared/time/time.ts';

test.each([
  ['90s', 90 * SECOND],
  ['20 m', 20 * MINUTE],
  ['1h30', 90 * MINUTE],
  ['1h 30m', 90 * MINUTE],
  ['1d12h', 36 * HOUR],
  ['1.5 hours', 90 * MINUTE],
  ['1,5 hours', 90 * MINUTE],
  ['3 and a half hours', 210 * MINUTE],
  ['two and a half hours', 150 * MINUTE],
  ['an hour and a quarter', 75 * MINUTE],
  ['three quarters of an hour', 45 * MINUTE],
  ['twenty five minutes', 25 * MINUTE],
  ['a couple of days', 2 * DAY],
  ['2 days, 3 hours and 5 minutes', 2 * DAY + 3 * HOUR + 5 * MINUTE],
  ['in about 10 mins or so', 10 * MINUTE],
  ['in ten minutes’ time', 10 * MINUTE],
  ['0 minutes', 0],
])('"%s" is %d ms', (text, ms) => {
  expect(readSpan(text)).toEqual({ms, months: 0});
});

test('months and years are counted on the calendar, so they have no fixed length', () => {
  expect(readSpan('2 months')).toEqual({ms: 0, months: 2});
  expect(readSpan('a year and 3 days')).toEqual({ms: 3 * DAY, months: 12});
});

test.each([['5'], ['m'], ['30 minutes 2 hours'], ['5 minutes ago'], ['every 5 minutes'], ['10 minutes tea'], ['']])(
  '"%s" is not a duration',
  text => {
    expect(readSpan(text)).toBeUndefined();
  },
);

test.each([
  ['check the oven in 10 minutes', [['in 10 minutes', 'in']]],
  ['5 minutes: tea', [['5 minutes', 'bare']]],
  ['snooze it for 10 minutes', [['for 10 minutes', 'for']]],
  ['10 minutes from now', [['10 minutes from now', 'in']]],
  [
    'in 5 minutes and in 10 minutes',
    [
      ['in 5 minutes', 'in'],
      ['in 10 minutes', 'in'],
    ],
  ],
  ['ten minutes to six', []],
  ['2 days before the party', [['2 days before', 'bare']]],
  ['in 2 hours 30 people come', [['in 2 hours', 'in']]],
  ['a constructor of the prototype', []],
])('the durations in "%s" are %j', (text, expected) => {
  expect(findSpans(text, SPANS).map(({start, end, manner}) => [text.slice(start, end), manner])).toEqual(expected);
});
