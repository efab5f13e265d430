// The methods about reminders and alarms.
import type {HandlersOf} from '../../ipc/method-table.ts';
import {pageOf} from '../../shared/fields/listing.ts';
import {toWire, type Wire} from '../../shared/fields/wire.ts';
import type {Reminder} from '../../shared/records/jobs/jobs.ts';
import {waitsForEvent} from '../../shared/records/jobs/starting-event.ts';
import {instantOfIso} from '../../shared/time/time.ts';
import type {AlarmService} from '../flows/alarms/alarm-actions.ts';
import type {AlarmSource} from '../flows/alarms/fire-alarm.ts';
import type {ReminderService} from '../flows/reminders/reminder-actions.ts';
import type {Actor} from '../routing/actor.ts';
import {SHOWN_AHEAD} from '../schedule/series/advance.ts';

export const reminderMethods = (
  reminders: ReminderService,
  alarms: AlarmService & Pick<AlarmSource, 'wakeNow'>,
  actor: () => Actor,
): HandlersOf<'reminder' | 'alarm'> => ({
  'reminder.set': async ({mode = 'verbatim', ...request}) =>
    shownReminder(await reminders.set({...request, mode}, actor())),
  'reminder.list': ({limit = MOST_REMINDERS, ...filter}) => {
    const {page, more} = pageOf(reminders.list({...filter, limit: limit + 1}, actor()), limit, filter);
    return {reminders: page.map(shownReminder), more: more || undefined};
  },
  'reminder.get': ({id}) => shownReminder(reminders.get(id, actor())),
  'reminder.cancel': async ({id}) => shownReminder(await reminders.cancel(id, actor())),
  'reminder.snooze': async ({id, ...moment}) => shownReminder(await reminders.snooze(id, moment, actor())),
  'reminder.done': async ({id}) => shownReminder(await reminders.done(id, actor())),
  'reminder.skip': async ({id, at}) => shownReminder(await reminders.skip(id, at, actor())),
  'reminder.pause': async ({id, until}) => shownReminder(await reminders.pause(id, until, actor())),
  'reminder.resume': async ({id}) => shownReminder(await reminders.resume(id, actor())),
  'reminder.undo': async ({id}) => shownReminder(await reminders.undo(actor(), id)),
  'reminder.edit': async ({id, ...change}) => shownReminder(await reminders.edit(id, change, actor())),
  'reminder.moveZone': async request => {
    const {zone, moved} = await reminders.moveZone(request, actor());
    return {
      zone,
      moved: moved.map(({before, after}) => ({before: shownReminder(before), after: shownReminder(after)})),
    };
  },
  'reminder.preview': async ({now, ...request}) =>
    toWire(await reminders.preview({...request, now: now === undefined ? undefined : instantOfIso(now)}, actor())),
  'reminder.understand': async ({when, id}) => toWire(await reminders.understand(when, actor(), id)),

  'alarm.set': async request => toWire(await alarms.set(request, actor())),
  'alarm.list': ({limit = MOST_REMINDERS, ...filter}) => {
    const {page, more} = pageOf(alarms.list({...filter, limit: limit + 1}, actor()), limit, filter);
    return {alarms: toWire(page), more: more || undefined};
  },
  'alarm.get': ({id}) => toWire(alarms.get(id, actor())),
  'alarm.cancel': async ({id}) => toWire(await alarms.cancel(id, actor())),
  'alarm.wake': async ({id}) => toWire(await alarms.wakeNow(id, actor())),
});

/** Default length of a list. */
const MOST_REMINDERS = 100;

/**
 * A reminder as programs see it: with the next three instants, also where it comes once. One that is over has none.
 */
const shownReminder = <R extends Reminder>(reminder: R): Wire<R> =>
  toWire({
    ...reminder,
    next: nextOf(reminder),
    skipped: reminder.skipped ?? [],
  }) as Wire<R>;

const nextOf = (reminder: Reminder): readonly number[] => {
  const {repeat, next = [], state, fireAt} = reminder;
  if (waitsForEvent(reminder)) return [];
  if (state !== 'pending' && state !== 'firing') return [];
  return repeat === undefined ? [fireAt] : next.slice(0, SHOWN_AHEAD);
};
