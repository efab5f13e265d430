// Checks the cron files: invalid ones are reported with line and reason. Problems of jobs in the configuration belong
// to the configuration check.
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {counted} from '../../../shared/text/sentences.ts';
import type {CommandWorld} from '../command.ts';
import {cronFiles} from '../commands/schedule/cron.ts';
import {isInUtc, NO_ZONE} from '../format/format-cron.ts';
import type {Finding} from './finding.ts';

export const cronFindings = async (world: CommandWorld): Promise<readonly Finding[]> => {
  const {workspace, config} = world.places;
  // The daemon would create a missing home; a check must not.
  if (!existsSync(join(workspace, 'cron'))) return [{name: NAME, verdict: 'good', what: 'no cron files'}];
  const {jobs, invalid} = await cronFiles(world);
  const wrong = invalid
    .filter(({file}) => file !== config)
    .map(
      ({file, line, reason}): Finding => ({
        name: NAME,
        verdict: 'bad',
        what: `${file}, line ${line}: ${reason} The job does not run.`,
        fix: `edit ${printableLine(join(workspace, file))}, then run rooster cron check`,
      }),
    );
  if (wrong.length > 0) return wrong;
  const inUtc = jobs.filter(isInUtc).map(
    ({origin}): Finding => ({
      name: NAME,
      verdict: 'odd',
      what: `${origin}: ${NO_ZONE}`,
      fix: `add a line such as "timezone: Europe/Berlin" to ${printableLine(join(workspace, origin))}`,
    }),
  );
  if (inUtc.length > 0) return inUtc;
  const count = counted(jobs.length, 'job is', 'jobs are');
  return [{name: NAME, verdict: 'good', what: jobs.length === 0 ? 'no jobs' : `${count} valid`}];
};

const NAME = 'cron';
