// Computes the instants of recurrences from the calendar and the configuration.
import {sayRecurrence} from '../../../shared/recurrence/say-recurrence.ts';
import {checkRule} from '../recurrence/check-rule.ts';
import {occurrencesAfter, occurrencesBetween, type World, worldNeeds} from '../recurrence/occurrences.ts';
import type {Instants} from './advance.ts';

/** `world` is read on each call, because the configuration may change. */
export const createInstants = (world: () => World = () => ({})): Instants => ({
  load: async () => {},
  check: checkRule,
  say: repeat => sayRecurrence(repeat),
  after: (repeat, after, most) => occurrencesAfter(repeat, after, most, world()),
  between: (repeat, from, to, most) => occurrencesBetween(repeat, from, to, most, world()),
  lacks: rule =>
    worldNeeds(rule).place && world().place === undefined
      ? 'Sunrise and sunset need your place. Set "time.place" in the configuration: {"latitude": 52.5, "longitude": 13.4}.'
      : undefined,
});
