// Reads the schedules of jobs that are in words, in files and in the configuration.

import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {instantOfWallText} from '../../../shared/time/wall-text.ts';
import {cronProblem} from '../../schedule/cron/cron-expression.ts';
import {isInWords, scheduleOfReading} from '../../schedule/cron/schedule-words.ts';
import {readSentence, type SentenceContext} from '../../schedule/words/index.ts';
import type {JobSchedule, ReadJobSchedule} from '../../workspace/cron-values.ts';

export type JobSchedules = {
  /** The cron fields or the recurrence of a schedule. */
  readonly read: ReadJobSchedule;
  /**
   * The reason why a schedule can't be used, as a sentence. Undefined if it can. Without the job, its first day is not
   * known yet.
   */
  readonly problem: (schedule: string, job?: {readonly start?: string}) => string | undefined;
};

type Context = Omit<SentenceContext, 'zone'>;

/** `context`: the clock and the settings of times. */
export const createJobSchedules = (context: () => Context): JobSchedules => {
  const inWords = (words: string, zone: string, start?: string, more: Partial<Context> = {}): JobSchedule => {
    const readAt = (now: EpochMs) =>
      scheduleOfReading(words, readSentence(words, {...context(), ...more, now, zone}), start);
    // Without a first day a job has the same start after each restart, because a job with another schedule starts over.
    const found = readAt(beginOf(start ?? LONG_AGO, zone));
    if ('repeat' in found && (start !== undefined || !found.isDated)) {
      return {repeat: start === undefined ? found.repeat : withBegin(found.repeat, start), words, zone: found.zone};
    }
    // The rest depends on today.
    const today = 'cron' in found ? found : readAt(context().now);
    if ('problem' in today) return today;
    if ('cron' in today) return {...today, words};
    if ('at' in today)
      return {problem: `"${words}" isn't a recurrence. Write it as at: "${today.at.replace('T', ' ')}".`};
    const day = today.repeat.start.slice(0, 10);
    return {problem: `"${words}" needs a first day: add "start: ${day}".`, needsStart: true};
  };

  const read: ReadJobSchedule = (schedule, zone, start) => {
    if (isInWords(schedule)) return inWords(schedule.trim(), zone, start);
    if (start !== undefined)
      return {problem: 'Cron fields have no first day. Write the schedule in words, or remove start.'};
    const problem = cronProblem(schedule);
    return problem === undefined ? {cron: schedule.trim(), zone} : {problem};
  };

  return {
    read,
    problem: (schedule, job) => {
      if (!isInWords(schedule)) return problemIn(read(schedule, 'UTC', job?.start));
      const found = inWords(schedule.trim(), 'UTC', job?.start, ANYWHERE);
      return 'problem' in found && found.needsStart === true && job === undefined ? undefined : problemIn(found);
    },
  };
};

const problemIn = (found: JobSchedule): string | undefined => ('problem' in found ? found.problem : undefined);

/** The place of the sun is another key of the configuration. It is checked where the job is defined. */
const ANYWHERE: Partial<Context> = {calendar: {place: {latitude: 0, longitude: 0}}};

/** Before every job. */
const LONG_AGO = '2026-01-01';

/** Hours and minutes count from midnight. */
const withBegin = (repeat: Recurrence, start: string): Recurrence =>
  /^FREQ=(?:HOURLY|MINUTELY)/u.test(repeat.rule) ? {...repeat, start: `${start}T00:00:00`} : repeat;

/** Just before the first day begins, so that its own times count. */
const beginOf = (start: string, zone: string): EpochMs => (instantOfWallText(`${start}T00:00`, zone) ?? 0) - 1;
