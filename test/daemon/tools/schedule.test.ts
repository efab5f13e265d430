import {expect, test} from 'vitest';
import {createScheduleTool} from '../../../src/daemon/tools/schedule.ts';
import type {CronJob} from '../../../src/shared/records/jobs/cron-job.ts';
import {momentWithZone} from '../../../src/shared/time/format-time.ts';
import {HOUR, MINUTE} from '../../../src/shared/time/time.ts';
import {toolContext} from '../../support/tool-context.ts';
import {aReminder, noon} from '../store/store-fixture.ts';

const aJob = (name: string, over: Partial<CronJob> = {}): CronJob => ({
  name,
  cron: '0 9 * * *',
  zone: 'UTC',
  message: 'What matters today?',
  deliver: ['terminal:default'],
  announce: 'rephrase',
  missed: 'skip',
  overlap: 'skip',
  enabled: true,
  preTools: [],
  retry: 'auto',
  carryLastOutput: false,
  origin: 'config',
  paused: false,
  ...over,
});

const scheduled = async (jobs: readonly CronJob[], reminders = [aReminder('1', {fireAt: noon + HOUR})]) => {
  const tool = createScheduleTool({
    jobs: () => jobs,
    reminders: () => reminders,
    formatMoment: (at, zone) => momentWithZone(at, noon, zone),
  });
  return (await tool.run({}, toolContext({zone: 'UTC'}))).text.split('\n');
};

test('jobs and pending reminders are in one list, earliest first, inactive jobs last', async () => {
  const lines = await scheduled([
    aJob('late', {nextAt: noon + 2 * HOUR}),
    aJob('asleep', {paused: true}),
    aJob('off', {enabled: false}),
    aJob('never'),
    aJob('soon', {nextAt: noon + MINUTE}),
  ]);
  expect(lines.map(line => line.replace(/^- \S+Z \([^)]*\)/u, '- AT'))).toEqual([
    '- AT: job "soon", 0 9 * * * in UTC',
    expect.stringMatching(/^- AT: reminder rem_1 ".*"$/u),
    '- AT: job "late", 0 9 * * * in UTC',
    '- paused: job "asleep", 0 9 * * * in UTC',
    '- never runs: job "never", 0 9 * * * in UTC',
    '- disabled: job "off", 0 9 * * * in UTC',
  ]);
  expect(lines[0]).toContain(new Date(noon + MINUTE).toISOString());
});

test("a fired reminder isn't listed as upcoming", async () => {
  expect(await scheduled([], [aReminder('1', {state: 'fired'})])).toEqual(['Nothing is scheduled.']);
});
