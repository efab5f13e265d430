// Formats cron jobs: a list, one job, invalid jobs, and the occurrences of a schedule.
import type {Result} from '../../../ipc/method-table.ts';
import type {Wire} from '../../../shared/fields/wire.ts';
import {formatAnnounce} from '../../../shared/record-text/format-announce.ts';
import {allowMeans} from '../../../shared/records/approval.ts';
import {type CronJob, formatSchedule, type InvalidJob} from '../../../shared/records/jobs/cron-job.ts';
import type {DryRun, WrittenCronJob} from '../../../shared/records/jobs/cron-request.ts';
import {indented, printableLine} from '../../../shared/text/sanitize.ts';
import {counted} from '../../../shared/text/sentences.ts';
import {clockTime, formatDistance, momentWithZone} from '../../../shared/time/format-time.ts';
import {instantOfIso} from '../../../shared/time/time.ts';
import {isZone} from '../../../shared/time/zone.ts';
import {forwardTo} from '../../format/clock-change.ts';
import {formatSkip, jobRecord} from '../../nouns/job.ts';
import {wholePlace} from '../../nouns/noun-record.ts';
import type {CommandWorld} from '../command.ts';
import {nounLines, nounTable} from './fields.ts';

export const cronList = (world: CommandWorld, {jobs, invalid}: Result<'cron.list'>): readonly string[] => [
  ...nounTable(world, jobRecord, jobs),
  ...(invalid.length === 0 ? [] : ['', ...invalidLines(world, invalid)]),
];

export const cronShown = (world: CommandWorld, job: Wire<CronJob>): readonly string[] =>
  nounLines(world, jobRecord, job, job.message);

/** Preview of a run. */
export const cronDryRun = (name: string, {overLimit, ...dry}: DryRun): Lines => [
  ...(overLimit === undefined ? [] : [`A run would be refused: ${printableLine(overLimit)}`]),
  ...stepsOf(name, dry),
];

const stepsOf = (name: string, {prompt, gate, run, deliver, announce, model, preTools}: DryRun): Lines => [
  `Nothing ran. A run of ${printableLine(name)} would:`,
  ...(gate === undefined ? [] : [`  ask its gate: ${printableLine(gate)}`]),
  ...preTools.map(({name: tool, input}) => `  use ${tool}: ${printableLine(JSON.stringify(input))}`),
  run === undefined ? `  ask ${model ?? 'the model'}:` : `  run: ${printableLine(run)}`,
  ...(run === undefined ? [indented(prompt, '    ')] : []),
  announce === 'none' || deliver.length === 0
    ? '  only record the result'
    : `  send the result${announce === 'direct' ? ' word for word' : ''} to ${deliver.map(printableLine).join(', ')}`,
];

type Lines = readonly string[];

/** A job that was just written: where, when it comes next, and where its result goes. */
export const cronWritten = (
  {clock, names}: CommandWorld,
  verb: string,
  job: Wire<WrittenCronJob>,
): readonly string[] => {
  const {name, origin, zone, next, deliver, announce, enabled, paused} = job;
  const now = clock.now();
  const times = next.flatMap(iso => {
    const at = instantOfIso(iso);
    return at === undefined ? [] : [`  ${momentWithZone(at, now, zone)} (${formatDistance(at, now)})`];
  });
  const idle = !enabled ? 'It is disabled.' : paused ? 'It is paused.' : `It runs ${formatSchedule(job)}.`;
  return [
    `${verb} ${printableLine(name)} (${printableLine(origin)}).`,
    ...(times.length === 0 ? [idle] : ['Next:', ...times]),
    formatAnnounce(announce, deliver.map(address => wholePlace(address, names())).join(', ')),
  ];
};

/** The jobs as their files say it, without a daemon. `personZone`: the zone of the job's person. */
export type CheckedJobs = {
  readonly jobs: readonly (Wire<CronJob> & {readonly personZone?: string})[];
  readonly invalid: readonly InvalidJob[];
};

export const cronChecked = (world: CommandWorld, {jobs, invalid}: CheckedJobs): readonly string[] => {
  if (invalid.length > 0) return invalidLines(world, invalid);
  return [
    `${counted(jobs.length, 'job is', 'jobs are')} valid.`,
    ...jobs.flatMap(job => {
      const note = utcNote(job);
      return note === undefined ? [] : [`${printableLine(job.origin)}: ${note.what} To change that, ${note.fix}.`];
    }),
    ...jobs.flatMap(({origin, allow = []}) =>
      allow.length === 0 ? [] : [printableLine(`${origin} needs no yes for: ${allow.map(allowMeans).join('; ')}.`)],
    ),
  ];
};

/**
 * The author of a file without a zone may not know that its times are UTC. Undefined if it names one, or if the clocks
 * of its person show the same.
 */
export const utcNote = ({
  zoneByDefault,
  nextAt,
  personZone = 'Europe/Berlin',
}: CheckedJobs['jobs'][number]): {readonly what: string; readonly fix: string} | undefined => {
  const at = nextAt === undefined ? undefined : instantOfIso(nextAt);
  if (zoneByDefault !== true || !isZone(personZone)) return undefined;
  const fix = `add a line such as "timezone: ${personZone}"`;
  if (at === undefined) return {what: 'it names no timezone, so its times are UTC.', fix};
  const [inUtc, here] = [clockTime(at, 'UTC'), clockTime(at, personZone)];
  return inUtc === here
    ? undefined
    : {what: `it names no timezone, so ${inUtc} is in UTC, and that is ${here} for you.`, fix};
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
    return `${momentWithZone(at, now, zone)} (${formatDistance(at, now)}${formatSkip(forwardTo(at, zone))})`;
  });
  return [...head, ...lines];
};

const invalidLines = ({print}: CommandWorld, invalid: readonly InvalidJob[]): readonly string[] =>
  invalid.map(
    ({file, line, reason}) => `${print.paint('bad', `${printableLine(file)}:${line}`)}: ${printableLine(reason)}`,
  );
