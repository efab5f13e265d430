// Stores the progress of each cron job: the last handled occurrence, its schedule, and whether the job is paused. The
// cursors survive a restart, so no occurrence runs twice or gets lost.
import type {CronDefinition, CronJob} from '../../../shared/records/jobs/cron-job.ts';
import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import {type EpochMs, instantOfIso, isoOf} from '../../../shared/time/time.ts';
import type {CursorStore} from '../../ports/store.ts';

type CronCursors = {
  /**
   * The last handled occurrence under this schedule. Undefined for a job that is new, changed, or was disabled in
   * between.
   */
  readonly handledAt: (job: CronDefinition) => EpochMs | undefined;
  readonly handle: (job: CronDefinition, at: EpochMs) => void;
  readonly isPaused: (name: string) => boolean;
  /** `until`: when it goes on by itself. */
  readonly pause: (name: string, paused: boolean, until?: EpochMs) => void;
  readonly pausedUntil: (name: string) => EpochMs | undefined;
  readonly lastChange: (name: string) => CronJob['changed'];
  readonly noteChange: (name: string, change: NonNullable<CronJob['changed']>) => void;
  /** Forgets a removed job. A later job with the same name starts as new. */
  readonly forget: (name: string) => void;
  /** True if a failure was announced and the recovery wasn't yet. */
  readonly isReportedFailing: (name: string) => boolean;
  readonly setReportedFailing: (name: string, failing: boolean) => void;
};

export const createCronCursors = (cursors: CursorStore): CronCursors => ({
  handledAt: job => {
    const [schedule, at] = split(cursors.get(handledKey(job.name)) ?? '');
    return schedule === scheduleOf(job) && at > 0 ? at : undefined;
  },
  handle: (job, at) => cursors.set(handledKey(job.name), `${scheduleOf(job)} ${at}`),
  isPaused: name => (cursors.get(pausedKey(name)) ?? '') !== '',
  pause: (name, paused, until) =>
    cursors.set(pausedKey(name), paused ? (until === undefined ? YES : isoOf(until)) : ''),
  pausedUntil: name => instantOfIso(cursors.get(pausedKey(name)) ?? ''),
  lastChange: name => {
    const change = cursors.get(changeKey(name));
    return change ? JSON.parse(change) : undefined;
  },
  noteChange: (name, change) => cursors.set(changeKey(name), JSON.stringify(change)),
  forget: name => {
    for (const key of [handledKey(name), pausedKey(name), incidentKey(name), changeKey(name)]) {
      if (cursors.get(key)) cursors.set(key, '');
    }
  },
  isReportedFailing: name => cursors.get(incidentKey(name)) === YES,
  setReportedFailing: (name, failing) => cursors.set(incidentKey(name), failing ? YES : ''),
});

/** Identifies a schedule. A job with a changed schedule starts over. */
export const scheduleOf = ({cron, repeat, at, after, zone, enabled}: CronDefinition): string =>
  `${cron ?? (repeat && written(repeat)) ?? (at === undefined ? `after ${after}` : `at ${at}`)}|${zone}${enabled ? '' : '|off'}`;

const written = ({rule, start, until = '', count = 0}: Recurrence): string => `${rule}|${start}|${until}|${count}`;

const split = (mark: string): readonly [string, number] => {
  const space = mark.lastIndexOf(' ');
  return [mark.slice(0, Math.max(0, space)), Number(mark.slice(space + 1))];
};

const handledKey = (name: string): string => `cron.handled:${name}`;
const pausedKey = (name: string): string => `cron.paused:${name}`;
const incidentKey = (name: string): string => `cron.incident:${name}`;
const changeKey = (name: string): string => `cron.change:${name}`;
const YES = 'yes';
