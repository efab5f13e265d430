import {expect, test} from 'vitest';
import {createCronJobs} from '../../../../src/daemon/flows/cron/cron-jobs.ts';
import {createCronSource} from '../../../../src/daemon/flows/cron/fire-cron.ts';
import type {CronDefinition} from '../../../../src/shared/records/jobs/cron-job.ts';
import {MINUTE} from '../../../../src/shared/time/time.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {testCore} from '../../../support/test-core.ts';
import {noon, openTestStore} from '../../store/store-fixture.ts';

const everyMinute = (name: string): CronDefinition => ({
  name,
  cron: '* * * * *',
  zone: 'UTC',
  message: 'hello',
  deliver: [],
  announce: 'none',
  missed: 'skip',
  overlap: 'skip',
  enabled: true,
  preTools: [],
  retry: 'auto',
  carryLastOutput: false,
  origin: 'config',
});

const open = (definitions: readonly CronDefinition[]) => {
  const clock = fakeClock();
  const opened = openTestStore({clock});
  const claim: typeof opened.runs.claim = run => {
    if (run.name === 'poison') throw new Error('this one cannot be claimed');
    return opened.runs.claim(run);
  };
  const store = {...opened, runs: {...opened.runs, claim}};
  const core = testCore({store, clock, people: {addressesOf: () => [], owner: () => undefined, trustOf: () => 'full'}});
  const source = createCronSource({
    ...core,
    cronJobs: createCronJobs(core),
    jobs: {run: ({run}) => new Promise(() => run)},
    announcer: {aim: ({otherwise}) => otherwise, putNotice: () => {}, sendNotice: () => {}},
    modelOf: () => 'offline',
    promptOf: async ({message}) => ({text: message}),
    keepOutput: async () => {},
  });
  source.load({jobs: definitions, invalid: []});
  return {
    clock,
    store,
    source,
    runs: () => store.runs.list({kind: 'cron', limit: 200}),
    [Symbol.dispose]: () => opened[Symbol.dispose](),
  };
};

test('of many jobs due in the same minute each call starts some, and the rest stay due', () => {
  using fixture = open(Array.from({length: 90}, (_, index) => everyMinute(`job-${index}`)));
  const {clock, source, runs} = fixture;
  const now = noon + MINUTE;
  clock.set(now);
  const steps = [];
  for (let step = 0; step < 3; step += 1) {
    source.fireDue(now);
    steps.push({begun: runs().length, isDue: (source.nextAt(now) ?? Number.NaN) <= now});
  }
  expect(steps).toEqual([
    {begun: 40, isDue: true},
    {begun: 80, isDue: true},
    {begun: 90, isDue: false},
  ]);
  expect(new Set(runs().map(({name}) => name)).size).toBe(90);
  expect(new Set(runs().map(({scheduledFor}) => scheduledFor))).toEqual(new Set([now]));
});

test('beside a run that is on time, the occurrences before it are one record of what was missed', () => {
  using fixture = open([everyMinute('news')]);
  const {clock, source, runs} = fixture;
  // The machine slept for five minutes.
  const now = noon + 5 * MINUTE;
  clock.set(now);
  source.fireDue(now);
  expect(runs().toSorted((one, other) => one.scheduledFor - other.scheduledFor)).toMatchObject([
    {status: 'skipped', scheduledFor: noon + 4 * MINUTE, error: expect.stringContaining('Missed 4 occurrences')},
    {status: 'running', scheduledFor: now},
  ]);
});

test('a run by hand on a whole minute leaves that minute to the schedule', () => {
  using fixture = open([{...everyMinute('news'), overlap: 'allow'}]);
  const {clock, source, runs} = fixture;
  const now = noon + MINUTE;
  clock.set(now);
  source.runNow('news');
  expect(runs()).toMatchObject([{schedule: 'by hand'}]);
  expect(runs()[0]?.scheduledFor).not.toBe(now);
  source.fireDue(now);
  expect(runs().filter(({scheduledFor}) => scheduledFor === now)).toMatchObject([{schedule: '* * * * * in UTC'}]);
  expect(runs()).toHaveLength(2);
});

test("a job that can't be claimed delays no other, stays due, and its failure is told to the scheduler", () => {
  using fixture = open([everyMinute('poison'), everyMinute('news')]);
  const {clock, source, runs} = fixture;
  const now = noon + MINUTE;
  clock.set(now);
  expect(() => source.fireDue(now)).toThrow('this one cannot be claimed');
  expect(runs().map(({name}) => name)).toEqual(['news']);
  expect(source.nextAt(now)).toBe(now);
});
