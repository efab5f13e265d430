// Services that work without a turn: conversations, the outbox, reminders and alarms.
import {CHANNELS} from '../../shared/records/channels.ts';
import {isServed} from '../config/config-schema.ts';
import {createOutbox, type Outbox} from '../delivery/outbox.ts';
import {createReach, type Reach} from '../delivery/reach/aim.ts';
import {createTerminals, type Terminals} from '../delivery/reach/terminals.ts';
import type {AlarmService} from '../flows/alarms/alarm-actions.ts';
import {createAlarmService} from '../flows/alarms/alarm-service.ts';
import {type CronJobs, createCronJobs} from '../flows/cron/cron-jobs.ts';
import type {ReminderService} from '../flows/reminders/reminder-actions.ts';
import {createReminderService} from '../flows/reminders/reminder-service.ts';
import type {Scheduler} from '../schedule/scheduler.ts';
import {createSessionIndex, type SessionIndex} from '../sessions/session-index.ts';
import {createSessions, type Sessions} from '../sessions/session-registry.ts';
import type {StorePart} from './build-store.ts';
import {servesChannel} from './channels/channel-entries.ts';
import type {BuildOptions} from './daemon-options.ts';
import {type CronFiles, createCronFiles} from './jobs/cron-definitions.ts';

export type ServicesPart = {
  readonly sessions: Sessions;
  readonly index: SessionIndex;
  readonly outbox: Outbox;
  /** The open terminals, and whether somebody sits there. */
  readonly terminals: Terminals;
  readonly reach: Reach;
  readonly reminders: ReminderService;
  readonly alarms: AlarmService;
  readonly cronJobs: CronJobs;
  readonly cronFiles: CronFiles;
};

type ServicesOptions = BuildOptions & {
  readonly store: StorePart;
  readonly scheduler: Pick<Scheduler, 'reschedule'>;
};

export const buildServices = (options: ServicesOptions): ServicesPart => {
  const {store, scheduler} = options;
  const {world, config, agent, people, schedulePrune} = store;
  const {reschedule} = scheduler;
  const {readWords, resolveWhen} = store.timeReaders;
  const sessions = createSessions();
  const terminals = createTerminals(world.clock);
  return {
    sessions,
    index: createSessionIndex({...world, sessions, personIn: people.userIn, current: people.current}),
    outbox: createOutbox({...world, onAdded: schedulePrune, canonical: people.canonical}),
    terminals,
    reach: createReach({
      ...world,
      users: () => config.current().users,
      seen: terminals.seen,
      zoneOf: people.zoneOf,
      serves: name => servesChannel(options, config.current(), name),
      reschedule,
    }),
    reminders: createReminderService({
      ...world,
      person: people.person,
      zoneOf: people.zoneOf,
      resolveWhen,
      instants: store.instants,
      readWords,
      channels: CHANNELS,
      reschedule,
      stopTurn: sessions.stop,
    }),
    alarms: createAlarmService({
      ...world,
      agent,
      person: people.person,
      personAt: people.personAt,
      isServed: address => isServed(config.current(), people.canonical(address)),
      conversationAt: people.conversationAt,
      current: people.current,
      resolveWhen,
      reschedule,
    }),
    cronJobs: createCronJobs({...world, instants: store.instants}),
    cronFiles: createCronFiles({...options, config, schedules: store.schedules, canonical: people.canonical}),
  };
};
