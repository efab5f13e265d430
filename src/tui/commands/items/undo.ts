// Takes back the last cancel, done, skip or edit of a reminder.
import {printableLine} from '../../../shared/text/sanitize.ts';
import type {Doors} from '../doors.ts';
import {request, say} from '../session-actions.ts';

export const undoLast = async (doors: Doors): Promise<void> => {
  const reminder = await request(doors, 'reminder.undo', {});
  if (reminder !== undefined) say(doors, 'ok', `undone: ${printableLine(reminder.message)} is ${reminder.state} again`);
};
