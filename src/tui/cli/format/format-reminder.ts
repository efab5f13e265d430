// Reminders in words: a list, one of them, and what was understood when one was set.

import type {Wire} from '../../../shared/events/wire.ts';
import type {Reminder, ReminderState, TimedReminder} from '../../../shared/records/jobs.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {formatIn, formatInterval} from '../../../shared/time/format-time.ts';
import {instantOfIso} from '../../../shared/time/time.ts';
import {isZone} from '../../../shared/time/zone.ts';
import {wallClock, zonedSentence} from '../../format/local-time.ts';
import {places} from '../../nouns/noun-record.ts';
import {reminderRecord} from '../../nouns/reminder.ts';
import type {CommandWorld} from '../command.ts';
import {nounLines, nounTable} from './fields.ts';

export const reminderList = (
  world: CommandWorld,
  reminders: readonly Wire<Reminder>[],
  {state, more}: {readonly state: ReminderState | undefined; readonly more: boolean},
): readonly string[] => [
  ...nounTable(world, reminderRecord, reminders, state === undefined ? undefined : `No ${state} reminders.`),
  ...(more ? [`Showing ${reminders.length}. For more: --limit N or --all.`] : []),
];

export const reminderShown = (world: CommandWorld, reminder: Wire<Reminder>): readonly string[] =>
  nounLines(world, reminderRecord, reminder, reminder.message);

/** What was understood, said back: instant, zone, route. */
export const reminderSet = ({clock, names}: CommandWorld, reminder: Wire<TimedReminder>): readonly string[] => {
  const {id, fireAt, zone, message, delivery, nagMs, note} = reminder;
  const how = reminder.mode === 'agent' ? 'The agent will answer, for' : 'It will be delivered word for word to';
  return [
    `Reminder ${id} is set for ${zonedSentence(fireAt, zone, clock.now(), note)}: ${printableLine(message)}`,
    `${how} ${places(delivery, names())}.${nagMs === undefined ? '' : ` It repeats every ${formatInterval(nagMs)} until done.`}`,
  ];
};

/** One that was waiting was moved, and from when is worth knowing. */
export const reminderSnoozed = (
  {clock}: CommandWorld,
  {id, fireAt, zone, message, note}: Wire<TimedReminder>,
  before: Wire<Reminder> | undefined,
): string => {
  const now = clock.now();
  const until = zonedSentence(fireAt, zone, now, note);
  const was = before?.state === 'pending' ? instantOfIso(before.fireAt) : undefined;
  if (was === undefined) return `Snoozed ${id} until ${until}: ${printableLine(message)}`;
  const sooner = was > (instantOfIso(fireAt) ?? was) ? ' (sooner than before)' : '';
  const from = isZone(zone) ? formatIn(was, now, zone) : wallClock(was, now);
  return `Moved ${id} from ${from} to ${until}${sooner}: ${printableLine(message)}`;
};

export const reminderCancelled = ({id, message}: Wire<Reminder>): string =>
  `Cancelled ${id}: ${printableLine(message)}`;

export const reminderDone = ({id, message}: Wire<Reminder>): string => `Done with ${id}: ${printableLine(message)}`;
