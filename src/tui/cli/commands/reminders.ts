// `rooster remind` and `rooster reminders`: setting one, what is to come, and the person's word on it.

import type {Wire} from '../../../shared/events/wire.ts';
import {type Address, channelOf, isAddress} from '../../../shared/records/address.ts';
import type {Reminder, ReminderState} from '../../../shared/records/jobs.ts';
import {REMINDER_STATES} from '../../../shared/records/jobs.ts';
import {type Given, UsageError} from '../arguments.ts';
import {ask, show} from '../ask.ts';
import type {CommandWorld, Run} from '../command.ts';
import {
  reminderCancelled,
  reminderDone,
  reminderList,
  reminderSet,
  reminderShown,
  reminderSnoozed,
} from '../format/format-reminder.ts';
import {choiceOf, textFrom, wantsJson, wordAt} from '../given.ts';
import {withNamed} from '../named.ts';
import {inCursorPages, noteMore, wantedCount} from '../pages.ts';
import {reminderCandidates} from './candidates.ts';
import {dismissedOr, orDismissed} from './damaged.ts';
import {formatSetAt} from './format-when.ts';

export const remind: Run = async (world, given) => {
  const {user, to, nag} = given.values;
  if (to !== undefined && !isAddress(to)) {
    throw new UsageError(`"${to}" isn't an address (examples: signal:2222…, terminal:default)`);
  }
  const request = {
    mode: given.switches.has('agent') ? ('agent' as const) : ('verbatim' as const),
    ...(user === undefined ? {} : {user}),
    ...(to === undefined ? {} : {to}),
    ...(nag === undefined ? {} : {nag}),
  };
  const set = formatSetAt(world, given.words, (call, at) => call('reminder.set', {...at, ...request}));
  const code = await show(world, given, set, reminder => reminderSet(world, reminder));
  await warnOfUnserved(world, (await set).delivery);
  return code;
};

/** What leads nowhere for now is said while there is time to mend it. */
const warnOfUnserved = async (world: CommandWorld, delivery: readonly Address[]): Promise<void> => {
  const wanted = [...new Set(delivery.map(channelOf))].filter(channel => channel !== 'terminal');
  if (wanted.length === 0) return;
  const {channels} = await ask(world, 'daemon.status', {});
  for (const channel of wanted) {
    const served = channels.some(one => one.channel === channel && one.outbound !== 'off');
    if (!served) world.print.note(`note: ${channel} is not set up, so the reminder would wait. See: rooster doctor`);
  }
};

export const listReminders: Run = async (world, given) => {
  const {user} = given.values;
  const state = choiceOf(given, 'state', REMINDER_STATES);
  const filter = {...(user === undefined ? {} : {user}), ...(state === undefined ? {} : {state})};
  const listed = inCursorPages<Wire<Reminder>>(world, wantedCount(given), filter, async ({call}, page) => {
    const {reminders, more = false} = await call('reminder.list', {...filter, ...page});
    return {rows: reminders, more};
  });
  const answer = listed.then(({rows, more}) => ({reminders: rows, ...(more ? {more} : {})}));
  const code = await show(world, given, answer, ({reminders, more = false}) =>
    reminderList(world, reminders, {state, more}),
  );
  noteMore(world, given, await answer);
  return code;
};

export const showReminder: Run = async (world, given) => {
  const shown = reminderNamed(world, given, undefined, id => ask(world, 'reminder.get', {id}));
  return await show(world, given, shown, reminder => reminderShown(world, reminder));
};

export const cancelReminder: Run = async (world, given) => {
  const cancelled = reminderNamed(world, given, WAITING, id =>
    orDismissed(world, id, ask(world, 'reminder.cancel', {id})),
  );
  return await show(world, given, cancelled, reminder => dismissedOr(reminder, reminderCancelled));
};

/** Says from when to when: a WHEN that was meant as "so much later" may well be sooner than it was. */
export const snoozeReminder: Run = async (world, given) => {
  const when = textFrom(given, 1, 'WHEN');
  let before: Wire<Reminder> | undefined;
  const snoozed = reminderNamed(world, given, OPEN, async id => {
    await using connection = await world.connect();
    const {call} = connection.client;
    if (!wantsJson(given)) before = await call('reminder.get', {id});
    return await call('reminder.snooze', {id, when});
  });
  return await show(world, given, snoozed, reminder => reminderSnoozed(world, reminder, before));
};

export const finishReminder: Run = async (world, given) => {
  const finished = reminderNamed(world, given, OPEN, id => ask(world, 'reminder.done', {id}));
  return await show(world, given, finished, reminder => reminderDone(reminder));
};

/**
 * By its id, a part of that, or a word that no other has among those in these states (those that wait before the rest). A part
 * of an id is looked for in every state: what has ended is known, and why it cannot be had is for the daemon to say.
 */
const reminderNamed = <T>(
  world: CommandWorld,
  given: Given,
  states: readonly (ReminderState | undefined)[] | undefined,
  use: (id: Reminder['id']) => Promise<T>,
): Promise<T> => {
  const text = wordAt(given, 0);
  return withNamed(reminderCandidates(world, text.startsWith('rem_') ? undefined : states), text, use);
};

/** Without a state the daemon lists those that wait. */
const WAITING = [undefined];
const OPEN: readonly (ReminderState | undefined)[] = [undefined, 'fired'];
