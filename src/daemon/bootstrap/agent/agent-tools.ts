// The agent's tools, loaded with the first turn that needs them.

import type {CronJob} from '../../../shared/records/cron-job.ts';
import type {AlarmId, ReminderId} from '../../../shared/records/ids.ts';
import type {Environment} from '../../../shared/records/places.ts';
import {formatIn} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {answeredMessage} from '../../channels/signal/outbound/answered-message.ts';
import {sendsBy, whyNotAttached} from '../../channels/signal/outbound/attached-files.ts';
import type {Config} from '../../config/config-schema.ts';
import {type AgentSignalDeps, createAgentSignal} from '../../flows/agent-signal.ts';
import {agentAlarms} from '../../flows/alarms/agent-alarms.ts';
import {createReflectionActions} from '../../flows/reflection/reflection-actions.ts';
import {agentReminders} from '../../flows/reminders/agent-reminders.ts';
import type {Redactor} from '../../system/redact.ts';
import type {TurnTools} from '../../turns/run-turn.ts';
import {copyName} from '../../workspace/copy-name.ts';
import type {ServicesPart} from '../build-services.ts';
import type {StorePart} from '../build-store.ts';
import type {AgentWorkspace} from './agent-workspace.ts';

export type AgentToolsDeps = {
  readonly store: StorePart;
  readonly services: ServicesPart;
  readonly workspace: AgentWorkspace;
  readonly env: Environment;
  readonly redactor: Redactor;
  /** The cron jobs of a user, once it is known which there are. Jobs of nobody are the owner's. */
  readonly jobs: (user: string | undefined) => Promise<readonly CronJob[]>;
  /** A reaction on Signal. */
  readonly react: AgentSignalDeps['react'];
};

/** Loads the tools once, when they are first asked for. */
export const createAgentTools = (deps: AgentToolsDeps): (() => Promise<TurnTools>) => {
  let tools: Promise<TurnTools> | undefined;
  return () => {
    tools ??= load(deps);
    return tools;
  };
};

const load = async (deps: AgentToolsDeps): Promise<TurnTools> => {
  const {services, workspace, env, redactor} = deps;
  const {world, config} = deps.store;
  const {store, clock, log} = world;
  const {files, cache} = workspace;
  const saidAt = (at: EpochMs, zone: string): string => formatIn(at, clock.now(), zone, {zoned: true});
  const {loadTools} = await import('../../tools/load-tools.ts');
  return loadTools({
    clock,
    log,
    files,
    cache,
    reminders: {
      actions: agentReminders(services.reminders, clock),
      formatIn: saidAt,
      messageOf: id => store.reminders.get(id as ReminderId)?.message,
    },
    alarms: {
      actions: agentAlarms(services.alarms, clock),
      formatIn: saidAt,
      messageOf: id => store.alarms.get(id as AlarmId)?.message,
    },
    jobs: by => deps.jobs(by.user),
    signal: signalTools(deps),
    sessionUser: name => store.sessions.list().find(({key}) => copyName(key) === name)?.user,
    reflection: createReflectionActions({store, cache}),
    environment: env,
    secretNames: () => secretNames(config.current()),
    withoutSecrets: text => {
      for (const secret of secretValues(config.current(), env)) redactor.know(secret);
      return redactor.known(text);
    },
  });
};

const signalTools = ({store: {world, config}, services, workspace, react}: AgentToolsDeps) =>
  createAgentSignal({
    ...world,
    config: config.current,
    outbox: services.outbox,
    index: services.index,
    react,
    whyNotSent: path => whyNotAttached({by: sendsBy(config.current().signal), files: workspace.files}, path),
    named: answeredMessage,
  });

const secretNames = ({providers}: Config): readonly string[] =>
  Object.values(providers).flatMap(({apiKey}) => (typeof apiKey === 'object' ? [apiKey.env] : []));

/** Also those of providers that were not asked yet. */
const secretValues = ({providers}: Config, env: Environment): readonly string[] =>
  Object.values(providers).flatMap(({apiKey}) =>
    typeof apiKey === 'object' ? (env[apiKey.env] ?? []) : (apiKey ?? []),
  );
