// What may be done with the selected row of a list, by the keys that mean something on it.

import type {Reminder} from '../../../shared/jobs.ts';
import {whyNot} from '../../input/row-contexts.ts';
import {runsOfJob} from '../../lists/held.ts';
import type {ListRow} from '../../lists/list-row.ts';
import {selectedRow} from '../../lists/selected.ts';
import type {Doors} from '../doors.ts';
import {askFor} from '../overlays/ask-actions.ts';
import {say} from '../session-actions.ts';
import {askToCancel, askToDiscard, askToRun, callDone, pauseCron, retryDelivery} from './deeds.ts';
import {openReader} from './item-actions.ts';

/** x: a pending reminder is cancelled, a delivery discarded. */
export const cancelRow = (doors: Doors): void => {
  const row = selectedRow(doors.store.get());
  if (row?.kind === 'reminder') askToCancel(doors, row.reminder);
  if (row?.kind === 'delivery') askToDiscard(doors, row.delivery);
};

export const snoozeRow = (doors: Doors): void => {
  const reminder = reminderOf(doors);
  if (reminder !== undefined) askFor(doors, {kind: 'snooze', id: reminder.id, message: reminder.message});
};

export const moveRow = (doors: Doors): void => {
  const reminder = reminderOf(doors);
  if (reminder !== undefined) askFor(doors, {kind: 'move', id: reminder.id, message: reminder.message});
};

export const runRow = (doors: Doors): void => {
  const job = jobOf(doors);
  if (job !== undefined) askToRun(doors, job.name);
};

/** What was said in the newest run of the selected job. */
export const lastRunOfRow = (doors: Doors): void => {
  const name = jobOf(doors)?.name;
  if (name === undefined) return;
  const [run] = runsOfJob(doors.store.get(), name);
  if (run === undefined) say(doors, 'warn', `${name} has not run yet; F runs it now`);
  else void openReader(doors, {ref: {kind: 'run', id: run.id}});
};

export const pauseRow = async (doors: Doors, paused: boolean): Promise<void> => {
  const name = jobOf(doors)?.name;
  if (name !== undefined) await pauseCron(doors, name, paused);
};

export const doneRow = async (doors: Doors): Promise<void> => {
  const reminder = reminderOf(doors);
  if (reminder !== undefined) await callDone(doors, reminder.id);
};

export const retryRow = async (doors: Doors): Promise<void> => {
  const row = selectedRow(doors.store.get());
  if (row?.kind === 'delivery') await retryDelivery(doors, row.delivery);
};

/** A key that means something on other rows says why it does not on this one. */
export const refuseRow = (doors: Doors, key: string): void =>
  say(doors, 'warn', whyNot(selectedRow(doors.store.get()), key));

/** The reminder that the selected row is, or that its run told of. */
const reminderOf = ({store}: Doors): Reminder | undefined => {
  const row = selectedRow(store.get());
  return row?.kind === 'reminder' || row?.kind === 'run' ? row.reminder : undefined;
};

const jobOf = ({store}: Doors): Extract<ListRow, {kind: 'cron'}>['job'] | undefined => {
  const row = selectedRow(store.get());
  return row?.kind === 'cron' || row?.kind === 'window' ? row.job : undefined;
};
