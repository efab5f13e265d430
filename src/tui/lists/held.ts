// What is held of runs, deliveries, reminders and alarms, wherever it is held: in the mirror, or in the pages of the past.
import type {Alarm} from '../../shared/alarm.ts';
import type {Delivery} from '../../shared/delivery.ts';
import type {Reminder, Run} from '../../shared/jobs.ts';
import type {AppState} from '../store/app-state.ts';
import {beyond} from './beyond.ts';

export const runHeld = ({gateway, ui}: AppState, id: string): Run | undefined =>
  beyond(gateway.runs, ui.past.runs).find(run => run.id === id);

/** Of a job, newest first. */
export const runsOfJob = ({gateway, ui}: AppState, name: string): readonly Run[] =>
  beyond(gateway.runs, ui.past.runs).filter(run => run.kind === 'cron' && run.name === name);

export const deliveryHeld = ({gateway, ui}: AppState, id: string): Delivery | undefined =>
  beyond(gateway.deliveries, ui.past.deliveries).find(delivery => delivery.id === id);

export const reminderHeld = ({gateway}: AppState, id: string): Reminder | undefined =>
  gateway.reminders.find(reminder => reminder.id === id) ?? gateway.fired.find(reminder => reminder.id === id);

/** An active one; of what is over only its runs are held. */
export const alarmHeld = ({gateway}: AppState, id: string): Alarm | undefined =>
  gateway.alarms.find(alarm => alarm.id === id);
