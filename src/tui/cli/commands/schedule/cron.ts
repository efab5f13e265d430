// `rooster cron`: scheduled jobs, and previews of their schedules.

import {shortId} from '../../../../shared/text/short-id.ts';
import {isZone} from '../../../../shared/time/zone.ts';
import {countOf, wordAt} from '../../args.ts';
import type {Run} from '../../arguments.ts';
import {askAndPrint, show} from '../../ask.ts';
import {askProgram} from '../../client/ask-program.ts';
import type {CommandWorld} from '../../command.ts';
import {
  type CheckedJobs,
  cronChecked,
  cronDryRun,
  cronInstants,
  cronList,
  cronShown,
} from '../../format/format-cron.ts';

export const listCron: Run = async (world, args) =>
  askAndPrint(world, args, 'cron.list', {}, result => cronList(world, result));

export const showCron: Run = async (world, args) =>
  askAndPrint(world, args, 'cron.get', {name: wordAt(args, 0)}, job => cronShown(world, job));

export const runCron: Run = async (world, args) => {
  const name = wordAt(args, 0);
  return await askAndPrint(
    world,
    args,
    'cron.run',
    {name, dry: args.switches.has('dry') ? true : undefined, force: args.switches.has('force') ? true : undefined},
    answer =>
      'dry' in answer
        ? cronDryRun(name, answer.dry)
        : `Started ${name} as ${shortId(answer.runId)}: rooster runs show ${shortId(answer.runId)}`,
  );
};

/** Needs no daemon: checks the files themselves. */
export const checkCron: Run = async (world, args) => {
  const found = await cronFiles(world);
  await show(world, args, Promise.resolve(found), () => cronChecked(world, found));
  return found.invalid.length > 0 ? 1 : 0;
};

/** The valid jobs and the problems of the others, from the files themselves. */
export const cronFiles = (world: CommandWorld): Promise<CheckedJobs> =>
  askProgram<CheckedJobs>(world, ['check-cron'], hasJobs);

export const previewCron: Run = async (world, args) => {
  const {tz} = args.values;
  const zone = tz ?? ownZone();
  const count = countOf(args, 'count', 'n');
  const params = {
    expression: wordAt(args, 0, 'EXPR'),
    timezone: zone,
    count,
  };
  return await askAndPrint(world, args, 'cron.preview', params, ({instants}) =>
    cronInstants(world, instants, {zone, isOwn: tz === undefined}),
  );
};

/** This machine's zone; UTC if it is invalid. */
const ownZone = (): string => {
  const {timeZone} = new Intl.DateTimeFormat().resolvedOptions();
  return isZone(timeZone) ? timeZone : 'UTC';
};

const hasJobs = (value: unknown): value is CheckedJobs => {
  if (typeof value !== 'object' || value === null || !('jobs' in value) || !('invalid' in value)) return false;
  return Array.isArray(value.jobs) && Array.isArray(value.invalid);
};
