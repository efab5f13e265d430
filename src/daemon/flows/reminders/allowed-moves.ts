// The moves that a reminder's state allows; each throws a sentence if it doesn't. Pure.
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {Reminder, ReminderState} from '../../../shared/records/jobs/jobs.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {markedCancelled, markedDone, snoozedTo} from '../../schedule/reminder-moves.ts';
import {type Instants, isSeries, nextOccurrence, type Series} from '../../schedule/series/advance.ts';
import {closed, meant, movedTo, paused, resumed, without} from '../../schedule/series/changes.ts';

type At = {readonly now: EpochMs; readonly instants: Instants};

export const expecting = (reminder: Reminder, states: readonly ReminderState[], verb: string): Reminder => {
  if (states.includes(reminder.state)) return reminder;
  const now = reminder.state === 'firing' ? 'firing right now' : `already ${reminder.state}`;
  throw new GatewayError('conflict', `Reminder ${reminder.id} can't be ${verb}: it is ${now}.`);
};

/** A fired reminder can't be cancelled unless it still nags. */
export const cancelling = (reminder: Reminder): Reminder =>
  markedCancelled(reminder.nextNagAt === undefined ? expecting(reminder, ['pending'], 'cancelled') : reminder);

export const snoozing = (reminder: Reminder, until: EpochMs, {now, instants}: At): Reminder => {
  if (!isSeries(reminder)) return snoozedTo(expecting(reminder, ['pending', 'fired', 'done'], 'snoozed'), until, now);
  const occurrence = reminder.occurrence ?? nextOccurrence(reminder);
  if (occurrence === undefined) throw atItsEnd(reminder);
  expecting(reminder, ['pending', 'fired'], 'snoozed');
  return movedTo(reminder, occurrence, {until, now}, instants);
};

/** A second «done» changes nothing. */
export const finishing = (reminder: Reminder): Reminder => {
  if (reminder.state === 'done') return reminder;
  expecting(reminder, ['pending', 'firing', 'fired'], 'done');
  if (!isSeries(reminder)) return markedDone(reminder);
  if (reminder.occurrence !== undefined) return closed(reminder);
  if (reminder.firedAt !== undefined) return reminder;
  throw new GatewayError('conflict', `Reminder ${reminder.id} hasn't fired yet. Skip its next occurrence instead.`);
};

/** The occurrence that is left out: the wanted one, else the next. */
export const occurrenceToSkip = (reminder: Reminder, wanted: EpochMs | undefined): EpochMs => {
  const series = seriesOf(expecting(reminder, ['pending', 'fired'], 'skipped'), 'skipped');
  const at = wanted ?? meant(series)?.at;
  if (at === undefined) throw atItsEnd(series);
  return at;
};

export const skipping = (reminder: Reminder, wanted: EpochMs | undefined, {now, instants}: At): Reminder =>
  without(seriesOf(reminder, 'skipped'), occurrenceToSkip(reminder, wanted), now, instants);

export const pausing = (reminder: Reminder): Reminder => {
  const series = seriesOf(expecting(reminder, ['pending'], 'paused'), 'paused');
  return series.paused ? series : paused(series);
};

export const resuming = (reminder: Reminder, {now, instants}: At): Reminder => {
  const series = seriesOf(expecting(reminder, ['pending'], 'resumed'), 'resumed');
  return series.paused ? resumed(series, now, instants) : series;
};

const seriesOf = (reminder: Reminder, verb: string): Series => {
  if (isSeries(reminder)) return reminder;
  throw new GatewayError('conflict', `Reminder ${reminder.id} can't be ${verb}: it doesn't repeat. Cancel it instead.`);
};

const atItsEnd = ({id}: Reminder): GatewayError =>
  new GatewayError('conflict', `Reminder ${id} has come to its end: no occurrence is left.`);
