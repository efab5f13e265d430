// Computes the instants of recurrences from the calendar and the configuration.
import {sayRecurrence} from '../../../shared/languages/recurrence/say-recurrence.ts';
import {checkRule} from '../recurrence/check-rule.ts';
import {
  type CalendarSettings,
  occurrencesAfter,
  occurrencesBetween,
  settingsNeeded,
} from '../recurrence/occurrences.ts';
import type {Instants} from './advance.ts';

/** `calendar` is read on each call, because the configuration may change. */
export const createInstants = (calendar: () => CalendarSettings = () => ({})): Instants => ({
  check: checkRule,
  say: repeat => sayRecurrence(repeat),
  after: (repeat, after, most) => occurrencesAfter(repeat, after, most, calendar()),
  between: (repeat, from, to, most) => occurrencesBetween(repeat, from, to, most, calendar()),
  lacks: rule =>
    settingsNeeded(rule).place && calendar().place === undefined
      ? 'Sunrise and sunset need your place. Set "time.place" in the configuration: {"latitude": 52.5, "longitude": 13.4}.'
      : undefined,
});
