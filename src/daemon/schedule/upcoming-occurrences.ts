// Lists the upcoming runs of cron jobs for a calendar. Limited, so that a job per minute neither fills the list nor
// takes long.
import type {CronJob} from '../../shared/records/jobs/cron-job.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {NextOfJobs} from './cron/job-instants.ts';

type UpcomingOccurrence = {readonly name: string; readonly at: EpochMs};

/** Occurrences up to `until`, at least three per job, earliest first. `more`: some before `until` are missing. */
export const upcomingOccurrences = (
  jobs: readonly CronJob[],
  until: EpochMs,
  instantsOf: NextOfJobs,
): {readonly occurrences: readonly UpcomingOccurrence[]; readonly more: boolean} => {
  let more = false;
  const all = jobs.flatMap((job): readonly UpcomingOccurrence[] => {
    const {name, nextAt, enabled, paused} = job;
    if (nextAt === undefined || !enabled || paused) return [];
    const instants = [nextAt, ...instantsOf(job, nextAt, MOST_OF_JOB - 1)];
    more ||= (instants.at(-1) ?? until) < until && instants.length === MOST_OF_JOB;
    return instants.filter((at, index) => index < FEWEST_OF_JOB || at <= until).map(at => ({name, at}));
  });
  const occurrences = all.toSorted((a, b) => a.at - b.at);
  return {occurrences: occurrences.slice(0, MOST), more: more || occurrences.length > MOST};
};

const FEWEST_OF_JOB = 3;
const MOST_OF_JOB = 48;
const MOST = 500;
