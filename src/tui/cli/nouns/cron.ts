// `rooster cron`: jobs that come back, and what their schedules mean.
import type {Result} from '../../../ipc/protocol.ts';
import type {CronJob, InvalidJob} from '../../../shared/cron-job.ts';
import {inWords} from '../../../shared/human-words.ts';
import {instantOfIso} from '../../../shared/time.ts';
import type {Wire} from '../../../shared/wire.ts';
import {isZone} from '../../../shared/zone.ts';
import {UsageError} from '../arguments.ts';
import {fieldLines, listLines, tell} from '../ask.ts';
import type {CommandWorld, Run} from '../command.ts';
import {countOf, wantsJson, wordAt} from '../given.ts';
import {askProgram} from '../reach/ask-program.ts';
import {away, whenOf} from '../words/local-time.ts';
import {indented, oneLine} from '../words/plain-text.ts';
import type {Column} from '../words/table.ts';

export const listCron: Run = (world, given) =>
  tell(world, given, 'cron.list', {}, result => [
    ...listLines(world, columns(world), result.jobs, NONE),
    ...(result.invalid.length === 0 ? [] : ['', ...invalidLines(world, result.invalid)]),
  ]);

export const showCron: Run = (world, given) =>
  tell(world, given, 'cron.get', {name: wordAt(given, 0)}, job => described(world, job));

export const runCron: Run = (world, given) => {
  const name = wordAt(given, 0);
  return tell(world, given, 'cron.run', {name}, ({runId}) => `Started ${name} as ${runId}: rooster runs show ${runId}`);
};

export const pauseCron: Run = (world, given) =>
  tell(world, given, 'cron.pause', {name: wordAt(given, 0)}, ({name}) => `Paused ${name}: rooster cron resume ${name}`);

export const resumeCron: Run = (world, given) =>
  tell(
    world,
    given,
    'cron.resume',
    {name: wordAt(given, 0)},
    ({name, nextAt}) => `Resumed ${name}; next ${whenOf(nextAt, world.clock.now())}`,
  );

/** Without a daemon: the files themselves are what is checked. */
export const checkCron: Run = async (world, given) => {
  const found = await askProgram<Result<'cron.list'>>(world, ['check-cron'], hasJobs);
  if (wantsJson(given)) world.print.json(found);
  else if (found.invalid.length > 0) world.print.line(invalidLines(world, found.invalid).join('\n'));
  else world.print.line(`${found.jobs.length === 1 ? '1 cron job is' : `${found.jobs.length} cron jobs are`} valid.`);
  return found.invalid.length > 0 ? 1 : 0;
};

export const previewCron: Run = (world, given) => {
  const {tz} = given.values;
  if (tz !== undefined && !isZone(tz)) throw new UsageError(`'${tz}' is no time zone (one looks like Europe/Berlin)`);
  const count = countOf(given, 'count');
  const params = {
    expression: wordAt(given, 0),
    ...(tz === undefined ? {} : {timezone: tz}),
    ...(count === undefined ? {} : {count}),
  };
  return tell(world, given, 'cron.preview', params, ({instants}) => {
    const now = world.clock.now();
    if (instants.length === 0) return 'It never comes.';
    return instants.map(iso => {
      const at = instantOfIso(iso);
      return at === undefined ? iso : `${inWords(at, now, tz ?? 'UTC', {zoned: true})} (${away(at, now)})`;
    });
  });
};

const columns = ({clock}: CommandWorld): readonly Column<Wire<CronJob>>[] => [
  {title: 'NAME', text: ({name}) => oneLine(name)},
  {title: 'NEXT', text: job => nextWords(job, clock.now()), tone: job => (job.nextAt === undefined ? 'quiet' : 'good')},
  {title: 'SCHEDULE', text: ({cron, zone}) => `${cron} ${zone}`},
  {title: 'TO', text: ({deliver, announce}) => (deliver.length === 0 ? announce : deliver.join(', ')), gives: true},
  {title: 'MESSAGE', text: ({message}) => oneLine(message), gives: true},
];

const nextWords = ({paused, enabled, nextAt}: Wire<CronJob>, now: number): string => {
  if (!enabled) return 'disabled';
  return paused ? 'paused' : whenOf(nextAt, now);
};

const described = (world: CommandWorld, job: Wire<CronJob>): readonly string[] => [
  ...fieldLines(world, [
    ['Name', oneLine(job.name)],
    ['Schedule', `${job.cron} in ${job.zone}`],
    ['Next', nextWords(job, world.clock.now())],
    ['User', job.user],
    ['To', job.deliver.join(', ')],
    ['Announce', job.announce],
    ['Missed', job.missed],
    ['From', job.origin],
  ]),
  '',
  indented(job.message, '  '),
];

const invalidLines = ({print}: CommandWorld, invalid: readonly InvalidJob[]): readonly string[] =>
  invalid.map(({file, line, reason}) => `${print.paint('bad', `${file}:${line}`)}: ${oneLine(reason)}`);

const hasJobs = (value: unknown): value is Result<'cron.list'> => {
  if (typeof value !== 'object' || value === null || !('jobs' in value) || !('invalid' in value)) return false;
  return Array.isArray(value.jobs) && Array.isArray(value.invalid);
};

const NONE = 'No cron jobs. A file cron/NAME.md in the workspace, or an entry of "cron" in config.json, makes one.';
