// The calendar methods: what is planned as an .ics file, and reminders from one.
import {calendarText, flag, optional} from '../fields.ts';
import {method, returns} from '../wire/index.ts';

export const CALENDAR_METHODS = {
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
