// Confirms a reminder: the instant in its own zone, the time left, and the places.

import {dateOfSeries} from '../../../shared/record-text/series-dates.ts';
import {waitingFor} from '../../../shared/record-text/waiting-for.ts';
import {ringsAt} from '../../../shared/records/delivery/way.ts';
import {mostNags, type TimedReminder} from '../../../shared/records/jobs/jobs.ts';
import type {ReminderPreview} from '../../../shared/records/jobs/reminder-preview.ts';
import {waitsForEvent} from '../../../shared/records/jobs/starting-event.ts';
import {clauseFromOutside, stopped} from '../../../shared/text/sentences.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import {countdown, formatInterval, momentWithZone} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {formatPlace} from '../../format/format-place.ts';
import {repeatWords} from '../../nouns/format/series-lines.ts';

/** The text comes first, since the end is cut on a narrow screen. */
const formatReminder = (reminder: TimedReminder, now: EpochMs): string =>
  `${reminder.timer === true ? 'Timer' : 'Reminder'} set: ${textOf(reminder)}, ${formatInstant(reminder, now)}, ${placesOf(reminder)}${insisting(reminder)}.`;

const insisting = ({nagMs, urgent, untilAnswered}: TimedReminder): string =>
  `${nagMs === undefined ? '' : `, then every ${formatInterval(nagMs)} until ${untilAnswered ? `answered, at most ${mostNags({untilAnswered})} times` : 'done'}`}${urgent === true ? ', in quiet hours, too' : ''}`;

/** Reminders that one sentence set. */
export const formatReminders = (reminders: readonly TimedReminder[], now: EpochMs): string => {
  const [first] = reminders;
  if (first === undefined || reminders.length === 1) return first === undefined ? '' : formatReminder(first, now);
  const whens = reminders.map(reminder => formatInstant(reminder, now)).join(', and ');
  return `${reminders.length} reminders set: ${textOf(first)}, ${whens}, ${placesOf(first)}${insisting(first)}.`;
};

/** `call Bob, tomorrow 09:00 CET (in 18h 2m).` */
export const whenSet = (reminder: TimedReminder, now: EpochMs): string =>
  `${textOf(reminder)}, ${formatInstant(reminder, now)}.`;

/** When a snoozed or moved one returns, also of a series: `tomorrow 09:00 CET (in 18h 2m): call Bob.` */
export const formatReturn = (reminder: TimedReminder, now: EpochMs): string => {
  const {occurrence, fireAt, message} = reminder;
  const at = occurrence?.snoozedUntil ?? fireAt;
  return `${formatOnce({...reminder, fireAt: at}, now)}: ${stopped(occurrence?.message ?? message)}`;
};

const textOf = ({message}: TimedReminder): string => shortened(clauseFromOutside(message), LONGEST_TEXT);

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
  const end = formatDates(next, now, its);
  if (repeat === undefined) return end;
  // A note names the other zone, too.
  return `${note === undefined ? repeatWords(repeat, now) : `${repeat.words} (${note})`}, ${end}`;
};

/** `next tomorrow 08:00, Wed 25 Nov, Thu 26 Nov` */
export const formatDates = (next: readonly EpochMs[], now: EpochMs, zone: string): string => {
  const dates = next.slice(0, SHOWN_DATES).map(at => dateOfSeries(at, now, zone));
  return dates.length === 0 ? 'no further dates' : `next ${dates.map(unlessSame).join(', ')}`;
};

/** All that a sentence would set: `tomorrow 11:34, and tomorrow 12:34`. */
export const formatAllPreviews = (preview: ReminderPreview, now: EpochMs): string =>
  [preview, ...(preview.also ?? [])]
    .map(preview =>
      preview.repeat === undefined ? momentWithZone(preview.fireAt, now, preview.zone) : formatPreview(preview, now),
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
const LONGEST_TEXT = 40;

const formatInstant = (reminder: TimedReminder, now: EpochMs): string => {
  if (waitsForEvent(reminder)) return waitingFor(reminder);
  return reminder.repeat === undefined ? formatOnce(reminder, now) : formatPreview(reminder, now);
};

const formatOnce = ({fireAt, zone, note}: TimedReminder, now: EpochMs): string =>
  `${momentWithZone(fireAt, now, zone)} (in ${countdown(fireAt - now)}${note === undefined ? '' : `; ${note}`})`;

const placesOf = (reminder: TimedReminder): string =>
  formatPlace(ringsAt(reminder))
    .map(place => (place === 'here' ? place : `on ${place}`))
    .join(' and ') || `for ${reminder.user ?? 'you'}`;
