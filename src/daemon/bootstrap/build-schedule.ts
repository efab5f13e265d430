// Builds everything with a due instant: reminders, alarms, cron jobs, heartbeat and reflection.
import {type AlarmSource, createAlarmSource} from '../flows/alarms/fire-alarm.ts';
import {createWaker, resumeWake} from '../flows/alarms/wake-session.ts';
import type {CronStarter} from '../flows/cron/cron-starter.ts';
import {type CronSource, createCronSource} from '../flows/cron/fire-cron.ts';
import {type CronPreparation, createCronPreparation} from '../flows/cron/prepare-cron.ts';
import {createIdleLater, type IdleLater} from '../flows/idle/idle-later.ts';
import {createEscalationService, type EscalateDeps, type EscalationService} from '../flows/reach/escalate.ts';
import {createReminderSource, type ReminderSource} from '../flows/reminders/fire-reminder.ts';
import {priceOf} from '../models/model-prices.ts';
import type {Scheduler} from '../schedule/scheduler.ts';
import {removeTurn} from '../sessions/remove-turn.ts';
import {copyPath} from '../workspace/copy-name.ts';
import type {AgentPart} from './build-agent.ts';
import type {ServicesPart} from './build-services.ts';
import type {StorePart} from './build-store.ts';
import type {BuildOptions} from './daemon-options.ts';
import {type JobSources, jobSources} from './job-sources.ts';

type ScheduleOptions = BuildOptions & {
  readonly store: StorePart;
  readonly services: ServicesPart;
  readonly agent: AgentPart;
  readonly scheduler: Scheduler;
  readonly cronStarter: CronStarter;
  readonly channelNamed: EscalateDeps['channelNamed'];
};

export type SchedulePart = {
  readonly cron: CronSource;
  readonly cronPreparation: CronPreparation;
  readonly alarms: AlarmSource;
  readonly idle: IdleLater;
  readonly escalations: EscalationService;
  readonly sources: JobSources;
};

export const buildSchedule = (options: ScheduleOptions): SchedulePart => {
  const reminders = remindersOf(options);
  const alarms = alarmsOf(options);
  const {cron, cronPreparation} = cronOf(options);
  const idle = idleOf(options);
  const escalations = escalationsOf(options);
  return {
    cron,
    cronPreparation,
    alarms,
    idle,
    escalations,
    sources: jobSources({reminders, alarms, cron, idle, crossSession: options.agent.crossSession}),
  };
};

const remindersOf = ({store, agent: {announcer, jobs}, boot}: ScheduleOptions): ReminderSource => {
  const {world, agent, people, changes, instants, schedulePrune} = store;
  return createReminderSource({
    ...world,
    agent,
    announcer,
    jobs,
    trustOf: people.trustOf,
    addressesOf: people.addressesOf,
    isGone: changes.isGone,
    copyPath,
    schedulePrune,
    instants,
    startedAt: boot.startedAt,
  });
};

const escalationsOf = ({
  store,
  services,
  agent: {announcer},
  scheduler,
  channelNamed,
}: ScheduleOptions): EscalationService =>
  createEscalationService({
    ...store.world,
    announcer,
    reach: services.reach,
    zoneOf: store.people.zoneOf,
    owner: store.people.owner,
    reschedule: scheduler.reschedule,
    channelNamed,
  });

const alarmsOf = ({
  store,
  services: {index, outbox},
  agent: {router, announcer},
  scheduler,
  boot,
}: ScheduleOptions): AlarmSource => {
  const {world, agent, people, schedulePrune} = store;
  const {trustOf, addressesOf} = people;
  return createAlarmSource({
    ...world,
    agent,
    announcer,
    outbox,
    current: people.current,
    waker: createWaker({clock: world.clock, router, agent, trustOf, addressIn: people.addressIn}),
    addressesOf,
    resume: (run, onEnd) => resumeWake({store: world.store, router}, run, onEnd),
    closing: () => boot.closing.signal.aborted,
    jitter: Math.random,
    removeTurn: (turn, emit) => removeTurn({store: world.store, index}, turn, emit),
    schedulePrune,
    reschedule: scheduler.reschedule,
    startedAt: boot.startedAt,
  });
};

const cronOf = ({
  store,
  services: {cronJobs},
  agent: built,
  scheduler,
  cronStarter,
}: ScheduleOptions): Pick<SchedulePart, 'cron' | 'cronPreparation'> => {
  const {world, agent, people} = store;
  const {announcer, jobs, tools, runCommand, workspace} = built;
  const cronPreparation = createCronPreparation({
    ...world,
    files: workspace.files,
    tools,
    runCommand,
    trustOf: people.trustOf,
    zoneOf: people.zoneOf,
    newTurnId: () => world.ids.next('turn'),
  });
  const cron = createCronSource({
    ...world,
    cronJobs,
    agent,
    owner: people.owner,
    addressesOf: people.addressesOf,
    priceOf: model => priceOf(model, store.config.current().prices),
    modelOf: ({model}) => model ?? store.config.current().agent.model,
    reschedule: scheduler.reschedule,
    jobs,
    announcer,
    trustOf: people.trustOf,
    ...cronPreparation,
  });
  cronStarter.open(cron);
  return {cron, cronPreparation};
};

/** Heartbeat and reflection need a model. Without one, their modules aren't loaded. */
const idleOf = (options: ScheduleOptions): IdleLater => {
  const {
    store: {world, config, agent, people},
    services: {sessions},
    agent: built,
    scheduler,
  } = options;
  const whyNothing = (): string | undefined =>
    config.current().agent.model === 'offline' ? 'needs a model' : undefined;
  return createIdleLater({
    log: world.log,
    whyNothing,
    load: async () => {
      const {openIdle} = await import('./open-idle.ts');
      return openIdle({
        ...world,
        jobs: built.jobs,
        tools: built.tools,
        models: built.models,
        files: built.workspace.files,
        cache: built.workspace.cache,
        agent,
        config: config.current,
        current: people.current,
        userIn: people.userIn,
        trustOf: people.trustOf,
        zoneOf: people.zoneOf,
        addressesOf: people.addressesOf,
        whyNothing,
        isBusy: session => sessions.busy(session) || sessions.queued(session) > 0,
        reschedule: scheduler.reschedule,
      });
    },
  });
};
