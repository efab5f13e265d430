// The methods about reminders.
import type {Wire} from '../../shared/events/wire.ts';
import {REMINDER_MODES, REMINDER_STATES, type Reminder, type TimedReminder} from '../../shared/records/jobs.ts';
import {mostOneMoment, oneCursor, oneMoment} from '../checks.ts';
import {address, id, name, oneOf, optional, text} from '../fields.ts';
import {method, returns} from '../method.ts';
import {limit, moment} from '../repeated-fields.ts';

export const REMINDER_METHODS = {
  'reminder.set': method(
    {
      ...moment,
      message: text,
      mode: optional(oneOf(REMINDER_MODES)),
      user: optional(name),
      to: optional(address),
      key: optional(name),
      nag: optional(name),
    },
    returns<Wire<TimedReminder>>(),
    oneMoment,
  ),
  /**
   * Earliest first: the first ones, of those that are over the last ones. `after` and `before`: those that stand next to this one.
   * `text`: only those whose message has it in it, small or capital.
   */
  /** `more`: there are further ones in the direction that was read; the limit is 100 without one. */
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
  'reminder.snooze': method({id: id('rem'), ...moment}, returns<Wire<TimedReminder>>(), oneMoment),
  'reminder.done': method({id: id('rem')}, returns<Wire<Reminder>>()),
  /** Changes a pending one: when it comes, what it says, how it is told. */
  'reminder.edit': method(
    {
      id: id('rem'),
      ...moment,
      message: optional(text),
      mode: optional(oneOf(REMINDER_MODES)),
    },
    returns<Wire<TimedReminder>>(),
    mostOneMoment,
  ),
  /** What words would mean, in the zone of the reminder or else of the operator; nothing is changed. */
  'reminder.understand': method(
    {when: name, id: optional(id('rem'))},
    returns<{at: string; zone: string; understood: string}>(),
  ),
};
