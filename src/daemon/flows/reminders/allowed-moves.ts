// The moves that a reminder's state allows; each throws a sentence if it doesn't. Pure.

import {waitingFor} from '../../../shared/record-text/waiting-for.ts';
import type {Reminder, ReminderState} from '../../../shared/records/jobs/jobs.ts';
import {isWatching} from '../../../shared/records/jobs/starting-event.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {shortId} from '../../../shared/text/short-id.ts';
import {formatDuration, formatMoment} from '../../../shared/time/format-time.ts';
import {type EpochMs, MINUTE} from '../../../shared/time/time.ts';
import {markedCancelled, markedDone, snoozedTo, watchingAgain} from '../../schedule/reminder-moves.ts';
import {type Instants, isSeries, nextOccurrence, type Series} from '../../schedule/series/advance.ts';
import {countsFromDone} from '../../schedule/series/after-done.ts';
import {closed, meant, movedAhead, movedTo, paused, resumed, without} from '../../schedule/series/changes.ts';

type At = {readonly now: EpochMs; readonly instants: Instants};

/** The reminder itself, if it is in one of the states. `verb`: the refused action, as in "can't be snoozed". */
export const expecting = (reminder: Reminder, states: readonly ReminderState[], verb: string): Reminder => {
  if (states.includes(reminder.state)) return reminder;
  const now = reminder.state === 'firing' ? 'firing right now' : `already ${reminder.state}`;
  throw new GatewayError('conflict', `Reminder ${shortId(reminder.id)} can't be ${verb}: it is ${now}.`, {
    fault: 'wrong-state',
  });
};

/** A fired reminder can't be cancelled unless it still nags. */
export const cancelling = (reminder: Reminder): Reminder =>
  markedCancelled(reminder.nextNagAt === undefined ? expecting(reminder, ['pending'], 'cancelled') : reminder);

/**
 * A single reminder fires at `until`, even if it is done. A series moves its open occurrence, otherwise the next one.
 */
export const snoozing = (reminder: Reminder, until: EpochMs, {now, instants}: At): Reminder => {
  if (isWatching(reminder)) throw watching(reminder, 'snoozed');
  if (!isSeries(reminder)) return snoozedTo(expecting(reminder, ['pending', 'fired', 'done'], 'snoozed'), until, now);
  const occurrence = reminder.occurrence ?? nextOccurrence(reminder);
  if (occurrence === undefined) throw atItsEnd(reminder);
  expecting(reminder, ['pending', 'fired'], 'snoozed');
  return movedTo(reminder, occurrence, {until, now}, instants);
};

/** Later by this much, or earlier. One that has rung rings again after this time. */
export const shifted = (reminder: Reminder, byMs: number, {now}: Pick<At, 'now'>): Reminder => {
  if (isSeries(reminder))
    throw new GatewayError('invalid', `This reminder repeats ${reminder.repeat.words}. Give its new time instead.`);
  if (isWatching(reminder)) throw watching(reminder, 'moved');
  const hasRung = reminder.state === 'fired';
  const fireAt = (hasRung ? now : reminder.fireAt) + byMs;
  if (fireAt > now) return hasRung ? snoozedTo(reminder, fireAt, now) : {...reminder, fireAt};
  const left = hasRung ? 'It has rung' : `It rings in ${formatDuration(reminder.fireAt - now)}`;
  throw new GatewayError(
    'invalid',
    `${left}, so it can't ring that much earlier. To end it, cancel it or say "done".`,
    {
      fault: 'too-early',
    },
  );
};

/**
 * A second «done» changes nothing. A series that counts from "done" may be done before its time, and counts from then.
 */
export const finishing = (reminder: Reminder, {now, instants}: At): Reminder => {
  if (reminder.state === 'done') return reminder;
  expecting(reminder, ['pending', 'firing', 'fired'], 'done');
  if (!isSeries(reminder)) return markedDone(reminder);
  const {occurrence, repeat} = reminder;
  if (countsFromDone(reminder)) {
    const sinceMs = repeat.counted === undefined ? MINUTE : now - Date.parse(repeat.counted);
    const isTwice = occurrence === undefined && sinceMs >= 0 && sinceMs < MINUTE;
    return isTwice ? reminder : closed(reminder, now, instants);
  }
  const moved = movedAhead(reminder)?.snoozedUntil;
  if (moved !== undefined) {
    const at = formatMoment(moved, now, reminder.zone);
    throw new GatewayError('conflict', `Nothing is open: the next occurrence was moved to ${at}. Skip it instead.`, {
      fault: 'not-due',
    });
  }
  if (occurrence !== undefined) return closed(reminder, now, instants);
  if (reminder.firedAt !== undefined) return reminder;
  throw new GatewayError(
    'conflict',
    `Reminder ${shortId(reminder.id)} hasn't fired yet. Skip its next occurrence instead.`,
    {
      fault: 'not-due',
    },
  );
};

/** The occurrence that is left out: the wanted one, else the next. */
export const occurrenceToSkip = (reminder: Reminder, wanted: EpochMs | undefined): EpochMs => {
  const series = seriesOf(expecting(reminder, ['pending', 'fired'], 'skipped'), 'skipped');
  const at = wanted ?? meant(series)?.at;
  if (at === undefined) throw atItsEnd(series);
  return at;
};

/** Skips the wanted occurrence of a series, otherwise the one that "this one" refers to. */
export const skipping = (reminder: Reminder, wanted: EpochMs | undefined, {now, instants}: At): Reminder =>
  without(seriesOf(reminder, 'skipped'), occurrenceToSkip(reminder, wanted), now, instants);

/** Pausing a paused series changes when it goes on. */
export const pausing = (reminder: Reminder, until?: EpochMs): Reminder => {
  if (isWatching(reminder))
    return reminder.paused && reminder.pausedUntil === until
      ? reminder
      : {...reminder, paused: true, pausedUntil: until};
  const series = seriesOf(expecting(reminder, ['pending'], 'paused'), 'paused');
  return series.paused && series.pausedUntil === until ? series : paused(series, until);
};

/** Resuming one that isn't paused changes nothing. `seq`: events up to this number were in the pause. */
export const resuming = (reminder: Reminder, {now, instants, seq}: At & {readonly seq: number}): Reminder => {
  if (isWatching(reminder)) return reminder.paused ? watchingAgain(reminder, seq) : reminder;
  const series = seriesOf(expecting(reminder, ['pending'], 'resumed'), 'resumed');
  return series.paused ? resumed(series, now, instants) : series;
};

const seriesOf = (reminder: Reminder, verb: string): Series => {
  if (isSeries(reminder)) return reminder;
  throw new GatewayError(
    'conflict',
    `Reminder ${shortId(reminder.id)} can't be ${verb}: it doesn't repeat.${verb === 'resumed' ? '' : ' Cancel it instead.'}`,
    {fault: 'not-repeating'},
  );
};

/** It waits for an event, so it has no time to change. */
export const watching = ({id, on, once}: Reminder, verb: string): GatewayError =>
  new GatewayError(
    'conflict',
    `Reminder ${shortId(id)} can't be ${verb}: it has no time${on === undefined ? '' : `, it rings ${waitingFor({on, once})}`}. Pause it, or cancel it and set another.`,
    {fault: 'wrong-state'},
  );

const atItsEnd = ({id}: Reminder): GatewayError =>
  new GatewayError('conflict', `Reminder ${shortId(id)} has ended: no occurrence is left.`, {fault: 'at-end'});
