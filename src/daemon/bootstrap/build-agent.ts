// The agent: models, tools, turns, the router and announcements.
import {ENGLISH_TEXTS, textsOfLanguage} from '../../shared/languages/texts.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import {readTimeout} from '../../shared/time/job-timeout.ts';
import {HOUR} from '../../shared/time/time.ts';
import {answeredMessage} from '../channels/inbox/answered-message.ts';
import type {Core} from '../core.ts';
import {sentReply} from '../delivery/reply.ts';
import {createAnnouncer} from '../flows/announce.ts';
import {type Approvals, createApprovals} from '../flows/approvals/approvals.ts';
import {createPhone, ringingAddresses} from '../flows/approvals/on-phone.ts';
import {tellRefused} from '../flows/approvals/tell-refused.ts';
import {createCompactor} from '../flows/compact-session.ts';
import {type CronEditor, createCronEditor} from '../flows/cron/edit-cron.ts';
import type {CrossSessionService} from '../flows/cross-session/cross-session-actions.ts';
import {createCrossSessionService} from '../flows/cross-session/cross-session-service.ts';
import {deliverUnrephrased} from '../flows/cross-session/deliver-broadcast.ts';
import {createReplyDelivery} from '../flows/deliver-reply.ts';
import {sendAway} from '../flows/doors/away-reply.ts';
import {followReply} from '../flows/reach/follow-reply.ts';
import {createReplyGuard} from '../flows/reply-guard.ts';
import {createJobRunner} from '../flows/run-job.ts';
import {createUnanswered} from '../flows/unanswered/unanswered.ts';
import {createModels} from '../models/model-registry.ts';
import {modelCalls, toolRuns} from '../outputs.ts';
import type {Models} from '../ports/model.ts';
import {createRouter} from '../router.ts';
import {createGate} from '../routing/admit.ts';
import {addSteering} from '../sessions/add-steering.ts';
import {removeTurn} from '../sessions/remove-turn.ts';
import {sha256} from '../system/node-crypto.ts';
import {createLiveText} from '../turns/live-text.ts';
import {runStep} from '../turns/model-step.ts';
import {createTurnRunner} from '../turns/run-turn.ts';
import type {ReplyGuard} from '../turns/turn-job.ts';
import {createNotesRead, createSystemPrompt} from './agent/agent-prompt.ts';
import {type AgentToolsDeps, createAgentTools, createCommandRunner} from './agent/agent-tools.ts';
import {type AgentWorkspace, createAgentWorkspace} from './agent/agent-workspace.ts';
import {createOfflineAnswering} from './agent/offline-answerer.ts';
import type {AgentPart, Base, SchedulePart, ServicesPart} from './parts.ts';
import type {SignalConnection} from './signal/signal-connection.ts';

type AgentOptions = Base & {
  readonly services: ServicesPart;
  readonly signal: Pick<SignalConnection, 'channel'>;
  /** The jobs' runs, which are built after the agent. */
  readonly cron: () => SchedulePart['cron'];
};

export const buildAgent = (options: AgentOptions): AgentPart => {
  const {core, config} = options;
  const replyGuard = createReplyGuard({
    ...core,
    settings: channel => {
      const {signal, mail} = config.current();
      return channel === 'signal' ? signal : channel === 'mail' ? mail : undefined;
    },
  });
  // Turns reach other conversations through the router, which needs the turns first.
  const built = buildTurns(options, replyGuard, () => crossSession);
  const deliverReply = createReplyDelivery({...core, named: answeredMessage, sendTool: replyGuard.sendTool});
  const unanswered = createUnanswered({
    ...core,
    isAddressedInGroups: () => config.current().signal?.groupReplies !== 'always',
  });
  const admit = createGate({
    config: core.config,
    clock: core.clock,
    wakesBefore: core.store.turns.countWakes,
    chatUser: core.people.chatUser,
  });
  const router = createRouter({
    ...core,
    admit,
    turns: built.turns,
    ending: (turn, outcome, emit) => tellRefused(core, turn, outcome, emit),
    deliverReply,
    turnEnded: (turn, outcome, how, emit) => {
      unanswered.turnEnded(turn, outcome, how, emit);
      followReply(core, turn, outcome, emit);
      sendAway(core, turn, outcome, emit);
      deliverUnrephrased(core, turn, outcome, emit);
    },
  });
  const announcer = createAnnouncer({...core, router});
  const jobs = createJobRunner({...core, router, announcer});
  const crossSession = createCrossSessionService({
    ...core,
    router,
    admit,
    jobs,
    models: built.models,
    mostPerDay: () => core.config().limits.wakesPerDay,
    stopSession: session => {
      for (const turn of core.store.turns.inState('queued')) {
        if (turn.session === session && core.sessions.withdraw(turn.id, STOPPED))
          core.store.transact(emit => removeTurn(core, turn, emit));
      }
      core.sessions.stop(session, STOPPED);
    },
  });
  return {...built, unanswered, deliverReply, admit, router, announcer, jobs, crossSession};
};

type TurnsPart = Pick<
  AgentPart,
  | 'workspace'
  | 'models'
  | 'tools'
  | 'approvals'
  | 'runCommand'
  | 'cronEditor'
  | 'compactor'
  | 'runStep'
  | 'liveText'
  | 'turns'
>;

const buildTurns = (
  options: AgentOptions,
  replyGuard: ReplyGuard,
  crossSession: () => CrossSessionService,
): TurnsPart => {
  const {core, places, gate} = options;
  const workspace = createAgentWorkspace({...core, path: places.workspace});
  const {files} = workspace;
  const {models, runStep: ask} = modelCalls(
    {models: options.models ?? modelsOf(options), runStep: stepRunner(options.redactor.text)},
    gate,
  );
  const jobs = jobsOfUser(core, options.services);
  const cronEditor = editorOf(core, options.services, workspace);
  const agentTools = createAgentTools({
    ...options,
    crossSession,
    workspace,
    cronEditor,
    jobs,
    react: async reaction => {
      const channel = options.signal.channel();
      if (channel === undefined) throw new GatewayError('unavailable', 'Signal is not running.');
      await channel.sender.react(reaction);
    },
  });
  const tools = toolRuns(agentTools, gate);
  const runCommand = createCommandRunner({...options, workspace});
  const compactor = createCompactor({...core, runStep: ask});
  const liveText = createLiveText();
  const approvals = approvalsOf(options, tools);
  const turns = createTurnRunner({
    ...core,
    models,
    tools,
    runStep: ask,
    answerOffline: createOfflineAnswering({...options, jobs, cronEditor}),
    readFile: (path, limit) => files.readBytes(path, {from: 0, limit}),
    systemPrompt: createSystemPrompt({...core, files, sendTool: replyGuard.sendTool}),
    limitsOfNotes: createNotesRead({...core, files}),
    compactContext: compactor.compactContext,
    readBeside: compactor.readBeside,
    replyGuard,
    clear: approvals.clear,
    addSteering: turn => addSteering(core, turn),
    sentByTool: turn => sentReply(core.store, turn)?.text,
    onDelta: liveText.delta,
    onThinking: liveText.thinking,
    sessionChanged: (turn, emit, change) => core.index.changed(turn.session, emit, change),
  });
  return {workspace, models, tools, approvals, runCommand, cronEditor, compactor, runStep: ask, liveText, turns};
};

const approvalsOf = ({core, terminals, timeReaders}: AgentOptions, tools: AgentPart['tools']): Approvals =>
  createApprovals({
    ...core,
    tools,
    policy: () => {
      const {ask, deadline} = core.config().policy;
      return {ask, deadlineMs: readTimeout(deadline) ?? HOUR};
    },
    canReach: person =>
      (person === core.people.owner() && terminals.attached()) || ringingAddresses(core, person).length > 0,
    phone: createPhone(core),
    languageOf: person => {
      const code = textsOfLanguage((core.people.localeOf(person) ?? timeReaders.locale()).slice(0, 2))?.code;
      return code === ENGLISH_TEXTS.code ? undefined : code;
    },
    sha256,
  });

const editorOf = (core: Core, {cronJobs, cronFiles}: ServicesPart, {files}: AgentWorkspace): CronEditor =>
  createCronEditor({...core, cronJobs, files, texts: cronFiles.texts, reread: cronFiles.reread});

const jobsOfUser =
  ({people}: Core, {cronFiles, cronJobs}: ServicesPart): AgentToolsDeps['jobs'] =>
  async user => {
    await cronFiles.whenRead();
    return cronJobs.list().jobs.filter(job => (job.user ?? people.owner()) === user);
  };

const modelsOf = ({config, env, log, redactor}: AgentOptions): Models =>
  createModels({config: config.current, env, log, onSecret: redactor.know});

const stepRunner =
  (withoutSecrets: (text: string) => string): AgentPart['runStep'] =>
  async request => {
    const end = await runStep(request);
    // A provider's error may quote the request, so API keys are removed before the error becomes an event.
    return end.kind === 'failed' ? {...end, error: withoutSecrets(end.error)} : end;
  };

const STOPPED = 'A person stopped the task.';
