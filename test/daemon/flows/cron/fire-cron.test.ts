import {expect, test} from 'vitest';
import {createCronJobs} from '../../../../src/daemon/flows/cron/cron-jobs.ts';
import {createCronSource} from '../../../../src/daemon/flows/cron/fire-cron.ts';
import {createInstants} from '../../../../src/daemon/schedule/series/instants.ts';
import type {CronDefinition} from '../../../../src/shared/records/jobs/cron-job.ts';
import {MINUTE} from '../../../../src/shared/time/time.ts';
import {countingIds} from '../../../support/counting-ids.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {memoryLog} from '../../../support/memory-log.ts';
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

test('of many jobs due in the same minute each call starts some, and the rest stay due', () => {
  const clock = fakeClock();
  using store = openTestStore({clock});
  const source = createCronSource({
    store,
    clock,
    ids: countingIds(),
    log: memoryLog(),
    cronJobs: createCronJobs({store, clock, instants: createInstants()}),
    agent: () => 'rooster',
    jobs: {run: ({run}) => new Promise(() => run)},
    announcer: {aim: ({otherwise}) => otherwise, putNotice: () => {}, sendNotice: () => {}},
    addressesOf: () => [],
    priceOf: () => undefined,
    modelOf: () => 'offline',
    reschedule: () => {},
    owner: () => undefined,
    trustOf: () => 'full',
    promptOf: async ({message}) => ({text: message}),
    keepOutput: async () => {},
  });
  source.load({jobs: Array.from({length: 90}, (_, index) => everyMinute(`job-${index}`)), invalid: []});
  const now = noon + MINUTE;
  clock.set(now);
  const begun = () => store.runs.list({kind: 'cron', limit: 200});
  const steps = [];
  for (let step = 0; step < 3; step += 1) {
    source.fireDue(now);
    steps.push({begun: begun().length, isDue: (source.nextAt(now) ?? Number.NaN) <= now});
  }
  expect(steps).toEqual([
    {begun: 40, isDue: true},
    {begun: 80, isDue: true},
    {begun: 90, isDue: false},
  ]);
  expect(new Set(begun().map(({name}) => name)).size).toBe(90);
  expect(new Set(begun().map(({scheduledFor}) => scheduledFor))).toEqual(new Set([now]));
});
