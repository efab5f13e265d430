// Confirms a reminder: the instant in its own zone, the time left, and the places.

import type {Address} from '../../../shared/records/address.ts';
import type {TimedReminder} from '../../../shared/records/jobs/jobs.ts';
import type {ReminderPreview} from '../../../shared/records/jobs/reminder-preview.ts';
import {stopped} from '../../../shared/text/stopped.ts';
import {countdown, formatInterval, formatMoment} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {formatPlace} from '../../format/format-place.ts';

const formatReminder = (reminder: TimedReminder, now: EpochMs): string =>
  `Reminder set: ${formatInstant(reminder, now)}, ${placesOf(reminder.delivery)}${insisting(reminder)}: ${stopped(reminder.message)}`;

const insisting = ({nagMs, urgent}: TimedReminder): string =>
  `${nagMs === undefined ? '' : `, then every ${formatInterval(nagMs)} until done`}${urgent === true ? ', in quiet hours, too' : ''}`;

/** Reminders that one sentence set. */
export const formatReminders = (reminders: readonly TimedReminder[], now: EpochMs): string => {
  const [first] = reminders;
  if (first === undefined || reminders.length === 1) return first === undefined ? '' : formatReminder(first, now);
  const whens = reminders.map(reminder => formatInstant(reminder, now)).join(', and ');
  return `${reminders.length} reminders set: ${whens}, ${placesOf(first.delivery)}${insisting(first)}: ${stopped(first.message)}`;
};

/** `tomorrow 09:00 CET (in 18h 2m): call Bob.` */
export const whenSet = (reminder: TimedReminder, now: EpochMs): string =>
  `${formatInstant(reminder, now)}: ${stopped(reminder.message)}`;

/** `every weekday at 08:00, next Mon 23 Nov 08:00, Tue 24 Nov 08:00, Wed 25 Nov 08:00` */
export const formatPreview = (
  {
    repeat,
    next = [],
    note,
    zone,
  }: Pick<ReminderPreview, 'repeat' | 'note' | 'zone'> & {readonly next?: readonly EpochMs[]},
  now: EpochMs,
): string => {
  const its = repeat?.zone ?? zone;
  const dates = next.slice(0, SHOWN_DATES).map(at => formatMoment(at, now, its));
  const end = dates.length === 0 ? 'no further dates' : `next ${dates.map(unlessSame).join(', ')}`;
  return `${repeat?.words ?? ''}${note === undefined ? '' : ` (${note})`}, ${end}`;
};

/** All that a sentence would set: `tomorrow 11:34, and tomorrow 12:34`. */
export const formatAllPreviews = (preview: ReminderPreview, now: EpochMs): string =>
  [preview, ...(preview.also ?? [])]
    .map(one =>
      one.repeat === undefined ? formatMoment(one.fireAt, now, one.zone, {zoned: true}) : formatPreview(one, now),
    )
    .join(', and ');

/** `tomorrow 18:45 · Tab: tomorrow 06:45` */
export const formatChoices = (choices: readonly {readonly label: string}[], chosen: number): string => {
  const others = choices.flatMap(({label}, index) => (index === chosen ? [] : [label]));
  return `${choices[chosen]?.label ?? ''} · Tab: ${others.join(', ')}`;
};

/** Neither the day nor the time is said twice: `tomorrow 08:00, Wed 25 Nov`, `today 08:00, 20:00`. */
const unlessSame = (date: string, index: number, all: readonly string[]): string => {
  const before = all[index - 1];
  if (before === undefined) return date;
  const [day, time] = [date.slice(0, date.lastIndexOf(' ')), date.slice(date.lastIndexOf(' ') + 1)];
  if (before.startsWith(`${day} `)) return time;
  return before.endsWith(` ${time}`) ? day : date;
};

const SHOWN_DATES = 3;

const formatInstant = (reminder: TimedReminder, now: EpochMs): string =>
  reminder.repeat === undefined ? formatOnce(reminder, now) : formatPreview(reminder, now);

const formatOnce = ({fireAt, zone, note}: TimedReminder, now: EpochMs): string =>
  `${formatMoment(fireAt, now, zone, {zoned: true})} (in ${countdown(fireAt - now)}${note === undefined ? '' : `; ${note}`})`;

const placesOf = (delivery: readonly Address[]): string =>
  formatPlace(delivery)
    .map(place => (place === 'here' ? place : `on ${place}`))
    .join(' and ');
