// Moves reminders between states and schedules nags for unanswered reminders. Pure; callers check permissions and
// allowed states.

import {mostNags, type Reminder} from '../../shared/records/jobs/jobs.ts';
import {DAY, type EpochMs, HOUR, MINUTE} from '../../shared/time/time.ts';

/** The reminder is pending again and fires at `fireAt`, where its person is then. `snoozedAt` records the snooze. */
export const snoozedTo = (reminder: Reminder, fireAt: EpochMs, now: EpochMs): Reminder => {
  const kept = {...reminder, firedAt: undefined, runId: undefined, nags: undefined, nextNagAt: undefined};
  const delivery = reminder.addressed === true ? reminder.delivery : [];
  return {...kept, delivery, state: 'pending', fireAt, snoozedAt: now};
};

export const markedDone = (reminder: Reminder): Reminder => ({...withoutNag(reminder), state: 'done'});

export const markedCancelled = (reminder: Reminder): Reminder => ({
  ...withoutNag(reminder),
  paused: undefined,
  pausedUntil: undefined,
  state: 'cancelled',
});

/** Marks the reminder as delivered and schedules its first nag. A series with instants left stays pending. */
export const markedFired = (reminder: Reminder, now: EpochMs): Reminder => ({
  ...reminder,
  snoozedAt: undefined,
  state: reminder.repeat !== undefined && reminder.state === 'pending' ? 'pending' : 'fired',
  nextNagAt: reminder.nagMs && beforeNext(reminder, now + reminder.nagMs),
});

/** A reminder that waits for an event goes on after a pause. Events up to this number don't count. */
export const watchingAgain = (reminder: Reminder, seq: number): Reminder => ({
  ...reminder,
  paused: undefined,
  pausedUntil: undefined,
  followed: {...reminder.followed, seq},
});

/** True if a delivered reminder, or the open occurrence of a series, waits for an answer. */
export const isOpen = ({state, occurrence, repeat, paused}: Reminder): boolean =>
  repeat === undefined
    ? state === 'fired'
    : occurrence !== undefined && occurrence.snoozedUntil === undefined && state !== 'firing' && paused === undefined;

/** The next occurrence ends all nags for the previous occurrence. */
const beforeNext = ({next = []}: Reminder, at: EpochMs): EpochMs | undefined =>
  next[0] === undefined || at < next[0] ? at : undefined;

/** Counts one nag and schedules the next; `last` if none follows. */
export const nagged = (reminder: Reminder, now: EpochMs): {readonly reminder: Reminder; readonly last: boolean} => {
  const {nagMs, firedAt = now, nags = 0} = reminder;
  const nagged = {...withoutNag(reminder), nags: nags + 1};
  const next = now + (nagMs ?? DAY);
  if (nagMs === undefined || nags + 1 >= mostNags(reminder) || next - firedAt > LONGEST_NAGGING_MS) {
    return {reminder: nagged, last: true};
  }
  return {reminder: {...nagged, nextNagAt: beforeNext(reminder, next) ?? nagged.nextNagAt}, last: false};
};

/** The previous delivery is still queued or sending, so the nag waits for another interval. */
export const naggedLater = (reminder: Reminder, now: EpochMs): Reminder => ({
  ...reminder,
  nextNagAt: now + (reminder.nagMs ?? DAY),
});

/** Stops the nags. */
export const withoutNag = (reminder: Reminder): Reminder => ({...reminder, nextNagAt: undefined});

export const SHORTEST_NAG_MS = MINUTE;
export const LONGEST_NAG_MS = 12 * HOUR;
/** A change can be undone for this long. */
export const UNDO_MS = 10 * MINUTE;
const LONGEST_NAGGING_MS = DAY;
