// The rows of jobs in the plan, by the place where each is defined.
import type {CronJob} from '../../shared/records/jobs/cron-job.ts';

/**
 * The row of a job from a file is that of its file: it stays selected while the file is invalid, and when it is fixed.
 */
export const rowOfJob = ({name, origin}: Pick<CronJob, 'name' | 'origin'>): string =>
  origin === 'config' ? `cron:${name}` : rowOfFile(origin);

/** The row of a file in the cron folder, valid or not. */
export const rowOfFile = (file: string): string => `file:${file}`;
