// Checks the files that a person writes: the configuration and the jobs, with a fix for each mistake.
import {existsSync} from 'node:fs';
import {basename, join} from 'node:path';
import type {Finding, Problem} from '../../../../shared/records/problem.ts';
import {printableLine} from '../../../../shared/text/sanitize.ts';
import {counted} from '../../../../shared/text/sentences.ts';
import type {CommandWorld} from '../../command.ts';
import {configProblems} from '../../commands/config.ts';
import {cronFiles} from '../../commands/schedule/cron.ts';
import {utcNote} from '../../format/format-cron.ts';
import {bad, good, odd} from './finding.ts';
import {entryFinding} from './places.ts';

/** `asks`: a daemon that runs answers. */
export const configFindings = async (world: CommandWorld, asks: boolean): Promise<readonly Finding[]> => {
  const {config} = world.places;
  const file = entryFinding(CONFIG, config, 0o600);
  if (!existsSync(config))
    return [file.verdict === 'bad' ? file : good(CONFIG, `${config} doesn't exist, so every key has its default`)];
  const {problems} = await configProblems(world, asks);
  const wrong = problems.map(problem => mistakeFinding(problem, config));
  if (file.verdict === 'bad') return [file, ...wrong];
  return wrong.length > 0 ? wrong : [good(CONFIG, `${config} is valid`)];
};

export const mistakeFinding = ({key, reason, inForce, unknown}: Problem, path: string): Finding =>
  bad(CONFIG, `${key}: ${reason} Until then: ${inForce}`, mistakeFix(key, unknown, path));

/** An unknown key can only be renamed or removed: setting it would fail. */
const mistakeFix = (key: string, unknown: Problem['unknown'], path: string): string => {
  // The file cannot be parsed, so no key can be set in it.
  if (key === basename(path)) return `edit ${path}, then run rooster config check`;
  if (unknown === undefined) return `edit ${path}, or run rooster config set ${key} VALUE`;
  return unknown.meant === undefined
    ? `remove "${key}" from ${path}`
    : `rename it to "${key.replace(/[^.]*$/u, '')}${unknown.meant}" in ${path}, or remove it`;
};

/** Problems of jobs in the configuration belong to the check of the configuration. */
export const cronFindings = async (world: CommandWorld): Promise<readonly Finding[]> => {
  const {workspace, config} = world.places;
  // The daemon would create a missing home; a check must not.
  if (!existsSync(join(workspace, 'cron'))) return [good(CRON, 'no cron files')];
  const {jobs, invalid} = await cronFiles(world);
  const wrong = invalid
    .filter(({file}) => file !== config)
    .map(({file, line, reason}) =>
      bad(
        CRON,
        `${file}, line ${line}: ${reason} The job does not run.`,
        `edit ${printableLine(join(workspace, file))}, then run rooster cron check`,
      ),
    );
  if (wrong.length > 0) return wrong;
  const inUtc = jobs.flatMap(job => {
    const note = utcNote(job);
    const file = printableLine(join(workspace, job.origin));
    return note === undefined ? [] : [odd(CRON, `${job.origin}: ${note.what}`, `${note.fix} to ${file}`)];
  });
  if (inUtc.length > 0) return inUtc;
  const count = counted(jobs.length, 'job is', 'jobs are');
  return [good(CRON, jobs.length === 0 ? 'no jobs' : `${count} valid`)];
};

const CONFIG = 'configuration';
const CRON = 'cron';
