import {expect, test} from 'vitest';
import {dueInstants, nextOf} from '../../../src/daemon/schedule/alarm-timetable.ts';
import {formatPassed} from '../../../src/shared/records/jobs/passed-instants.ts';
import {DAY, HOUR, MINUTE} from '../../../src/shared/time/time.ts';
import {anAlarm, noon} from '../store/store-fixture.ts';

const hourly = anAlarm('1', {kind: 'cron', cron: '0 * * * *', nextAt: noon});

test('nothing is due before its instant; at the instant only that one is', () => {
  expect(dueInstants(hourly, noon - 1)).toBeUndefined();
  expect(dueInstants(hourly, noon)).toEqual({last: noon});
  expect(dueInstants(anAlarm('2', {nextAt: noon}), noon + DAY)).toEqual({last: noon});
  const {nextAt: _, ...over} = hourly;
  expect(dueInstants(over, noon)).toBeUndefined();
});

test('of several passed instants the last one wakes, and the others are counted', () => {
  expect(dueInstants(hourly, noon + 3 * HOUR + MINUTE)).toEqual({
    last: noon + 3 * HOUR,
    passed: {count: 3, first: noon, last: noon + 2 * HOUR},
  });
});

test('after a year of minutes the last instant is exact, and the count is a minimum', () => {
  const minutely = anAlarm('1', {kind: 'cron', cron: '* * * * *', nextAt: noon});
  // CPU time, since other processes use the machine too.
  const before = process.cpuUsage();
  const due = dueInstants(minutely, noon + 366 * DAY + 30_000);
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  expect(due).toMatchObject({last: noon + 366 * DAY, passed: {count: 10_000, first: noon}});
  expect(due?.passed && formatPassed(due.passed, 'UTC', 'nobody was there')).toMatch(/^At least 10000 occurrences/u);
});

test('a one-time alarm has no next instant; a cron alarm has one in its own zone', () => {
  expect(nextOf(anAlarm('1'), noon)).toBeUndefined();
  expect(nextOf(anAlarm('1', {cron: '0 13 * * *', zone: 'Europe/Berlin'}), noon)).toBe(noon + HOUR);
  expect(nextOf(anAlarm('1', {cron: '0 13 * * *', zone: 'UTC'}), noon)).toBe(noon + 2 * HOUR);
});
