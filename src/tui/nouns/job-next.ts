// When a job runs next, or the reason why no time is known, and how its last run ended.
import type {Wire} from '../../shared/fields/wire.ts';
import type {CronJob} from '../../shared/records/jobs/cron-job.ts';
import {formatDistance, whenOf} from '../../shared/time/format-time.ts';
import {instantOfIso} from '../../shared/time/time.ts';
import {lastStatus} from './run.ts';

export const nextState = (job: Wire<CronJob>, now: number, when = whenOf): string => {
  if (job.enabled && job.pausedUntil !== undefined) return `paused until ${when(job.pausedUntil, now)}`;
  return nextOf(job) ?? when(job.nextAt, now);
};

/** The reason why no time is next. */
export const nextOf = (
  job: Pick<CronJob, 'enabled' | 'paused' | 'at' | 'after'> & {readonly nextAt?: unknown},
): string | undefined => {
  if (!job.enabled) return 'disabled';
  if (job.paused) return 'paused';
  return job.nextAt === undefined ? whyNoNext(job) : undefined;
};

const whyNoNext = ({at, after}: Pick<CronJob, 'at' | 'after'>): string => {
  if (after !== undefined) return `after ${after}`;
  return at === undefined ? 'never' : 'over';
};

export const lastState = ({last}: Wire<CronJob>, now: number): string | undefined => {
  if (last === undefined) return undefined;
  const at = instantOfIso(last.startedAt);
  return `${lastStatus(last)}${at === undefined ? '' : ` ${formatDistance(at, now)}`}`;
};
