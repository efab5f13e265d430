import {expect, test} from 'vitest';
import {nextOfJobs} from '../../../src/daemon/schedule/cron/job-instants.ts';
import {createInstants} from '../../../src/daemon/schedule/series/instants.ts';
import {upcomingOccurrences} from '../../../src/daemon/schedule/upcoming-occurrences.ts';
import type {CronJob} from '../../../src/shared/records/jobs/cron-job.ts';
import {DAY, HOUR, MINUTE} from '../../../src/shared/time/time.ts';

const upcoming = (jobs: readonly CronJob[], until: number) =>
  upcomingOccurrences(jobs, until, (one, after, count) => nextOfJobs(one, after, count, createInstants()));

const NOON = Date.UTC(2026, 10, 21, 12);

const job = (name: string, cron: string, nextAt: number, more: Partial<CronJob> = {}): CronJob => ({
  name,
  cron,
  zone: 'UTC',
  message: 'look',
  enabled: true,
  deliver: [],
  announce: 'rephrase',
  missed: 'skip',
  overlap: 'skip',
  preTools: [],
  retry: 'auto',
  carryLastOutput: false,
  origin: 'config',
  paused: false,
  nextAt,
  ...more,
});

test('all occurrences up to an instant are listed, earliest first, at least three per job', () => {
  const {occurrences, more} = upcoming(
    [job('yearly', '0 0 1 1 *', Date.UTC(2027, 0, 1)), job('hourly', '0 * * * *', NOON + HOUR)],
    NOON + 5 * HOUR,
  );
  expect(occurrences.filter(({name}) => name === 'hourly').map(({at}) => (at - NOON) / HOUR)).toEqual([1, 2, 3, 4, 5]);
  expect(occurrences.filter(({name}) => name === 'yearly').map(({at}) => new Date(at).getUTCFullYear())).toEqual([
    2027, 2028, 2029,
  ]);
  expect(occurrences.map(({at}) => at)).toEqual(occurrences.map(({at}) => at).toSorted((a, b) => a - b));
  expect(more).toBe(false);
});

test('paused, disabled and impossible jobs are not listed', () => {
  const paused = job('paused', '0 * * * *', NOON, {paused: true});
  const disabled = job('disabled', '0 * * * *', NOON, {enabled: false});
  const {nextAt: _, ...never} = job('never', '0 0 30 2 *', NOON);
  expect(upcoming([paused, disabled, never], NOON + DAY)).toEqual({occurrences: [], more: false});
});

test('jobs of every minute are limited, and the result mentions the limit', () => {
  const jobs = Array.from({length: 40}, (_, index) => job(`j${index}`, '* * * * *', NOON + MINUTE));
  const {occurrences, more} = upcoming(jobs, NOON + DAY);
  expect(occurrences).toHaveLength(500);
  expect(more).toBe(true);
  expect(upcoming(jobs.slice(0, 1), NOON + DAY)).toMatchObject({more: true, occurrences: {length: 48}});
});
