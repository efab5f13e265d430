// Cron jobs in words: a list, one of them, what is wrong with those that cannot be used, and the instants of a schedule.

import type {Result} from '../../../ipc/protocol.ts';
import type {Wire} from '../../../shared/events/wire.ts';
import type {CronJob, InvalidJob} from '../../../shared/records/cron-job.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {formatIn} from '../../../shared/time/format-time.ts';
import {instantOfIso} from '../../../shared/time/time.ts';
import {forwardTo} from '../../format/clock-change.ts';
import {away, whenOf} from '../../format/local-time.ts';
import {formatSkip, jobRecord} from '../../nouns/job.ts';
import type {CommandWorld} from '../command.ts';
import {nounLines, nounTable} from './fields.ts';

export const cronList = (world: CommandWorld, {jobs, invalid}: Result<'cron.list'>): readonly string[] => [
  ...nounTable(world, jobRecord, jobs),
  ...(invalid.length === 0 ? [] : ['', ...invalidLines(world, invalid)]),
];

export const cronShown = (world: CommandWorld, job: Wire<CronJob>): readonly string[] =>
  nounLines(world, jobRecord, job, job.message);

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

const invalidLines = ({print}: CommandWorld, invalid: readonly InvalidJob[]): readonly string[] =>
  invalid.map(({file, line, reason}) => `${print.paint('bad', `${file}:${line}`)}: ${printableLine(reason)}`);
