// Builds everything with a due instant: reminders, alarms, cron jobs, heartbeat and reflection.

import type {IdleStatus} from '../../shared/records/jobs/idle-status.ts';
import {MINUTE} from '../../shared/time/time.ts';
import {type AlarmSource, createAlarmSource} from '../flows/alarms/fire-alarm.ts';
import {createWaker, resumeWake} from '../flows/alarms/wake-session.ts';
import type {CronStarter} from '../flows/cron/cron-starter.ts';
import {type CronSource, createCronSource} from '../flows/cron/fire-cron.ts';
import {type CronPreparation, createCronPreparation} from '../flows/cron/prepare-cron.ts';
import {createHeartbeat} from '../flows/idle/fire-heartbeat.ts';
import {type IdleSource, openIdleSource} from '../flows/idle/idle-source.ts';
import {createEscalationService, type EscalateDeps, type EscalationService} from '../flows/reach/escalate.ts';
import {createReflection} from '../flows/reflection/fire-reflection.ts';
import {createReflectionActions} from '../flows/reflection/reflection-actions.ts';
import {createReminderSource, type ReminderSource} from '../flows/reminders/fire-reminder.ts';
import {priceOf} from '../models/model-prices.ts';
import type {Scheduler} from '../schedule/scheduler.ts';
import {removeTurn} from '../sessions/remove-turn.ts';
import {topicsOf} from '../tools/files/reference-folder.ts';
import {copyPath} from '../workspace/copy-name.ts';
import {placeScaffoldFile} from '../workspace/scaffold.ts';
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

/** Heartbeat and reflection. `why`: the reason why they are off everywhere. */
type IdleWork = Omit<IdleSource, 'status'> &
  Disposable & {readonly status: () => {readonly why?: string; readonly sessions: readonly IdleStatus[]}};

export type SchedulePart = {
  readonly cron: CronSource;
  readonly cronPreparation: CronPreparation;
  readonly alarms: AlarmSource;
  readonly idle: IdleWork;
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

/** Heartbeat and reflection of idle conversations. */
const idleOf = ({
  store: {world, config, agent, people},
  services: {sessions},
  agent: {jobs, tools, models, workspace},
  scheduler,
}: ScheduleOptions): IdleWork => {
  const {files, cache} = workspace;
  const whyNothing = (): string | undefined =>
    config.current().agent.model === 'offline' ? 'needs a model' : undefined;
  const {current, userIn, trustOf, zoneOf, addressesOf} = people;
  const around = {...world, jobs, agent, current, userIn, trustOf, addressesOf, zoneOf, cache};
  const heartbeat = createHeartbeat({
    ...around,
    rules: () => config.current().heartbeat,
    readPrompt: async () => {
      const text = await files.read(HEARTBEAT_FILE);
      if (text !== undefined) return text;
      await placeScaffoldFile(files.root, HEARTBEAT_FILE);
      return (await files.read(HEARTBEAT_FILE)) ?? '';
    },
  });
  const reflection = createReflection({
    ...around,
    ...createReflectionActions(around),
    rules: () => config.current().reflection,
    tools,
    topics: () => topicsOf(files),
    copyPath,
    contextTokens: async () => (await models.candidates()).find(({name}) => name !== 'offline')?.contextTokens,
  });
  const source = openIdleSource({
    ...around,
    jobs: [heartbeat, reflection],
    whyNothing,
    isBusy: session => sessions.busy(session) || sessions.queued(session) > 0,
    soonestMs: () => {
      const {heartbeat: beat, reflection: reflect} = config.current();
      return Math.min(beat.idleMinutes, reflect.idleMinutes) * MINUTE;
    },
    reschedule: scheduler.reschedule,
  });
  return {
    ...source,
    status: () => {
      const why = whyNothing();
      return {why, sessions: why === undefined ? source.status() : []};
    },
  };
};

const HEARTBEAT_FILE = 'HEARTBEAT.md';
