// A reminder as programs see it: with the next three instants, also where it comes once. One that is over has none.
import {toWire, type Wire} from '../../shared/events/wire.ts';
import type {Reminder} from '../../shared/records/jobs/jobs.ts';
import {SHOWN_AHEAD} from '../schedule/series/advance.ts';

export const shownReminder = <R extends Reminder>(reminder: R): Wire<R> =>
  toWire({
    ...reminder,
    next: nextOf(reminder),
    skipped: reminder.skipped ?? [],
  }) as Wire<R>;

const nextOf = ({repeat, next = [], state, fireAt}: Reminder): readonly number[] => {
  if (state !== 'pending' && state !== 'firing') return [];
  return repeat === undefined ? [fireAt] : next.slice(0, SHOWN_AHEAD);
};
