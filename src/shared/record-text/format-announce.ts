import type {CronJob} from '../records/jobs/cron-job.ts';

/** Says where a job's result goes. `places`: the addresses, as text. */
export const formatAnnounce = (announce: CronJob['announce'], places: string): string => {
  if (announce === 'none' || places === '') return 'The result is only recorded.';
  return announce === 'direct'
    ? `The result is sent word for word to ${places}.`
    : `The agent rephrases the result and sends it to ${places}.`;
};
