// The daemon's own source of reminders, on a memory of its own, with a job that only says that it was started.
import {createReminderSource} from '../../src/daemon/flows/reminders/fire-reminder.ts';
import type {Store} from '../../src/daemon/ports/store.ts';
import {randomIds} from '../../src/daemon/system/random-ids.ts';
import type {Run} from '../../src/shared/records/jobs/jobs.ts';
import {systemClock} from '../../src/shared/time/clock.ts';
import {testCore} from '../../test/support/test-core.ts';

export const countingSource = (store: Store, onStarted: (run: Run) => void) => {
  const clock = systemClock();
  return createReminderSource({
    ...testCore({
      clock,
      ids: randomIds(),
      log: {debug: quiet, info: quiet, warn: quiet, error: quiet},
      store,
      people: {trustOf: () => 'full', addressesOf: () => []},
    }),
    watchedJobs: () => [],
    announcer: {
      aim: ({otherwise}) => otherwise,
      quietUntil: () => undefined,
      announce: async () => {},
      putDirectly: quiet,
      putNotice: quiet,
      sendNotice: quiet,
    },
    jobs: {
      run: ({run}) => {
        onStarted(run);
        return Promise.resolve(run);
      },
    },
    copyPath: session => session,
  });
};

const quiet = (): void => {};
