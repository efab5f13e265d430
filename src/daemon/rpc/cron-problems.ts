// A cron file that is no job is a standing problem: whoever wrote it believes that it runs.

import type {ConfigProblem} from '../../shared/events/gateway-event.ts';
import type {InvalidJob} from '../../shared/records/cron-job.ts';

/** Those of files. What is wrong with a job of the configuration is a problem of the configuration already. */
export const cronProblems = (invalid: readonly InvalidJob[], configFile: string): readonly ConfigProblem[] =>
  invalid
    .filter(({file}) => file !== configFile)
    .map(({file, line, reason}) => ({key: `${file}:${line}`, reason, inForce: 'It does not run.'}));
