// The agent's tools.
import {asksNow} from '../../../shared/records/approval.ts';
import type {AlarmId, ReminderId} from '../../../shared/records/ids.ts';
import type {CronJob} from '../../../shared/records/jobs/cron-job.ts';
import type {Environment} from '../../../shared/records/places.ts';
import type {TextLimit} from '../../../shared/records/trust.ts';
import {momentWithZone} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {answeredMessage} from '../../channels/inbox/answered-message.ts';
import {whyNotMailed} from '../../channels/mail/outgoing/mime.ts';
import {sendsBy, whyNotAttached} from '../../channels/signal/outbound/attached-files.ts';
import type {Core} from '../../core.ts';
import {type AgentSendDeps, sendByAgent, sendEffects} from '../../flows/agent/agent-send.ts';
import {type AgentSignalDeps, createAgentSignal} from '../../flows/agent/agent-signal.ts';
import {agentAlarms} from '../../flows/alarms/agent-alarms.ts';
import {agentCron} from '../../flows/cron/agent-cron.ts';
import type {CronEditor} from '../../flows/cron/edit-cron.ts';
import type {CronSource} from '../../flows/cron/fire-cron.ts';
import {
  type ActingSession,
  type CrossSessionService,
  reachEffects,
} from '../../flows/cross-session/cross-session-actions.ts';
import {agentQuiet} from '../../flows/reach/agent-quiet.ts';
import {createReflectionActions} from '../../flows/reflection/reflection-actions.ts';
import {agentReminders} from '../../flows/reminders/agent-reminders.ts';
import {commandRuns} from '../../outputs.ts';
import type {RunCommand} from '../../ports/command.ts';
import type {Sandbox} from '../../ports/sandbox.ts';
import type {World} from '../../ports/system.ts';
import type {ToolContext} from '../../ports/tool.ts';
import {coversHost} from '../../system/host-pattern.ts';
import type {Redactor} from '../../system/redact.ts';
import type {CrossSessionActions} from '../../tools/cross-session.ts';
import {createCommandOrigins} from '../../tools/files/command-origins.ts';
import {createFileLimits, type FileLimits} from '../../tools/files/file-limits.ts';
import type {MailActions} from '../../tools/mail.ts';
import {createJobShell, createShell} from '../../tools/shell/workspace-shell.ts';
import type {WebFetchDeps} from '../../tools/web/web-fetch.ts';
import {limitsOfConversation} from '../../turns/context-trust.ts';
import {isKnownAddress} from '../../turns/prompt/known-address.ts';
import type {TurnTools} from '../../turns/turn-job.ts';
import {copyName} from '../../workspace/copy-name.ts';
import {secretNames, secretValues} from '../config-secrets.ts';
import type {Base, ServicesPart} from '../parts.ts';
import type {AgentWorkspace} from './agent-workspace.ts';

export type AgentToolsDeps = {
  readonly core: Core;
  readonly services: ServicesPart;
  readonly workspace: AgentWorkspace;
  readonly env: Environment;
  readonly redactor: Redactor;
  readonly sandbox: Sandbox;
  /** The cron jobs of a user, once the job files have been read. Jobs without a user belong to the owner. */
  readonly jobs: (user: string | undefined) => Promise<readonly CronJob[]>;
  readonly cronEditor: CronEditor;
  readonly cron: () => CronSource;
  readonly crossSession: () => CrossSessionService;
  readonly react: AgentSignalDeps['react'];
};

/** Loads the tools on first use. */
export const createAgentTools = (deps: AgentToolsDeps): (() => Promise<TurnTools>) => {
  let tools: Promise<TurnTools> | undefined;
  return () => {
    tools ??= load(deps);
    return tools;
  };
};

const load = async (deps: AgentToolsDeps): Promise<TurnTools> => {
  const {core, services, workspace, env} = deps;
  const {store, clock, log, config} = core;
  const {files, cache} = workspace;
  const zonedMoment = (at: EpochMs, zone: string): string => momentWithZone(at, clock.now(), zone);
  const {loadTools} = await import('../../tools/load-tools.ts');
  return loadTools({
    clock,
    log,
    files,
    cache,
    reminders: {
      actions: agentReminders(services.reminders, clock),
      formatMoment: zonedMoment,
      messageOf: id => store.reminders.get(id as ReminderId)?.message,
    },
    alarms: {
      actions: agentAlarms(services.alarms, clock),
      formatMoment: zonedMoment,
      messageOf: id => store.alarms.get(id as AlarmId)?.message,
    },
    jobs: by => deps.jobs(by.user),
    cron: {
      actions: agentCron({
        cronJobs: services.cronJobs,
        editor: deps.cronEditor,
        starter: deps.cron(),
        whenRead: services.cronFiles.whenRead,
      }),
      formatMoment: zonedMoment,
    },
    quiet: {actions: agentQuiet(core), formatMoment: zonedMoment},
    signal: signalTools(deps),
    mail: mailTools(deps),
    crossSession: crossSessionTools(deps),
    search: {
      config: () => config().search,
      keyOf: key => (typeof key === 'object' ? env[key.env] : key),
    },
    limits: fileLimitsOf(core),
    addresses: knownAddresses(core),
    sessionUser: name => store.sessions.list().find(({key}) => copyName(key) === name)?.user,
    reflection: createReflectionActions({store, cache}),
    environment: env,
    secretNames: () => secretNames(config()),
    sandbox: deps.sandbox,
    policy: () => config().policy,
    withoutSecrets: secretsTaken(deps),
  });
};

/** The addresses that a turn may fetch, and the redirects that it may follow, without a question. */
const knownAddresses = ({store, config}: Core): Pick<WebFetchDeps, 'isKnown' | 'mayLead'> => {
  const isListed = (url: string): boolean =>
    config().policy.hosts.some(host => coversHost(host, URL.parse(url)?.hostname ?? ''));
  const isGiven = (url: string, {session, turnId}: ToolContext): boolean =>
    isKnownAddress(url, store.messages.context(session, turnId));
  return {
    isKnown: (url, by) => isListed(url) || isGiven(url, by),
    mayLead: (from, to, by) => {
      const asks = asksNow(config().policy.ask.fetch, (by.limits ?? []).length > 0);
      return !asks || by.accepted !== undefined || isGiven(from, by) || isListed(to);
    },
  };
};

const fileLimitsOf = ({store, clock}: Core): FileLimits =>
  createFileLimits({store, clock, limitsOfCopy: (name, by) => limitsOfCopy(store, name, by)});

/** The texts from elsewhere in the parts of a message that its person didn't write. */
export const enclosedOrigins = (core: Core, {files}: AgentWorkspace) =>
  createCommandOrigins({files, limits: fileLimitsOf(core)}).ofEnclosed;

/** The texts from elsewhere in the copy of a conversation, and those of its person, if that is somebody else. */
const limitsOfCopy = (
  store: World['store'],
  name: string,
  by: Pick<ToolContext, 'session' | 'user'>,
): readonly TextLimit[] => {
  const session = store.sessions.list().find(({key}) => copyName(key) === name);
  if (session === undefined) return [{trust: 'public', by: {kind: 'file', name: `sessions/${name}.jsonl`}}];
  return limitsOfConversation(session, store.messages.fromElsewhere(session.key), by);
};

/** The commands of jobs; the shell is loaded with the first of them. */
export const createCommandRunner = (
  deps: Pick<AgentToolsDeps, 'core' | 'workspace' | 'env' | 'redactor' | 'sandbox'> &
    Pick<Base, 'gate'> & {
      /** The message about a command that took too long. @default names a job's key */
      readonly tooLong?: string;
    },
): RunCommand =>
  commandRuns(async request => {
    const {core, workspace, env} = deps;
    const shell = createShell({
      clock: core.clock,
      root: workspace.files.root,
      environment: env,
      secretNames: () => secretNames(core.config()),
      sandbox: deps.sandbox,
    });
    const outcome = await createJobShell(shell, secretsTaken(deps), deps.tooLong)(request);
    const {command, by} = request;
    if (by === undefined) return outcome;
    const origins = createCommandOrigins({files: workspace.files, limits: fileLimitsOf(core)});
    return {...outcome, limits: await origins.ofOutput(command, outcome.output, by)};
  }, deps.gate);

/** Masks the secrets of the configuration, including those of providers that were not asked yet. */
const secretsTaken =
  ({core: {config}, env, redactor}: Pick<AgentToolsDeps, 'core' | 'env' | 'redactor'>) =>
  (text: string): string => {
    for (const secret of secretValues(config(), env)) redactor.know(secret);
    return redactor.known(text);
  };

const crossSessionTools = ({core, crossSession}: AgentToolsDeps): CrossSessionActions => {
  const actingSession = ({session, user, trust, limits, turnId, callId}: ToolContext): ActingSession => ({
    session,
    trust,
    turnId,
    user,
    limits,
    key: `${turnId}:${callId}`,
  });
  return {
    effects: (to, by) => reachEffects(core, to, by),
    send: async (request, by) => crossSession().send(request, actingSession(by)),
    delegate: async (task, by) => crossSession().delegate(task, actingSession(by)),
    broadcast: async (request, by) => crossSession().broadcast(request, actingSession(by)),
  };
};

const signalTools = ({core, workspace, react}: AgentToolsDeps) =>
  createAgentSignal({
    ...core,
    react,
    whyNotSent: path => whyNotAttached({by: sendsBy(core.config().signal), files: workspace.files}, path),
    named: answeredMessage,
  });

const mailTools = ({core, workspace}: AgentToolsDeps): MailActions => {
  const sending: AgentSendDeps = {
    ...core,
    whyNotSent: async path => {
      return await whyNotMailed(workspace.files, path);
    },
    named: answeredMessage,
  };
  return {
    isOn: () => core.config().mail !== undefined,
    effects: (to, by) => sendEffects(core, 'mail', to, by),
    send: request => sendByAgent(sending, 'mail', request),
  };
};
