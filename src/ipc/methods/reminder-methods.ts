// The methods about reminders, alarms, and other calendars.

import {isRecord} from '../../shared/fields/is-record.ts';
import type {Wire} from '../../shared/fields/wire.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import {ALARM_STATES, type Alarm} from '../../shared/records/jobs/alarm.ts';
import {
  EDIT_SCOPES,
  FOLLOWS,
  MISSED_POLICIES,
  REMINDER_MODES,
  REMINDER_STATES,
  type Reminder,
  type TimedReminder,
  type UndoneReminder,
} from '../../shared/records/jobs/jobs.ts';
import type {ReminderPreview} from '../../shared/records/jobs/reminder-preview.ts';
import {RUN_ENDINGS, type StartsOn} from '../../shared/records/jobs/starting-event.ts';
import {momentOrRepeat, mostOneMoment, oneCursor, oneMoment, oneTime} from '../checks.ts';
import {
  address,
  calendarText,
  flag,
  id,
  instant,
  integer,
  limit,
  moment,
  name,
  oneOf,
  optional,
  sessionKey,
  text,
} from '../fields.ts';
import {method, type ParamField, returns} from '../wire/index.ts';

/**
 * The repetition: an RRULE or text; an end date or instant; a number of occurrences; the policy for missed ones.
 * `from`: it counts from the instant at which the last occurrence was done.
 */
const repeating = {
  repeat: optional(name),
  until: optional(name),
  count: optional(integer(1, 10_000)),
  missed: optional(oneOf(MISSED_POLICIES)),
  from: optional(oneOf(['done'] as const)),
};

/** The event that a reminder waits for. */
const startsOn: ParamField<StartsOn> = (value, fail) => {
  const expected = '{kind: "message", from?, words?} or {kind: "run", name, status?}';
  if (!isRecord(value)) return fail(expected);
  const {kind, from, words, name: job, status, ...others} = value;
  const isMessage = kind === 'message' && job === undefined && status === undefined;
  const isRun = kind === 'run' && from === undefined && words === undefined;
  // A misspelled part would be left out.
  if (Object.keys(others).length > 0 || !(isMessage || isRun)) return fail(expected);
  if (isMessage) return {kind, from: optional(name)(from, fail), words: optional(name)(words, fail)};
  return {kind: 'run', name: name(job, fail), status: optional(oneOf(RUN_ENDINGS))(status, fail)};
};

export const REMINDER_METHODS = {
  /**
   * A `repeat` with a time of its own needs no moment. Nor does a `timer`: its message may hold its length, as in
   * `10m pasta`. `on`: it waits for an event instead: a message of a person (`from`), with all of these `words`, or
   * both; or the end of a job's run, with a `status` of `ran`, `failed` or `skipped`. `once: false`: each time.
   */
  'reminder.set': method(
    {
      ...moment,
      message: text,
      mode: optional(oneOf(REMINDER_MODES)),
      user: optional(name),
      to: optional(address),
      key: optional(name),
      nag: optional(name),
      urgent: optional(flag),
      follows: optional(oneOf(FOLLOWS)),
      timer: optional(flag),
      on: optional(startsOn),
      once: optional(flag),
      ...repeating,
    },
    returns<Wire<TimedReminder>>(),
    momentOrRepeat,
  ),
  /**
   * Earliest first; of past reminders the last page. `after` and `before`: the reminders next to this one. `text`: only
   * messages that contain it, ignoring case. `more`: further reminders exist in this direction; the default limit is
   * 100. `timer`: only running timers.
   */
  'reminder.list': method(
    {
      user: optional(name),
      state: optional(oneOf(REMINDER_STATES)),
      text: optional(text),
      timer: optional(flag),
      before: optional(id('rem')),
      after: optional(id('rem')),
      limit,
    },
    returns<{reminders: readonly Wire<Reminder>[]; more?: boolean}>(),
    oneCursor,
  ),
  'reminder.get': method({id: id('rem')}, returns<Wire<Reminder>>()),
  /** Lets it ring at another time. */
  'reminder.snooze': method({id: id('rem'), ...moment}, returns<Wire<TimedReminder>>(), oneMoment),
  /**
   * Skips one occurrence: the one at `at`, otherwise the open one while it nags or is snoozed, otherwise the next one.
   */
  'reminder.skip': method({id: id('rem'), at: optional(instant)}, returns<Wire<Reminder>>()),
  /**
   * Undoes the caller's last cancel, done, snooze, skip or edit within 10 minutes. `id`: only if it was of this
   * reminder.
   */
  'reminder.undo': method({id: optional(id('rem'))}, returns<Wire<UndoneReminder>>()),
  /**
   * Changes a pending reminder: time, text, delivery, repetition. `scope`: one occurrence of a series, or all. `by`:
   * the length to move by, earlier with a minus; one that has rung rings again after it.
   */
  'reminder.edit': method(
    {
      id: id('rem'),
      ...moment,
      by: optional(name),
      message: optional(text),
      mode: optional(oneOf(REMINDER_MODES)),
      nag: optional(name),
      urgent: optional(flag),
      follows: optional(oneOf(FOLLOWS)),
      scope: optional(oneOf(EDIT_SCOPES)),
      ...repeating,
    },
    returns<Wire<TimedReminder>>(),
    mostOneMoment,
  ),
  /**
   * Moves the pending reminders of a person to another zone, by default the person's own: the wall times stay. What
   * follows its person or stays with a place isn't touched. Changes nothing without `confirm`. `from`: only those in
   * this zone.
   */
  'reminder.moveZone': method(
    {
      zone: optional(name),
      from: optional(name),
      user: optional(name),
      confirm: optional(flag),
    },
    returns<{zone: string; moved: readonly {before: Wire<Reminder>; after: Wire<Reminder>}[]}>(),
  ),
  /** Parses a time in the reminder's zone, or in the operator's; changes nothing. */
  'reminder.understand': method(
    {when: name, id: optional(id('rem'))},
    returns<{at: string; zone: string; understood: string}>(),
  ),
  /**
   * Reads a time or a whole sentence; nothing is kept. `id`: in the zone of this reminder. `now`: as if it was said
   * then.
   */
  'reminder.preview': method(
    {when: text, zone: optional(name), user: optional(name), now: optional(instant), id: optional(id('rem'))},
    returns<Wire<ReminderPreview>>(),
  ),

  /**
   * Sets a wake-up for the agent: at one moment, or by a schedule. `payload` is JSON text, stored and returned
   * unchanged.
   */
  'alarm.set': method(
    {
      ...moment,
      cron: optional(name),
      timezone: optional(name),
      message: text,
      payload: optional(text),
      session: optional(sessionKey),
      deliver: optional(address),
      conversation: optional(name),
      key: optional(name),
      urgent: optional(flag),
    },
    returns<Wire<Alarm> & {note?: string}>(),
    oneTime,
  ),
  /**
   * Active alarms, earliest first, unless a state is given; cursors and `more` as for reminders; the default limit is
   * 100.
   */
  'alarm.list': method(
    {
      state: optional(oneOf(ALARM_STATES)),
      before: optional(id('alm')),
      after: optional(id('alm')),
      limit,
    },
    returns<{alarms: readonly Wire<Alarm>[]; more?: boolean}>(),
    oneCursor,
  ),
  'alarm.get': method({id: id('alm')}, returns<Wire<Alarm>>()),
  /** Runs an alarm now. Responds when the turn is queued in its conversation, or the delivery to its program. */
  'alarm.wake': method({id: id('alm')}, returns<{alarm: Wire<Alarm>; turnId?: TurnId}>()),

  'calendar.export': method({}, returns<{ics: string; reminders: number; jobs: number}>()),
  /**
   * `skipped`: entries without a reminder, and why. `own`: entries of reminders that are here already. `cancelled`:
   * reminders of an earlier import whose alarm or entry is gone. An entry that hasn't changed since the last import
   * counts nowhere. More than 500 new reminders are refused with fault `too-many` and their `count`, unless `confirm`
   * is true.
   */
  'calendar.import': method(
    {ics: calendarText, confirm: optional(flag)},
    returns<{
      added: number;
      updated: number;
      cancelled?: number;
      own?: number;
      skipped: readonly {uid: string; reason: string}[];
    }>(),
  ),
};
