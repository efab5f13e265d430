// Reports invalid cron files as problems, because their authors believe that they run.

import type {InvalidJob} from '../../../shared/records/jobs/cron-job.ts';
import type {Problem} from '../../../shared/records/problem.ts';

/** Leaves out problems that the configuration already reports (`known`) with more detail. */
export const cronProblems = (invalid: readonly InvalidJob[], known: readonly InvalidJob[]): readonly Problem[] =>
  invalid
    .filter(
      ({file, line, reason}) => !known.some(one => one.file === file && one.line === line && one.reason === reason),
    )
    .map(({file, line, reason}) => ({key: `${file}:${line}`, reason, inForce: 'The job does not run.'}));
