// Adds, changes or removes one record in the mirror's lists and maps. Untouched parts keep their identity. Pure.
import {type Alarm, wakeAtOf} from '../records/jobs/alarm.ts';
import type {CronJob, InvalidJob} from '../records/jobs/cron-job.ts';
import type {Reminder} from '../records/jobs/jobs.ts';
import type {ChannelStatus} from './gateway-event.ts';

/** Keeps pending and firing reminders only, earliest first. */
export const withReminder = (reminders: readonly Reminder[], reminder: Reminder): readonly Reminder[] => {
  const others = reminders.filter(known => known.id !== reminder.id);
  return isPending(reminder) || reminder.state === 'firing' ? [...others, reminder].toSorted(earliestFirst) : others;
};

/** Keeps active alarms only, earliest first. */
export const withAlarm = (alarms: readonly Alarm[], alarm: Alarm): readonly Alarm[] => {
  const others = alarms.filter(known => known.id !== alarm.id);
  if (alarm.state !== 'active') return others;
  return [...others, alarm].toSorted((a, b) => (wakeAtOf(a) ?? 0) - (wakeAtOf(b) ?? 0));
};

/** A changed job keeps its position. */
export const withJob = (jobs: readonly CronJob[], job: CronJob, removed: boolean): readonly CronJob[] => {
  if (removed) return jobs.filter(known => known.name !== job.name);
  return jobs.some(known => known.name === job.name)
    ? jobs.map(known => (known.name === job.name ? job : known))
    : [...jobs, job];
};

/** One mistake per file: the newest, at the end. */
export const withInvalid = (jobs: readonly InvalidJob[], {file, line, reason}: InvalidJob): readonly InvalidJob[] => [
  ...jobs.filter(known => known.file !== file),
  {file, line, reason},
];

export const withChannel = (channels: readonly ChannelStatus[], status: ChannelStatus): readonly ChannelStatus[] => {
  const {channel} = status;
  return channels.some(known => known.channel === channel)
    ? channels.map(known => (known.channel === channel ? status : known))
    : [...channels, status];
};

/** Replaces a record in place, or puts it first and drops the oldest beyond the limit. */
export const withNewest = <T>(records: readonly T[], record: T, idOf: (record: T) => string): readonly T[] => {
  const id = idOf(record);
  return records.some(known => idOf(known) === id)
    ? records.map(known => (idOf(known) === id ? record : known))
    : [record, ...records].slice(0, LONGEST_LIST);
};

export const withEntry = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> =>
  new Map(map).set(key, value);

export const withoutEntry = <K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> => {
  if (!map.has(key)) return map;
  const rest = new Map(map);
  rest.delete(key);
  return rest;
};

export const isPending = ({state}: Reminder): boolean => state === 'pending';

export const earliestFirst = (a: Reminder, b: Reminder): number => a.fireAt - b.fireAt;

const LONGEST_LIST = 200;

/** An occurrence that fired and isn't done, of a reminder that comes again. */
export const hasOpenOccurrence = ({state, occurrence}: Reminder): boolean =>
  state === 'pending' && occurrence !== undefined && occurrence.snoozedUntil === undefined;
