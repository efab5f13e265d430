// Computes the occurrences of a job: from a cron expression, a recurrence, a single instant, or another job's end.
import type {CronDefinition} from '../../../shared/records/jobs/cron-job.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {instantOfMomentText} from '../../../shared/time/wall-text.ts';
import type {Instants} from '../series/advance.ts';
import {nextInstant, nextInstants} from './cron-expression.ts';

type Timed = Pick<CronDefinition, 'cron' | 'repeat' | 'at' | 'zone'>;

/** The engine of recurrences. A job with one is defined only once it has loaded. */
export type RepeatInstants = Pick<Instants, 'after'>;

/** The first occurrence strictly after `after`. Undefined if none follows or none can be predicted. */
export const nextOfJob = (
  {cron, repeat, at, zone}: Timed,
  after: EpochMs,
  instants: RepeatInstants,
): EpochMs | undefined => {
  if (repeat !== undefined) return instants.after(repeat, after, 1)[0];
  if (cron !== undefined) return nextInstant(cron, zone, after);
  const once = at === undefined ? undefined : instantOfMomentText(at, zone);
  return once !== undefined && once > after ? once : undefined;
};

/** `nextOfJobs` with its engine. */
export type NextOfJobs = (job: Timed, after: EpochMs, count: number) => readonly EpochMs[];

/** The next `count` occurrences. */
export const nextOfJobs = (job: Timed, after: EpochMs, count: number, instants: RepeatInstants): readonly EpochMs[] => {
  if (job.repeat !== undefined) return instants.after(job.repeat, after, count);
  if (job.cron !== undefined) return nextInstants(job.cron, job.zone, after, count);
  const once = nextOfJob(job, after, instants);
  return once === undefined || count < 1 ? [] : [once];
};
