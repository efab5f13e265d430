// Exports reminders and the jobs of the next 30 days as a calendar file.

import type {CronJob} from '../../../shared/records/jobs/cron-job.ts';
import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import {isWatching} from '../../../shared/records/jobs/starting-event.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import {DAY, type EpochMs} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import {asCalendarRule} from '../../schedule/calendar/calendar-rule.ts';
import type {CalendarEntry} from '../../schedule/calendar/write-calendar.ts';
import {nextOfJobs} from '../../schedule/cron/job-instants.ts';
import {type Instants, isSeries, type Series} from '../../schedule/series/advance.ts';

type ExportCalendarDeps = Core & {
  readonly jobs: () => readonly CronJob[];
};

/** The file, and how many reminders and jobs are in it. */
export type ExportedCalendar = {readonly ics: string; readonly reminders: number; readonly jobs: number};

export const exportCalendar = async ({
  store,
  clock,
  times: {instants},
  jobs,
}: ExportCalendarDeps): Promise<ExportedCalendar> => {
  if (!('Temporal' in globalThis)) throw new GatewayError('unavailable', 'A calendar file needs Node 26 or later.');
  // Loaded on the first export.
  const {writeCalendar} = await import('../../schedule/calendar/write-calendar.ts');
  const now = clock.now();
  const ofReminders = store.reminders
    .list({limit: MOST_ENTRIES})
    .map(reminder => reminderEntries(reminder, now, instants))
    .filter(({length}) => length > 0);
  const ofJobs = jobs().flatMap(job => jobEntry(job, now, instants));
  const ics = writeCalendar([...ofReminders.flat(), ...ofJobs], now);
  return {ics, reminders: ofReminders.length, jobs: ofJobs.length};
};

const reminderEntries = (reminder: Reminder, now: EpochMs, instants: Instants): readonly CalendarEntry[] => {
  const {id, message, zone, fireAt} = reminder;
  const once: CalendarEntry = {
    uid: `${id}@rooster`,
    title: message,
    zone,
    at: fireAt,
    without: [],
    rings: true,
  };
  // An event of the future has no date.
  if (isWatching(reminder)) return [];
  if (!isSeries(reminder)) return [once];
  if (reminder.paused === true) return [];
  if (reminder.repeat.from === 'done') {
    const {occurrence, repeat, next: [at = occurrence?.snoozedUntil ?? occurrence?.at ?? fireAt] = []} = reminder;
    const title = occurrence?.message ?? message;
    return [{...once, title, at, isTask: true, description: `Repeats ${repeat.words} (${repeat.zone}).`}];
  }
  const series = seriesEntry(reminder, once, now, instants);
  const {snoozedUntil: later, message: title = message} = reminder.occurrence ?? {};
  return [...series, ...(later === undefined ? [] : [{...once, uid: `${id}-later@rooster`, at: later, title}])];
};

/** Exports the rule if every calendar reads the rule like Rooster; otherwise the dates of the next year. */
const seriesEntry = (
  {repeat, skipped = [], next = [], follows}: Series,
  once: CalendarEntry,
  now: EpochMs,
  instants: Instants,
): readonly CalendarEntry[] => {
  // An instant ahead that the series has passed was moved: it has its own entry, or has fired already.
  const [coming = AFTER_ALL] = next;
  const without = [...new Set([...skipped, ...instants.between(repeat, now, coming - 1, MOST_DATES)])];
  const year = instants.between(repeat, now, now + 366 * DAY, MOST_DATES);
  const rule = asCalendarRule(repeat, year, (most: number) => instants.after(repeat, BEFORE_ALL, most));
  if (rule !== undefined) {
    const [first] = instants.after(repeat, BEFORE_ALL, 1);
    // An end in a rule is an instant, which a floating time has none of.
    const isFloating = follows === 'person' && !rule.includes('UNTIL');
    return first === undefined ? [] : [{...once, zone: repeat.zone, isFloating, at: first, repeats: {rule}, without}];
  }
  const left = new Set(without);
  const [at, ...rest] = year.filter(instant => !left.has(instant));
  return at === undefined ? [] : [{...once, zone: repeat.zone, at, repeats: {instants: rest}}];
};

const jobEntry = (job: CronJob, now: EpochMs, instants: Instants): readonly CalendarEntry[] => {
  if (job.nextAt === undefined) return [];
  const all = nextOfJobs(job, now, MOST_DATES, instants);
  const [at, ...rest] = all.filter(instant => instant <= now + DAYS_OF_JOBS * DAY);
  if (at === undefined) return [];
  const entry = {uid: `job-${job.name}@rooster`, title: `Job: ${job.name}`, description: shortened(job.message, 500)};
  return [{...entry, zone: job.zone, at, repeats: {instants: rest}, without: [], rings: false}];
};

const MOST_ENTRIES = 10_000;
const MOST_DATES = 500;
const DAYS_OF_JOBS = 30;
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;
const AFTER_ALL = Number.MAX_SAFE_INTEGER;
