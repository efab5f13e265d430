// `rooster cron`: jobs that come back, and what their schedules mean.

import type {Result} from '../../../ipc/protocol.ts';
import {isZone} from '../../../shared/time/zone.ts';
import {show, tell} from '../ask.ts';
import {askProgram} from '../client/ask-program.ts';
import type {CommandWorld, Run} from '../command.ts';
import {cronChecked, cronInstants, cronList, cronResumed, cronShown} from '../format/format-cron.ts';
import {countOf, wordAt} from '../given.ts';

export const listCron: Run = async (world, given) =>
  tell(world, given, 'cron.list', {}, result => cronList(world, result));

export const showCron: Run = async (world, given) =>
  tell(world, given, 'cron.get', {name: wordAt(given, 0)}, job => cronShown(world, job));

export const runCron: Run = async (world, given) => {
  const name = wordAt(given, 0);
  return await tell(
    world,
    given,
    'cron.run',
    {name},
    ({runId}) => `Started ${name} as ${runId}: rooster runs show ${runId}`,
  );
};

export const pauseCron: Run = async (world, given) => {
  const name = wordAt(given, 0);
  return await tell(world, given, 'cron.pause', {name}, () => `Paused ${name}: rooster cron resume ${name}`);
};

export const resumeCron: Run = async (world, given) =>
  tell(world, given, 'cron.resume', {name: wordAt(given, 0)}, job => cronResumed(world, job));

/** Without a daemon: the files themselves are what is checked. */
export const checkCron: Run = async (world, given) => {
  const found = await cronFiles(world);
  await show(world, given, Promise.resolve(found), () => cronChecked(world, found));
  return found.invalid.length > 0 ? 1 : 0;
};

/** The jobs there would be, and what is wrong with the others, from the files themselves. */
export const cronFiles = (world: CommandWorld): Promise<Result<'cron.list'>> =>
  askProgram<Result<'cron.list'>>(world, ['check-cron'], hasJobs);

export const previewCron: Run = async (world, given) => {
  const {tz} = given.values;
  const zone = tz ?? ownZone();
  const count = countOf(given, 'count');
  const params = {
    expression: wordAt(given, 0, 'EXPR'),
    timezone: zone,
    ...(count === undefined ? {} : {count}),
  };
  return await tell(world, given, 'cron.preview', params, ({instants}) =>
    cronInstants(world, instants, {zone, isOwn: tz === undefined}),
  );
};

/** The zone of this machine; UTC where it names none that there is. */
const ownZone = (): string => {
  const {timeZone} = new Intl.DateTimeFormat().resolvedOptions();
  return isZone(timeZone) ? timeZone : 'UTC';
};

const hasJobs = (value: unknown): value is Result<'cron.list'> => {
  if (typeof value !== 'object' || value === null || !('jobs' in value) || !('invalid' in value)) return false;
  return Array.isArray(value.jobs) && Array.isArray(value.invalid);
};
