// A job whose file names no zone: its times are UTC, and whoever looks at it is told what that is for them.
import {expect, test} from 'vitest';
import type {CronJob} from '../../../src/shared/records/jobs/cron-job.ts';
import {clockTime} from '../../../src/shared/time/format-time.ts';
import {utcNote} from '../../../src/tui/cli/format/format-cron.ts';
import {documentOf} from '../../../src/tui/nouns/nouns.ts';

const NEXT = Date.parse('2026-11-30T07:00:00Z');
const job = {
  name: 'standup',
  origin: 'cron/standup.md',
  cron: '0 7 * * *',
  zone: 'UTC',
  zoneByDefault: true,
  message: 'standup',
  deliver: [],
  preTools: [],
  nextAt: NEXT,
} as unknown as CronJob;

test('cron check and doctor say what its time is for its person, and how to change that', () => {
  const checked = {...job, nextAt: '2026-11-30T07:00:00Z', personZone: 'Europe/Berlin'} as never;
  expect(utcNote(checked)).toEqual({
    what: 'it names no timezone, so 07:00 is in UTC, and that is 08:00 for you.',
    fix: 'add a line such as "timezone: Europe/Berlin"',
  });
  expect(utcNote({...(checked as object), personZone: 'Atlantic/Reykjavik'} as never)).toBeUndefined();
  expect(utcNote({...(checked as object), zoneByDefault: undefined} as never)).toBeUndefined();
});

test('the plan says it too', () => {
  const facts = JSON.stringify(documentOf({kind: 'job', item: {job, runs: []}})?.facts);
  expect(facts).toContain(`UTC, because its file names none: 07:00 UTC is ${clockTime(NEXT)} for you`);
});
