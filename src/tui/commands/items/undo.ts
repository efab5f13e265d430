// Undoes what a toast offers to undo, or the last change of a reminder.

import {undoneSentence} from '../../../shared/record-text/undone.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';
import {assertNever} from '../../../shared/text/gateway-error.ts';
import type {Undo} from '../../nouns/noun-action.ts';
import {type CommandPorts, exactNow} from '../command-ports.ts';
import {request, say} from '../session-actions.ts';

/** Undoes the newest change that is offered. */
export const undoOffered = (ports: CommandPorts): void => {
  const undo = ports.store.get().ui.toasts.findLast(toast => toast.undo !== undefined)?.undo;
  if (undo === undefined) return;
  ports.store.update(ui => ({...ui, toasts: ui.toasts.filter(toast => toast.undo !== undo)}));
  void undoOne(ports, undo);
};

/** Undoes the last cancel, done, skip or edit of a reminder, even after its toast is gone. */
export const undoLast = (ports: CommandPorts): Promise<void> => undoReminder(ports, {});

const undoOne = (ports: CommandPorts, undo: Undo): Promise<void> => {
  switch (undo.kind) {
    case 'reminder':
      return undoReminder(ports, {id: undo.id});
    case 'archive':
      return undoArchive(ports, undo);
    default:
      return assertNever(undo);
  }
};

const undoReminder = async (ports: CommandPorts, which: {readonly id?: ReminderId}): Promise<void> => {
  const reminder = await request(ports, 'reminder.undo', which);
  if (reminder !== undefined) say(ports, 'ok', undoneSentence(reminder, exactNow(ports)));
};

const undoArchive = async (
  ports: CommandPorts,
  {session, title, open}: Extract<Undo, {kind: 'archive'}>,
): Promise<void> => {
  if ((await request(ports, 'session.restore', {session})) === undefined) return;
  if (open) ports.store.dispatch({type: 'open', session});
  say(ports, 'ok', `Restored "${title}".`);
};
