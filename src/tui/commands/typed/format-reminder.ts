// What was understood, said back: the instant in the reminder's own zone, how long until then, and where it will be heard.
import type {Address} from '../../../shared/records/address.ts';
import type {TimedReminder} from '../../../shared/records/jobs.ts';
import {countdown, formatIn, formatInterval} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {formatPlace} from '../../format/format-place.ts';

export const formatReminder = (reminder: TimedReminder, now: EpochMs): string =>
  `reminder set: ${formatInstant(reminder, now)}, ${placesOf(reminder.delivery)}${insisting(reminder)}: ${reminder.message}`;

const insisting = ({nagMs}: TimedReminder): string =>
  nagMs === undefined ? '' : `, then every ${formatInterval(nagMs)} until done`;

/** `tomorrow 09:00 CET (in 18h 2m): call Bob` */
export const whenSet = (reminder: TimedReminder, now: EpochMs): string =>
  `${formatInstant(reminder, now)}: ${reminder.message}`;

const formatInstant = ({fireAt, zone, note}: TimedReminder, now: EpochMs): string =>
  `${formatIn(fireAt, now, zone, {zoned: true})} (in ${countdown(fireAt - now)}${note === undefined ? '' : `; ${note}`})`;

const placesOf = (delivery: readonly Address[]): string =>
  formatPlace(delivery)
    .map(place => (place === 'here' ? place : `on ${place}`))
    .join(' and ');
