// What may be done with the selected row of a list. Requests to the daemon; what comes of them arrives as events, and a
// sentence says that it was done or why it was not. What is hard to take back is asked about first.

import type {Reminder} from '../../../shared/jobs.ts';
import {whyNot} from '../../input/row-contexts.ts';
import {runsOfJob} from '../../lists/held.ts';
import type {ListRow} from '../../lists/list-row.ts';
import {selectedRow} from '../../lists/selected.ts';
import type {Confirmed} from '../../store/ui-state.ts';
import type {Doors} from '../doors.ts';
import {askFor} from '../overlays/ask-actions.ts';
import {request, say} from '../session-actions.ts';
import {openReader} from './item-actions.ts';

/** x: a pending reminder is cancelled, a delivery discarded. */
export const cancelRow = (doors: Doors): void => {
  const row = selectedRow(doors.store.get());
  if (row?.kind === 'reminder')
    ask(doors, `Cancel the reminder "${short(row.reminder.message)}"?`, {kind: 'cancel-reminder', id: row.reminder.id});
  if (row?.kind === 'delivery') {
    const {id, text, address} = row.delivery;
    ask(doors, `Discard the delivery "${short(text)}" to ${address}? It will not be sent.`, {kind: 'discard', id});
  }
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
  if (job !== undefined)
    ask(doors, `Run ${job.name} now? Its next window stays as it is.`, {kind: 'run-cron', name: job.name});
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
  if (name === undefined) return;
  const job = await request(doors, paused ? 'cron.pause' : 'cron.resume', {name});
  if (job !== undefined) say(doors, 'ok', `${name} ${paused ? 'is paused; p lets it go on' : 'goes on'}`);
};

export const doneRow = async (doors: Doors): Promise<void> => {
  const reminder = reminderOf(doors);
  if (reminder === undefined) return;
  const done = await request(doors, 'reminder.done', {id: reminder.id});
  if (done !== undefined) say(doors, 'ok', `done: ${reminder.message}`);
};

export const retryRow = async (doors: Doors): Promise<void> => {
  const row = selectedRow(doors.store.get());
  if (row?.kind !== 'delivery') return;
  const delivery = await request(doors, 'outbox.retry', {id: row.delivery.id});
  if (delivery !== undefined) say(doors, 'ok', `sent again: ${row.delivery.text}`);
};

export const runCron = async (doors: Doors, name: string): Promise<void> => {
  const run = await request(doors, 'cron.run', {name});
  if (run !== undefined) say(doors, 'ok', `${name} runs`);
};

export const discard = async (doors: Doors, id: string): Promise<void> => {
  const discarded = await request(doors, 'outbox.discard', {id});
  if (discarded !== undefined) say(doors, 'ok', 'discarded');
};

/** A key that means something on other rows says why it does not on this one. */
export const refuseRow = (doors: Doors, key: string): void =>
  say(doors, 'warn', whyNot(selectedRow(doors.store.get()), key));

const ask = ({store}: Doors, question: string, ifYes: Confirmed): void =>
  store.dispatch({type: 'overlay', overlay: {kind: 'confirm', question, ifYes}});

/** The reminder that the selected row is, or that its run told of. */
const reminderOf = ({store}: Doors): Reminder | undefined => {
  const row = selectedRow(store.get());
  return row?.kind === 'reminder' || row?.kind === 'run' ? row.reminder : undefined;
};

const jobOf = ({store}: Doors): Extract<ListRow, {kind: 'cron'}>['job'] | undefined => {
  const row = selectedRow(store.get());
  return row?.kind === 'cron' || row?.kind === 'window' ? row.job : undefined;
};

const short = (text: string): string => text.slice(0, 200);
