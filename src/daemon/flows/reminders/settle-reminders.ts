// Corrects reminders after the clock was set back. A series that fired while the clock was ahead would stay silent
// until then, and so would the repeats of an unanswered reminder. A timer still lasts as long as it was set for, and so
// does the pause between two rings of a reminder that waits for events.

import {DAY, type EpochMs} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {Emit} from '../../ports/store.ts';
import {LONGEST_NAG_MS} from '../../schedule/reminder-moves.ts';
import {isSeries, published} from '../../schedule/series/advance.ts';
import {setBackTo} from '../../schedule/series/changes.ts';
import {shifted} from '../../schedule/set-back.ts';

/** `byMs`: how far the clock was set back; 0 if that isn't known. */
type SetBack = {readonly now: EpochMs; readonly byMs: number};

/**
 * Runs in the current transaction. By hours, a series doesn't change: it fired at these instants. By a day or more the
 * clock had been wrong, so its next instants are calculated again.
 */
export const settleReminders = (core: Core, {now, byMs}: SetBack, emit: Emit): void => {
  const {
    store,
    log,
    times: {instants},
  } = core;
  let moved = 0;
  for (const before of store.reminders.series(byMs >= DAY ? undefined : now + DAY)) {
    const reminder = isSeries(before) ? setBackTo(before, now, instants) : before;
    if (reminder === before) continue;
    store.reminders.update(reminder, before);
    const about = {session: reminder.sourceSession, cause: reminder.id, reminder: published(reminder)};
    emit({type: 'reminder.edited', ...about, changed: ['fireAt'], because: 'clock'});
    moved += 1;
  }
  const started = byMs > 0 ? store.reminders.onEvents().filter(({event, fireAt}) => event && fireAt > now) : [];
  for (const before of byMs > 0 ? [...store.reminders.timers(), ...started] : []) {
    const reminder = {...before, fireAt: shifted(before.fireAt, now, byMs)};
    store.reminders.update(reminder, before);
    const about = {session: reminder.sourceSession, cause: reminder.id, reminder: published(reminder)};
    emit({type: 'reminder.edited', ...about, changed: ['fireAt'], because: 'clock'});
    moved += 1;
  }
  if (moved > 0) log.info({reminders: moved}, 'The clock was set back, and with it the next times of some reminders.');
  if (byMs > 0) shiftNags(core, {now, byMs});
};

const shiftNags = ({store}: Core, {now, byMs}: SetBack): void => {
  for (const reminder of store.reminders.dueNags(now + byMs + LONGEST_NAG_MS, MOST_NAGGING)) {
    const {nextNagAt = now} = reminder;
    if (nextNagAt > now) store.reminders.update({...reminder, nextNagAt: shifted(nextNagAt, now, byMs)}, reminder);
  }
};

const MOST_NAGGING = 10_000;
