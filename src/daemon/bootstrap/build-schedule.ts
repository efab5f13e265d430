// Builds everything with a due instant: reminders, alarms, cron jobs, heartbeat and reflection.
import {MINUTE} from '../../shared/time/time.ts';
import {type AlarmSource, createAlarmSource} from '../flows/alarms/fire-alarm.ts';
import {createWaker, resumeWake} from '../flows/alarms/wake-session.ts';
import {createCronSource} from '../flows/cron/fire-cron.ts';
import {createCronPreparation} from '../flows/cron/prepare-cron.ts';
import {createHeartbeat} from '../flows/idle/fire-heartbeat.ts';
import {openIdleSource} from '../flows/idle/idle-source.ts';
import {createEscalationService, type EscalateDeps} from '../flows/reach/escalate.ts';
import {createReflection} from '../flows/reflection/fire-reflection.ts';
import {createReflectionActions} from '../flows/reflection/reflection-actions.ts';
import {createReminderSource} from '../flows/reminders/fire-reminder.ts';
import {removeTurn} from '../sessions/remove-turn.ts';
import {topicsOf} from '../tools/files/reference-folder.ts';
import {copyPath} from '../workspace/copy-name.ts';
import {placeScaffoldFile} from '../workspace/scaffold.ts';
import {jobSources} from './job-sources.ts';
import type {AgentPart, Base, IdleWork, SchedulePart, ServicesPart} from './parts.ts';

type ScheduleOptions = Base & {
  readonly services: ServicesPart;
  readonly agent: AgentPart;
  readonly channelNamed: EscalateDeps['channelNamed'];
};

export const buildSchedule = (options: ScheduleOptions): SchedulePart => {
  const {core, changes, agent, channelNamed} = options;
  const {announcer, jobs} = agent;
  const {watchedJobs} = options.services;
  const reminders = createReminderSource({...core, announcer, jobs, watchedJobs, isGone: changes.isGone, copyPath});
  const alarms = alarmsOf(options);
  const {cron, cronPreparation} = cronOf(options);
  const idle = idleOf(options);
  const escalations = createEscalationService({...core, announcer, channelNamed});
  const sources = jobSources({reminders, alarms, cron, idle, crossSession: agent.crossSession});
  return {cron, cronPreparation, alarms, events: reminders, idle, escalations, sources};
};

const alarmsOf = ({core, agent: {router, announcer}}: ScheduleOptions): AlarmSource =>
  createAlarmSource({
    ...core,
    announcer,
    waker: createWaker({...core, router}),
    resume: (run, onEnd) => resumeWake({store: core.store, router}, run, onEnd),
    jitter: Math.random,
    removeTurn: (turn, emit) => removeTurn(core, turn, emit),
  });

const cronOf = ({
  core,
  services: {cronJobs},
  agent: {announcer, jobs, tools, runCommand, workspace},
}: ScheduleOptions): Pick<SchedulePart, 'cron' | 'cronPreparation'> => {
  const cronPreparation = createCronPreparation({
    ...core,
    files: workspace.files,
    tools,
    runCommand,
    newTurnId: () => core.ids.next('turn'),
  });
  const cron = createCronSource({
    ...core,
    cronJobs,
    modelOf: ({model}) => model ?? core.config().agent.model,
    jobs,
    announcer,
    ...cronPreparation,
  });
  return {cron, cronPreparation};
};

/** Heartbeat and reflection of idle conversations. */
const idleOf = ({core, agent: {jobs, tools, models, workspace}}: ScheduleOptions): IdleWork => {
  const {config, sessions} = core;
  const {files, cache} = workspace;
  const whyNothing = (): string | undefined => (config().agent.model === 'offline' ? 'needs a model' : undefined);
  const heartbeat = createHeartbeat({
    ...core,
    jobs,
    rules: () => config().heartbeat,
    readPrompt: async () => {
      const text = await files.read(HEARTBEAT_FILE);
      if (text !== undefined) return text;
      await placeScaffoldFile(files.root, HEARTBEAT_FILE);
      return (await files.read(HEARTBEAT_FILE)) ?? '';
    },
  });
  const reflection = createReflection({
    ...core,
    ...createReflectionActions({...core, cache}),
    jobs,
    rules: () => config().reflection,
    tools,
    cache,
    topics: () => topicsOf(files),
    copyPath,
    contextTokens: async () => (await models.candidates()).find(({name}) => name !== 'offline')?.contextTokens,
  });
  const source = openIdleSource({
    ...core,
    jobs: [heartbeat, reflection],
    whyNothing,
    isBusy: session => sessions.busy(session) || sessions.queued(session) > 0,
    soonestMs: () => Math.min(config().heartbeat.idleMinutes, config().reflection.idleMinutes) * MINUTE,
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
