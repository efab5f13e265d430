// What was understood, said back: the instant in the reminder's own zone, how long until then, and where it will be heard.
import type {Address} from '../../../shared/address.ts';
import {countdown, everyInWords, inWords} from '../../../shared/human-words.ts';
import type {TimedReminder} from '../../../shared/jobs.ts';
import type {EpochMs} from '../../../shared/time.ts';
import {placeWords} from '../../words/place-words.ts';

export const reminderWords = (reminder: TimedReminder, now: EpochMs): string =>
  `reminder set: ${instantWords(reminder, now)}, heard ${placesOf(reminder.delivery)}${insisting(reminder)}: ${reminder.message}`;

const insisting = ({nagMs}: TimedReminder): string =>
  nagMs === undefined ? '' : `, then every ${everyInWords(nagMs)} until it is done`;

/** `tomorrow 09:00 CET (in 18h 2m): call Bob` */
export const whenSet = (reminder: TimedReminder, now: EpochMs): string =>
  `${instantWords(reminder, now)}: ${reminder.message}`;

const instantWords = ({fireAt, zone, note}: TimedReminder, now: EpochMs): string =>
  `${inWords(fireAt, now, zone, {zoned: true})} (in ${countdown(fireAt - now)}${note === undefined ? '' : `; ${note}`})`;

const placesOf = (delivery: readonly Address[]): string =>
  placeWords(delivery)
    .map(place => (place === 'here' ? place : `on ${place}`))
    .join(' and ');
