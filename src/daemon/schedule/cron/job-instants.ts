// Computes the occurrences of a job: from a cron expression, a single instant, or another job's end. Pure.
import type {CronDefinition} from '../../../shared/records/jobs/cron-job.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {instantOfWall} from '../../../shared/time/wall-text.ts';
import {nextInstant, nextInstants} from './cron-expression.ts';

type Timed = Pick<CronDefinition, 'cron' | 'at' | 'zone'>;

/** The first occurrence strictly after `after`. Undefined if none follows or none can be predicted. */
export const nextOfJob = ({cron, at, zone}: Timed, after: EpochMs): EpochMs | undefined => {
  if (cron !== undefined) return nextInstant(cron, zone, after);
  const once = at === undefined ? undefined : instantOfWall(at, zone);
  return once !== undefined && once > after ? once : undefined;
};

/** The next `count` occurrences. */
export const nextOfJobs = (job: Timed, after: EpochMs, count: number): readonly EpochMs[] => {
  if (job.cron !== undefined) return nextInstants(job.cron, job.zone, after, count);
  const once = nextOfJob(job, after);
  return once === undefined || count < 1 ? [] : [once];
};
