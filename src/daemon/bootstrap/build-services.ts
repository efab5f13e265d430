// Services that work without a turn: reminders, alarms and the definitions of jobs.
import {CHANNELS} from '../../shared/records/channels.ts';
import {createAlarmService} from '../flows/alarms/alarm-service.ts';
import {createCronJobs} from '../flows/cron/cron-jobs.ts';
import {createReminderService} from '../flows/reminders/reminder-service.ts';
import {createCronFiles} from './jobs/cron-definitions.ts';
import type {Base, ServicesPart} from './parts.ts';

export const buildServices = (base: Base): ServicesPart => {
  const {core} = base;
  return {
    reminders: createReminderService({...core, channels: CHANNELS, stopTurn: core.sessions.stop}),
    alarms: createAlarmService(core),
    cronJobs: createCronJobs(core),
    cronFiles: createCronFiles({...base, canonical: core.people.canonical}),
  };
};
