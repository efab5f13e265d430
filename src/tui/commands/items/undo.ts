// Undoes what a toast offers to undo, or the last change of a reminder.
import {assertNever} from '../../../shared/records/gateway-error.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import type {Undo} from '../../nouns/undo.ts';
import type {Doors} from '../doors.ts';
import {request, say} from '../session-actions.ts';

/** Undoes the newest change that is offered. */
export const undoOffered = (doors: Doors): void => {
  const undo = doors.store.get().ui.toasts.findLast(toast => toast.undo !== undefined)?.undo;
  if (undo === undefined) return;
  doors.store.dispatch({type: 'undone', undo});
  void undoOne(doors, undo);
};

/** Undoes the last cancel, done, skip or edit of a reminder, even after its toast is gone. */
export const undoLast = (doors: Doors): Promise<void> => undoReminder(doors, {});

const undoOne = (doors: Doors, undo: Undo): Promise<void> => {
  switch (undo.kind) {
    case 'reminder':
      return undoReminder(doors, {id: undo.id});
    case 'archive':
      return undoArchive(doors, undo);
    default:
      return assertNever(undo);
  }
};

const undoReminder = async (doors: Doors, which: {readonly id?: ReminderId}): Promise<void> => {
  const reminder = await request(doors, 'reminder.undo', which);
  if (reminder !== undefined) say(doors, 'ok', `Undone. "${printableLine(reminder.message)}" is ${reminder.state}.`);
};

const undoArchive = async (doors: Doors, {session, title, open}: Extract<Undo, {kind: 'archive'}>): Promise<void> => {
  if ((await request(doors, 'session.restore', {session})) === undefined) return;
  if (open) doors.store.dispatch({type: 'open', session});
  say(doors, 'ok', `Restored "${title}".`);
};
