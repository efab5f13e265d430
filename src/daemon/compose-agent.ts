// The agent's room: its models, its tools, its prompt and its folder. Everything heavy in it is imported with the first turn,
// so that a daemon that only keeps time is small and starts at once.
import {existsSync} from 'node:fs';
import {present} from '../shared/fields/present.ts';
import type {Alarm} from '../shared/records/alarm.ts';
import type {CronJob} from '../shared/records/cron-job.ts';
import {errorMessage} from '../shared/records/gateway-error.ts';
import type {AlarmId, ReminderId} from '../shared/records/ids.ts';
import type {Environment} from '../shared/records/places.ts';
import type {Trust} from '../shared/records/trust.ts';
import {formatIn} from '../shared/time/format-time.ts';
import type {EpochMs} from '../shared/time/time.ts';
import {answeredMessage} from './channels/signal/outbound/answered-message.ts';
import {sendsBy, whyNotAttached} from './channels/signal/outbound/attached-files.ts';
import type {Config} from './config/config-schema.ts';
import type {Outbox} from './delivery/outbox.ts';
import {type AgentSignalDeps, createAgentSignal} from './flows/agent-signal.ts';
import {agentAlarms} from './flows/alarms/agent-alarms.ts';
import type {AlarmService} from './flows/alarms/alarm-actions.ts';
import {type CronPreparation, createCronPreparation} from './flows/cron/prepare-cron.ts';
import {createReflectionActions} from './flows/reflection/reflection-actions.ts';
import {agentReminders} from './flows/reminders/agent-reminders.ts';
import type {ReminderService} from './flows/reminders/reminder-actions.ts';
import {createModels, describeModel, type ModelState} from './models/model-registry.ts';
import type {Models, Tool, World} from './ports.ts';
import type {SessionIndex} from './sessions/session-index.ts';
import type {StepEnd, StepRequest} from './turns/model-step.ts';
import type {AnswerOffline} from './turns/offline-turn.ts';
import type {TurnJob, TurnTools} from './turns/run-turn.ts';
import {createTurnPrompt} from './turns/turn-prompt.ts';
import {copyName} from './workspace/copy-name.ts';
import {createFolder} from './workspace/folder.ts';
import {scaffoldWorkspace} from './workspace/scaffold.ts';
import {startSessionCopy} from './workspace/session-copy.ts';
import {sweepTemporary} from './workspace/sweep-temporary.ts';
import {createWebCache} from './workspace/web-cache.ts';

type AgentRoomDeps = World & {
  readonly config: () => Config;
  readonly env: Environment;
  readonly workspace: string;
  readonly reminderService: ReminderService;
  readonly alarms: AlarmService;
  /** The cron jobs, once it is known which there are. */
  readonly cronJobs: () => Promise<readonly CronJob[]>;
  /** The person at the terminal, whose the jobs of nobody are. */
  readonly owner: () => string | undefined;
  readonly outbox: Outbox;
  readonly index: SessionIndex;
  /** A reaction on Signal. */
  readonly react: AgentSignalDeps['react'];
  readonly trustOf: (user: string | undefined) => Trust | undefined;
  readonly zoneOf: (user: string | undefined) => string;
  /** A secret was resolved: it must not reach a log. */
  readonly onSecret: (secret: string) => void;
  readonly withoutSecrets: (text: string) => string;
  /** Masks only the secrets that were told of. */
  readonly withoutKnownSecrets: (text: string) => string;
};

type AgentRoom = {
  readonly models: Models;
  readonly describeModel: () => ModelState;
  readonly tools: () => Promise<TurnTools>;
  readonly runStep: (request: StepRequest) => Promise<StepEnd>;
  readonly answerOffline: AnswerOffline;
  readonly readFile: (path: string, limit: number) => Promise<Uint8Array | undefined>;
  readonly systemPrompt: (job: TurnJob, tools: readonly Tool[]) => Promise<string>;
  readonly cronPreparation: CronPreparation;
  /** Makes the workspace where there is none, and keeps the readable copies of the conversations. */
  readonly start: () => AsyncDisposable;
};

export const createAgentRoom = (deps: AgentRoomDeps): AgentRoom => {
  const {clock, log, store, config, env} = deps;
  const files = createFolder(deps.workspace);
  const cache = createWebCache({files, clock, log});
  const promptFor = createTurnPrompt({workspace: files, agentName: () => config().agent.id});
  let tools: Promise<TurnTools> | undefined;
  const saidAt = (at: EpochMs, zone: string): string => formatIn(at, clock.now(), zone, {zoned: true});

  const jobsOf = async (user: string | undefined): Promise<readonly CronJob[]> =>
    (await deps.cronJobs()).filter(job => (job.user ?? deps.owner()) === user);

  const loadedTools = async (): Promise<TurnTools> => {
    const {loadTools} = await import('./tools/load-tools.ts');
    return loadTools({
      clock,
      log,
      files,
      reminders: {
        actions: agentReminders(deps.reminderService, clock),
        formatIn: saidAt,
        messageOf: id => store.reminders.get(id as ReminderId)?.message,
      },
      alarms: {
        actions: agentAlarms(deps.alarms, clock),
        formatIn: saidAt,
        messageOf: id => store.alarms.get(id as AlarmId)?.message,
      },
      jobs: by => jobsOf(by.user),
      signal: createAgentSignal({
        ...deps,
        whyNotSent: path => whyNotAttached({by: sendsBy(config().signal), files}, path),
        named: answeredMessage,
      }),
      sessionUser: name => store.sessions.list().find(({key}) => copyName(key) === name)?.user,
      cache,
      reflection: createReflectionActions({store, cache}),
      environment: env,
      secretNames: () => secretNames(config()),
      withoutSecrets: text => {
        for (const secret of secretValues(config(), env)) deps.onSecret(secret);
        return deps.withoutKnownSecrets(text);
      },
    });
  };

  const toolsOnce = (): Promise<TurnTools> => {
    tools ??= loadedTools();
    return tools;
  };

  return {
    models: createModels({
      config,
      env,
      log,
      onSecret: deps.onSecret,
    }),
    describeModel: () => describeModel(config(), env),
    tools: toolsOnce,
    cronPreparation: createCronPreparation({
      clock,
      store,
      files,
      tools: toolsOnce,
      trustOf: deps.trustOf,
      zoneOf: deps.zoneOf,
      newTurnId: () => deps.ids.next('turn'),
      newBoundary: () => crypto.randomUUID().slice(-12),
    }),
    runStep: async request => {
      const {runStep} = await import('./turns/model-step.ts');
      const end = await runStep(request);
      // A provider may quote what it was sent: no key of ours reaches an event that way.
      return end.kind === 'failed' ? {...end, error: deps.withoutSecrets(end.error)} : end;
    },
    answerOffline: async asked => {
      const {createOfflineAnswerer} = await import('./flows/offline/answer-offline.ts');
      const loadFindWhen = async () => (await import('./schedule/human-time.ts')).findWhen;
      return createOfflineAnswerer({...deps, agent: () => config().agent.id, jobs: jobsOf, loadFindWhen})(asked);
    },
    readFile: (path, limit) => files.readBytes(path, {from: 0, limit}),
    systemPrompt: ({turn, zone, attempt = 1, reads}, offered) => {
      const {session, trust, user, promptChannel, source} = turn;
      const {summary} = store.sessions.get(reads ?? session) ?? {};
      const owner = store.sessions.get(session)?.user;
      return promptFor({
        session,
        trust,
        zone,
        now: clock.now(),
        source,
        setByHand: source.kind === 'alarm' && wasSetByHand(store.alarms.get(source.name as AlarmId)),
        tools: offered.map(({spec}) => spec.name),
        attempt,
        ...present({user, owner, promptChannel, summary}),
      });
    },
    start: () => {
      // Off the start path: nothing needs the folder before the first turn, and a folder that cannot be made stops nobody.
      const made = existsSync(deps.workspace)
        ? undefined
        : scaffoldWorkspace(deps.workspace).catch((error: unknown) => {
            log.error({error}, `the workspace could not be made: ${errorMessage(error)}`);
          });
      sweepTemporary(deps.workspace, log);
      const copies = startSessionCopy({files, store, log});
      return {
        [Symbol.asyncDispose]: async () => {
          await made;
          await copies[Symbol.asyncDispose]();
        },
      };
    },
  };
};

const wasSetByHand = (alarm: Alarm | undefined): boolean => alarm !== undefined && alarm.turnId === undefined;

const secretNames = ({providers}: Config): readonly string[] =>
  Object.values(providers).flatMap(({apiKey}) => (typeof apiKey === 'object' ? [apiKey.env] : []));

/** Also those of providers that were not asked yet. */
const secretValues = ({providers}: Config, env: Environment): readonly string[] =>
  Object.values(providers).flatMap(({apiKey}) =>
    typeof apiKey === 'object' ? (env[apiKey.env] ?? []) : (apiKey ?? []),
  );
