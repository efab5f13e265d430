// The reminder methods.
import type {Wire} from '../../shared/fields/wire.ts';
import {
  EDIT_SCOPES,
  MISSED_POLICIES,
  REMINDER_MODES,
  REMINDER_STATES,
  type Reminder,
  type TimedReminder,
} from '../../shared/records/jobs/jobs.ts';
import type {ReminderPreview} from '../../shared/records/jobs/reminder-preview.ts';
import {momentOrRepeat, mostOneMoment, oneCursor, oneMoment} from '../checks.ts';
import {address, flag, id, instant, integer, limit, moment, name, oneOf, optional, text} from '../fields.ts';
import {method, returns} from '../wire/index.ts';

/** The repetition: an RRULE or text; an end date or instant; a number of occurrences; the policy for missed ones. */
const repeating = {
  repeat: optional(name),
  until: optional(name),
  count: optional(integer(1, 10_000)),
  missed: optional(oneOf(MISSED_POLICIES)),
};

export const REMINDER_METHODS = {
  /** A `repeat` with a time of its own needs no moment. */
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
      ...repeating,
    },
    returns<Wire<TimedReminder>>(),
    momentOrRepeat,
  ),
  /**
   * Earliest first; of past reminders the last page. `after` and `before`: the reminders next to this one. `text`: only
   * messages that contain it, ignoring case. `more`: further reminders exist in this direction; the default limit is
   * 100.
   */
  'reminder.list': method(
    {
      user: optional(name),
      state: optional(oneOf(REMINDER_STATES)),
      text: optional(text),
      before: optional(id('rem')),
      after: optional(id('rem')),
      limit,
    },
    returns<{reminders: readonly Wire<Reminder>[]; more?: boolean}>(),
    oneCursor,
  ),
  'reminder.get': method({id: id('rem')}, returns<Wire<Reminder>>()),
  'reminder.cancel': method({id: id('rem')}, returns<Wire<Reminder>>()),
  /** Lets it ring at another time. */
  'reminder.snooze': method({id: id('rem'), ...moment}, returns<Wire<TimedReminder>>(), oneMoment),
  /** Marks it as done; of a series, the open occurrence. */
  'reminder.done': method({id: id('rem')}, returns<Wire<Reminder>>()),
  /**
   * Skips one occurrence: the one at `at`, otherwise the open one while it nags or is snoozed, otherwise the next one.
   */
  'reminder.skip': method({id: id('rem'), at: optional(instant)}, returns<Wire<Reminder>>()),
  'reminder.pause': method({id: id('rem')}, returns<Wire<Reminder>>()),
  'reminder.resume': method({id: id('rem')}, returns<Wire<Reminder>>()),
  /** Undoes the caller's last cancel, done, skip or edit within 10 minutes. `id`: only if it was of this reminder. */
  'reminder.undo': method({id: optional(id('rem'))}, returns<Wire<Reminder>>()),
  /** Changes a pending reminder: time, text, delivery, repetition. `scope`: one occurrence of a series, or all. */
  'reminder.edit': method(
    {
      id: id('rem'),
      ...moment,
      message: optional(text),
      mode: optional(oneOf(REMINDER_MODES)),
      nag: optional(name),
      urgent: optional(flag),
      scope: optional(oneOf(EDIT_SCOPES)),
      ...repeating,
    },
    returns<Wire<TimedReminder>>(),
    mostOneMoment,
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
};
