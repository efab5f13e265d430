// What was understood, said back: the instant in the reminder's own zone, how long until then, and where it will be heard.
import {type Address, channelOf} from '../../shared/address.ts';
import {countdown, inWords} from '../../shared/human-words.ts';
import type {Reminder} from '../../shared/jobs.ts';
import type {EpochMs} from '../../shared/time.ts';

export const reminderWords = ({fireAt, zone, delivery, message}: Reminder, now: EpochMs): string => {
  const when = inWords(fireAt, now, zone, {zoned: true});
  return `reminder set: ${when} (in ${countdown(fireAt - now)}), heard ${placesOf(delivery)}: ${message}`;
};

const placesOf = (delivery: readonly Address[]): string =>
  [...new Set(delivery.map(channelOf))]
    .map(channel => (channel === 'terminal' ? 'here' : `on ${channel}`))
    .join(' and ');
