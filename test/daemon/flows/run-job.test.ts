import {expect, test} from 'vitest';
import {createJobRunner} from '../../../src/daemon/flows/run-job.ts';
import type {Run} from '../../../src/shared/records/jobs/jobs.ts';
import {countingIds} from '../../support/counting-ids.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {testCore} from '../../support/test-core.ts';
import {openTestStore} from '../store/store-fixture.ts';

test('a run whose daemon closes its store meanwhile ends nothing, and resolves as it was', async () => {
  const [store, clock] = [openTestStore(), fakeClock()];
  const run: Run = {
    id: 'run_1',
    kind: 'reminder',
    name: 'rem_1',
    session: 'rooster:cron:reminder-rem_1',
    status: 'running',
    scheduledFor: clock.now(),
    startedAt: clock.now(),
    attempt: 1,
    late: false,
  };
  store.transact(() => store.runs.claim(run));
  const jobs = createJobRunner({
    ...testCore({
      store,
      clock,
      ids: countingIds(),
      log: memoryLog(),
      priceOf: () => undefined,
      closing: AbortSignal.abort(),
    }),
    router: {
      resume: async () => ({kind: 'silent'}),
      inject: async () => {
        store[Symbol.dispose]();
        throw new Error('The daemon is stopping.');
      },
    },
    announcer: {} as Parameters<typeof createJobRunner>[0]['announcer'],
  });
  const done = jobs.run({
    run,
    source: {kind: 'reminder', name: 'rem_1'},
    title: 'reminder:rem_1',
    prompt: async () => ({text: 'look'}),
    trust: 'full',
    targets: [],
    announce: 'none',
  });
  await expect(done).resolves.toEqual(run);
});
