// Cron jobs are published once the folder is read, a moment after the start by the daemon's clock, which this advances.
import type {FakeClock} from './fake-clock.ts';
import type {TestDaemon} from './test-daemon.ts';

export const jobsTold = async ({call}: Pick<TestDaemon, 'call'>, clock: Pick<FakeClock, 'advance'>): Promise<void> => {
  let isTold = false;
  const told = call('cron.list', {}).finally(() => {
    isTold = true;
  });
  while (!isTold) {
    await clock.advance(1);
    await new Promise<void>(resolve => setTimeout(resolve, 1));
  }
  await told;
};
