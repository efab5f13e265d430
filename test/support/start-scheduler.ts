// A scheduler that wakes its sources from the beginning.
import {createScheduler, type Scheduler, type WakeSource} from '../../src/daemon/schedule/scheduler.ts';

export const startScheduler = ({
  sources,
  ...deps
}: Parameters<typeof createScheduler>[0] & {readonly sources: readonly WakeSource[]}): Scheduler => {
  const scheduler = createScheduler(deps);
  scheduler.start(sources);
  return scheduler;
};
