import {expect, test} from 'vitest';
import {readSentence} from '../../../../src/daemon/schedule/words/read-sentence.ts';

const context = {now: Date.parse('2026-11-19T09:00:00Z'), zone: 'Europe/Berlin'};

test.each([
  ['every jan 1 and july 1', ['BYMONTH=1;BYMONTHDAY=1', 'BYMONTH=7;BYMONTHDAY=1']],
  [
    'every jan 1, april 1 and july 1 at 10',
    ['BYMONTH=1;BYMONTHDAY=1', 'BYMONTH=4;BYMONTHDAY=1', 'BYMONTH=7;BYMONTHDAY=1'],
  ],
  ['every year on march 31 and september 30', ['BYMONTH=3;BYMONTHDAY=31', 'BYMONTH=9;BYMONTHDAY=30']],
  ['on jan 1 and july 1 every year', ['BYMONTH=1;BYMONTHDAY=1', 'BYMONTH=7;BYMONTHDAY=1']],
  ['every other year on jan 1 and july 1', ['INTERVAL=2;BYMONTH=1;BYMONTHDAY=1', 'INTERVAL=2;BYMONTH=7;BYMONTHDAY=1']],
  ['jeden 1. Januar und 1. Juli', ['BYMONTH=1;BYMONTHDAY=1', 'BYMONTH=7;BYMONTHDAY=1']],
  ['jedes Jahr am 1.1. und 1.7.', ['BYMONTH=1;BYMONTHDAY=1', 'BYMONTH=7;BYMONTHDAY=1']],
  ['am 15. März und 15. September jährlich', ['BYMONTH=3;BYMONTHDAY=15', 'BYMONTH=9;BYMONTHDAY=15']],
])('each date of "%s" is a series', (said, rules) => {
  const reading = readSentence(said, context);
  if (reading.kind !== 'read') throw new Error(`"${said}" was not read.`);
  const all = [reading, ...(reading.also ?? [])];
  expect(all.map(({repeat}) => repeat?.rule)).toEqual(rules.map(rule => `FREQ=YEARLY;${rule}`));
});

test('a single day beside a series stays single', () => {
  expect(readSentence('every monday and on 24 december at 9', context)).toMatchObject({
    repeat: {rule: 'FREQ=WEEKLY;BYDAY=MO'},
    also: [{fireAt: Date.parse('2026-12-24T08:00:00Z')}],
  });
  const reading = readSentence('monday and every friday at 10', context);
  expect(reading).not.toHaveProperty('repeat');
  expect(reading).toMatchObject({also: [{repeat: {rule: 'FREQ=WEEKLY;BYDAY=FR'}}]});
});
