// What is done with a reminder, a job or a delivery, from wherever one points at it. What comes of it arrives as events, and a
// sentence says that it was done. What is hard to take back is asked about first.
import type {Alarm} from '../../../shared/alarm.ts';
import type {Delivery} from '../../../shared/delivery.ts';
import type {AlarmId, ReminderId} from '../../../shared/ids.ts';
import type {Reminder} from '../../../shared/jobs.ts';
import type {Confirmed} from '../../store/ui-state.ts';
import type {Doors} from '../doors.ts';
import {request, say} from '../session-actions.ts';

export const askToCancel = (doors: Doors, {id, message}: Pick<Reminder, 'id' | 'message'>): void =>
  confirm(doors, `Cancel the reminder "${inQuestion(message)}"?`, {kind: 'cancel-reminder', id});

export const cancelReminder = async (doors: Doors, id: ReminderId): Promise<void> => {
  const cancelled = await request(doors, 'reminder.cancel', {id});
  if (cancelled !== undefined) say(doors, 'ok', `cancelled: ${cancelled.message}`);
};

export const callDone = async (doors: Doors, id: ReminderId): Promise<void> => {
  const done = await request(doors, 'reminder.done', {id});
  if (done !== undefined) say(doors, 'ok', `done: ${done.message}`);
};

export const askToCancelAlarm = (doors: Doors, {id, message}: Pick<Alarm, 'id' | 'message'>): void =>
  confirm(doors, `Cancel the alarm "${inQuestion(message)}"? It will not wake the agent.`, {kind: 'cancel-alarm', id});

export const cancelAlarm = async (doors: Doors, id: AlarmId): Promise<void> => {
  const cancelled = await request(doors, 'alarm.cancel', {id});
  if (cancelled !== undefined) say(doors, 'ok', `cancelled: ${cancelled.message}`);
};

export const askToWake = (doors: Doors, {id, message, kind}: Pick<Alarm, 'id' | 'message' | 'kind'>): void =>
  confirm(
    doors,
    `Wake the agent with "${inQuestion(message)}" now?${kind === 'cron' ? ' Its next instant stays as it is.' : ' It is over with that.'}`,
    {kind: 'wake-alarm', id},
  );

export const wakeAlarm = async (doors: Doors, id: AlarmId): Promise<void> => {
  const woken = await request(doors, 'alarm.wake', {id});
  if (woken !== undefined) say(doors, 'ok', `woke the agent: ${woken.alarm.message}`);
};

export const askToRun = (doors: Doors, name: string): void =>
  confirm(doors, `Run ${name} now? Its schedule doesn't change.`, {kind: 'run-cron', name});

export const runCron = async (doors: Doors, name: string): Promise<void> => {
  const run = await request(doors, 'cron.run', {name});
  if (run !== undefined) say(doors, 'ok', `${name} was started`);
};

export const pauseCron = async (doors: Doors, name: string, paused: boolean): Promise<void> => {
  const job = await request(doors, paused ? 'cron.pause' : 'cron.resume', {name});
  if (job !== undefined) say(doors, 'ok', `${name} ${paused ? 'is paused; p resumes it' : 'goes on'}`);
};

export const askToDiscard = (doors: Doors, {id, text, address}: Pick<Delivery, 'id' | 'text' | 'address'>): void =>
  confirm(doors, `Discard the delivery "${inQuestion(text)}" to ${address}? It will not be sent.`, {
    kind: 'discard',
    id,
  });

export const discardDelivery = async (doors: Doors, id: string): Promise<void> => {
  const discarded = await request(doors, 'outbox.discard', {id});
  if (discarded !== undefined) say(doors, 'ok', 'discarded');
};

export const retryDelivery = async (doors: Doors, {id, text}: Pick<Delivery, 'id' | 'text'>): Promise<void> => {
  const delivery = await request(doors, 'outbox.retry', {id});
  if (delivery !== undefined) say(doors, 'ok', `sent again: ${text}`);
};

const confirm = ({store}: Doors, question: string, ifYes: Confirmed): void =>
  store.dispatch({type: 'overlay', overlay: {kind: 'confirm', question, ifYes}});

const inQuestion = (text: string): string => text.slice(0, MOST_IN_QUESTION);

const MOST_IN_QUESTION = 200;
