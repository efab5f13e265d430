// `rooster remind` and `rooster reminders`: setting one, what is to come, and the person's word on it.
import {isAddress} from '../../../shared/address.ts';
import type {Reminder} from '../../../shared/jobs.ts';
import {type Given, UsageError} from '../arguments.ts';
import {tell} from '../ask.ts';
import {REMINDER_STATES} from '../choices.ts';
import type {Run} from '../command.ts';
import {choiceOf, countOf, idOf, wordAt} from '../given.ts';

export const remind: Run = async (world, given) => {
  const {user, to} = given.values;
  if (to !== undefined && !isAddress(to)) {
    throw new UsageError(`'${to}' is no address (one looks like signal:2222… or terminal:default)`);
  }
  const params = {
    when: wordAt(given, 0),
    message: wordAt(given, 1),
    mode: given.switches.has('agent') ? ('agent' as const) : ('verbatim' as const),
    ...(user === undefined ? {} : {user}),
    ...(to === undefined ? {} : {to}),
  };
  return await tell(world, given, 'reminder.set', params, (words, reminder) => words.reminderSet(world, reminder));
};

export const listReminders: Run = async (world, given) => {
  const {user} = given.values;
  const state = choiceOf(given, 'state', REMINDER_STATES);
  const limit = countOf(given, 'limit');
  const filter = {
    ...(user === undefined ? {} : {user}),
    ...(state === undefined ? {} : {state}),
    ...(limit === undefined ? {} : {limit}),
  };
  return await tell(world, given, 'reminder.list', filter, (words, {reminders}) =>
    words.reminderList(world, reminders, state),
  );
};

export const showReminder: Run = async (world, given) =>
  tell(world, given, 'reminder.get', {id: idAt(given)}, (words, reminder) => words.reminderShown(world, reminder));

export const cancelReminder: Run = async (world, given) =>
  tell(world, given, 'reminder.cancel', {id: idAt(given)}, (words, reminder) => words.reminderCancelled(reminder));

export const snoozeReminder: Run = async (world, given) => {
  const params = {id: idAt(given), when: wordAt(given, 1)};
  return await tell(world, given, 'reminder.snooze', params, (words, reminder) =>
    words.reminderSnoozed(world, reminder),
  );
};

export const finishReminder: Run = async (world, given) =>
  tell(world, given, 'reminder.done', {id: idAt(given)}, (words, reminder) => words.reminderDone(reminder));

const idAt = (given: Given): Reminder['id'] => idOf(wordAt(given, 0), 'rem');
