// How a reminder goes from one state to the next, and when an unanswered one is said again. Pure; who may ask for it, and from
// which states, is decided by those who ask.

import {omit} from '../../shared/fields/omit.ts';
import {present} from '../../shared/fields/present.ts';
import type {Reminder} from '../../shared/records/jobs.ts';
import {DAY, type EpochMs, HOUR, MINUTE} from '../../shared/time/time.ts';

/** It comes back at the instant, as if it had not fired; that it was put off stays to be seen. */
export const snoozedTo = (reminder: Reminder, fireAt: EpochMs, now: EpochMs): Reminder => {
  const kept = omit(reminder, 'firedAt', 'runId', 'nags', 'nextNagAt');
  return {...kept, state: 'pending', fireAt, snoozedAt: now};
};

export const markedDone = (reminder: Reminder): Reminder => ({...quiet(reminder), state: 'done'});

export const markedCancelled = (reminder: Reminder): Reminder => ({...quiet(reminder), state: 'cancelled'});

/** It has been told; one that is to nag is said again after its while. */
export const markedFired = (reminder: Reminder, now: EpochMs): Reminder => ({
  ...omit(reminder, 'snoozedAt'),
  state: 'fired',
  ...present({nextNagAt: reminder.nagMs && now + reminder.nagMs}),
});

/** Its hour to nag has come: `last` when it is quiet from now on. */
export const nagged = (reminder: Reminder, now: EpochMs): {readonly reminder: Reminder; readonly last: boolean} => {
  const {nagMs, firedAt = now, nags = 0} = reminder;
  const told = {...quiet(reminder), nags: nags + 1};
  const next = now + (nagMs ?? DAY);
  if (nagMs === undefined || nags + 1 >= MOST_NAGS || next - firedAt > LONGEST_NAGGING_MS) {
    return {reminder: told, last: true};
  }
  return {reminder: {...told, nextNagAt: next}, last: false};
};

/** What was said last is still on its way: saying it again would only pile it up. */
export const naggedLater = (reminder: Reminder, now: EpochMs): Reminder => ({
  ...reminder,
  nextNagAt: now + (reminder.nagMs ?? DAY),
});

/** It says nothing by itself any more. */
export const quiet = (reminder: Reminder): Reminder => omit(reminder, 'nextNagAt');

export const SHORTEST_NAG_MS = MINUTE;
export const LONGEST_NAG_MS = 12 * HOUR;
const MOST_NAGS = 8;
const LONGEST_NAGGING_MS = DAY;
