// The run whose wake-up the outbox still delivers, if there is one.
import type {Alarm} from '../../../shared/records/jobs/alarm.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import type {Store} from '../../ports/store.ts';

/** The run of an alarm whose delivery is on its way. */
export const pendingWakeUp = ({runs}: Pick<Store, 'runs'>, {deliver, runId, retryAt}: Alarm): Run | undefined => {
  if (deliver === undefined || runId === undefined || retryAt !== undefined) return undefined;
  const run = runs.get(runId);
  return run?.status === 'running' ? run : undefined;
};
