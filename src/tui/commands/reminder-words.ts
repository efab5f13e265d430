// What was understood, said back: the instant in the reminder's own zone, how long until then, and where it will be heard.
import {countdown, inWords} from '../../shared/human-words.ts';
import type {Reminder} from '../../shared/jobs.ts';
import type {EpochMs} from '../../shared/time.ts';

export const reminderWords = ({fireAt, zone, delivery, message}: Reminder, now: EpochMs): string => {
  const when = inWords(fireAt, now, zone, {zoned: true});
  return `reminder set for ${when} (in ${countdown(fireAt - now)}), heard on ${delivery.join(', ')}: ${message}`;
};
