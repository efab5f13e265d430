// An undo in one sentence: the change that was taken back, and the reminder's state now.
import type {Wire} from '../fields/wire.ts';
import type {UndoneChange, UndoneReminder} from '../records/jobs/jobs.ts';
import {waitsForEvent} from '../records/jobs/starting-event.ts';
import {printableLine} from '../text/sanitize.ts';
import {clauseFromOutside} from '../text/sentences.ts';
import {shortened} from '../text/shortened.ts';
import {formatMoment} from '../time/format-time.ts';
import {type EpochMs, instantOfIso} from '../time/time.ts';
import {waitingFor} from './waiting-for.ts';

/** `Undid the snooze: stretch rang today 17:08 and is not done.` */
export const undoneSentence = (reminder: Wire<UndoneReminder>, now: EpochMs): string => {
  const {undone, message} = reminder;
  const what = undone === undefined ? 'Undone' : `Undid ${UNDONE_CHANGES[undone]}`;
  return `${what}: ${clauseFromOutside(printableLine(shortened(message, LONGEST)))} ${stateNow(reminder, now)}.`;
};

const stateNow = (reminder: Wire<UndoneReminder>, now: EpochMs): string => {
  const {state, fireAt, firedAt = fireAt, zone, occurrence, paused} = reminder;
  const at = (iso: string): string => formatMoment(instantOfIso(iso) ?? now, now, zone);
  const isOpen = occurrence !== undefined && occurrence.snoozedUntil === undefined;
  if (state === 'fired' || (state === 'pending' && isOpen)) return `rang ${at(firedAt)} and is not done`;
  if (state === 'firing') return 'rings now';
  if (state !== 'pending') return `is ${state}`;
  if (paused === true) return 'is paused';
  return waitsForEvent(reminder) ? `rings ${waitingFor(reminder)}` : `rings ${at(fireAt)}`;
};

/** As the object of a sentence. */
export const UNDONE_CHANGES: Readonly<Record<UndoneChange, string>> = {
  cancel: 'the cancellation',
  done: '"done"',
  snooze: 'the snooze',
  skip: 'the skip',
  edit: 'the change',
  pause: 'the pause',
  resume: 'the end of the pause',
  'move-zone': 'the move to another zone',
};

const LONGEST = 100;
