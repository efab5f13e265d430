// `rooster remind`: sets a reminder and says back what was understood: instant, zone, route.
import {isAddress} from '../../../shared/address.ts';
import type {Reminder} from '../../../shared/jobs.ts';
import type {Wire} from '../../../shared/wire.ts';
import {UsageError} from '../arguments.ts';
import {tell} from '../ask.ts';
import type {Run} from '../command.ts';
import {wordAt} from '../given.ts';
import {zonedSentence} from '../words/local-time.ts';
import {oneLine} from '../words/plain-text.ts';

export const remind: Run = async (world, given) => {
  const {user, to} = given.values;
  if (to !== undefined && !isAddress(to)) {
    throw new UsageError(`'${to}' is no address (one looks like signal:2222… or terminal:default)`);
  }
  return tell(
    world,
    given,
    'reminder.set',
    {
      when: wordAt(given, 0),
      message: wordAt(given, 1),
      mode: given.switches.has('agent') ? 'agent' : 'verbatim',
      ...(user === undefined ? {} : {user}),
      ...(to === undefined ? {} : {to}),
    },
    reminder => confirmation(reminder, world.clock.now()),
  );
};

/** `Reminder rem_… is set for tomorrow 09:00 CET (Europe/Berlin), in 11 hours: "stretch", word for word to terminal:default.` */
export const confirmation = (reminder: Wire<Reminder>, now: number): string => {
  const {id, fireAt, zone, message, delivery} = reminder;
  const how = reminder.mode === 'agent' ? 'The agent answers it, for' : 'Delivered word for word to';
  return [
    `Reminder ${id} is set for ${zonedSentence(fireAt, zone, now)}: ${oneLine(message)}`,
    `${how} ${delivery.join(', ')}.`,
  ].join('\n');
};
