// Cron jobs in words: a list, one of them, what is wrong with those that cannot be used, and the instants of a schedule.

import type {Result} from '../../../ipc/protocol.ts';
import type {Wire} from '../../../shared/events/wire.ts';
import type {CronJob, InvalidJob} from '../../../shared/records/cron-job.ts';
import {indented, printableLine} from '../../../shared/text/sanitize.ts';
import {formatDuration, formatIn} from '../../../shared/time/format-time.ts';
import {instantOfIso} from '../../../shared/time/time.ts';
import {forwardOf, forwardTo} from '../../format/clock-change.ts';
import {away, whenOf} from '../../format/local-time.ts';
import type {CommandWorld} from '../command.ts';
import type {Column} from '../words/table.ts';
import {fieldLines, listLines, timesIn, timesTitle} from './fields.ts';
import {placed, wholePlace} from './format-delivery.ts';
import {RUN_TONES} from './format-run.ts';

export const cronList = (world: CommandWorld, {jobs, invalid}: Result<'cron.list'>): readonly string[] => [
  ...listLines(world, columns(world), jobs, NONE),
  ...(invalid.length === 0 ? [] : ['', ...invalidLines(world, invalid)]),
];

export const cronShown = (world: CommandWorld, job: Wire<CronJob>): readonly string[] => [
  ...fieldLines(world, [
    ['Name', printableLine(job.name)],
    ['Schedule', `${job.cron} in ${job.zone}`],
    ['Next', `${formatNext(job, world.clock.now())}${nextSkip(job)}`],
    ['Last', lastShown(job, world.clock.now())],
    timesIn(world),
    ['User', job.user],
    ['To', job.deliver.map(address => wholePlace(address, world.names())).join(', ')],
    ['Announce', job.announce],
    ['Missed', job.missed],
    ['Overlap', job.overlap],
    ['Model', job.model],
    ['Timeout', job.timeoutMs === undefined ? undefined : formatDuration(job.timeoutMs)],
    ['First', job.preTools.map(({name, input}) => printableLine(`${name} ${JSON.stringify(input)}`)).join(', ')],
    ['Carries', job.carryLastOutput ? 'its last output into the next run' : undefined],
    ['From', job.origin],
  ]),
  '',
  indented(job.message, '  '),
];

export const cronResumed = ({clock}: CommandWorld, job: Wire<CronJob>): string =>
  job.enabled
    ? `Resumed ${printableLine(job.name)}; next ${whenOf(job.nextAt, clock.now())}`
    : `Resumed ${printableLine(job.name)}, but it stays disabled. To enable it, set enabled: true in ${printableLine(job.origin)}.`;

export const cronChecked = (world: CommandWorld, {jobs, invalid}: Result<'cron.list'>): readonly string[] => {
  if (invalid.length > 0) return invalidLines(world, invalid);
  return [`${jobs.length === 1 ? '1 cron job is' : `${jobs.length} cron jobs are`} valid.`];
};

type PreviewZone = {
  readonly zone: string /** Nobody named it: it is this machine's. */;
  readonly isOwn: boolean;
};

export const cronInstants = (
  {clock, print}: CommandWorld,
  instants: readonly string[],
  {zone, isOwn}: PreviewZone,
): readonly string[] => {
  const now = clock.now();
  if (instants.length === 0) return ['This schedule never occurs.'];
  const head = isOwn
    ? [print.paint('quiet', `Times are in ${zone}, this machine's time zone. For another: --tz ZONE`)]
    : [];
  const lines = instants.map(iso => {
    const at = instantOfIso(iso);
    if (at === undefined) return iso;
    return `${formatIn(at, now, zone, {zoned: true})} (${away(at, now)}${formatSkip(forwardTo(at, zone))})`;
  });
  return [...head, ...lines];
};

const nextSkip = (job: Wire<CronJob>): string =>
  formatSkip(forwardOf(job, job.nextAt === undefined ? undefined : instantOfIso(job.nextAt)));

/** What an expression names between the two does not exist on that day, and runs then. */
const formatSkip = (forward: string | undefined): string =>
  forward === undefined ? '' : `; the ${forward}, so skipped times run then`;

const columns = (world: CommandWorld): readonly Column<Wire<CronJob>>[] => [
  {title: 'NAME', text: ({name}) => printableLine(name)},
  {
    title: timesTitle(world, 'NEXT'),
    text: job => formatNext(job, world.clock.now()),
    tone: job => (job.nextAt === undefined ? 'quiet' : 'good'),
  },
  {
    title: 'LAST',
    text: job => lastWords(job, world.clock.now()) ?? '-',
    tone: ({last}) => last && RUN_TONES[last.status],
  },
  {title: 'SCHEDULE', text: ({cron, zone}) => `${cron} ${zone}`},
  {
    title: 'TO',
    text: ({deliver, announce}) =>
      deliver.length === 0 ? announce : deliver.map(address => placed(address, world.names())).join(', '),
    gives: true,
  },
  {title: 'MESSAGE', text: ({message}) => printableLine(message), gives: true},
];

const formatNext = ({paused, enabled, nextAt}: Wire<CronJob>, now: number): string => {
  if (!enabled) return 'disabled';
  return paused ? 'paused' : whenOf(nextAt, now);
};

const lastShown = (job: Wire<CronJob>, now: number): string | undefined => {
  const words = lastWords(job, now);
  const error = job.last?.error;
  return words === undefined || error === undefined ? words : `${words}: ${printableLine(error)}`;
};

const lastWords = ({last}: Wire<CronJob>, now: number): string | undefined => {
  if (last === undefined) return undefined;
  const at = instantOfIso(last.startedAt);
  return `${last.status}${at === undefined ? '' : ` ${away(at, now)}`}`;
};

const invalidLines = ({print}: CommandWorld, invalid: readonly InvalidJob[]): readonly string[] =>
  invalid.map(({file, line, reason}) => `${print.paint('bad', `${file}:${line}`)}: ${printableLine(reason)}`);

const NONE = 'No cron jobs. Add one as cron/NAME.md in the workspace or under "cron" in config.json.';
