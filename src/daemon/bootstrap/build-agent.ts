// The agent: models, tools, turns, the router and announcements. Heavy modules load with the first turn, so that an idle daemon stays
// small.

import {GatewayError} from '../../shared/records/gateway-error.ts';
import {answeredMessage} from '../channels/inbox/answered-message.ts';
import {sentReply} from '../delivery/reply.ts';
import {type Announcer, createAnnouncer} from '../flows/announce.ts';
import {type Compactor, createCompactor} from '../flows/compact-session.ts';
import type {CronStarter} from '../flows/cron/cron-starter.ts';
import {type CronEditor, createCronEditor} from '../flows/cron/edit-cron.ts';
import type {CrossSessionService} from '../flows/cross-session/cross-session-actions.ts';
import {deliverUnrephrased} from '../flows/cross-session/deliver-broadcast.ts';
import {createReplyDelivery, type DeliverReply} from '../flows/deliver-reply.ts';
import {sendAway} from '../flows/doors/away-reply.ts';
import {followReply} from '../flows/reach/follow-reply.ts';
import {createReplyGuard} from '../flows/reply-guard.ts';
import {createJobRunner, type JobRunner} from '../flows/run-job.ts';
import {createUnanswered, type Unanswered} from '../flows/unanswered/unanswered.ts';
import {priceOf} from '../models/model-prices.ts';
import {createModels} from '../models/model-registry.ts';
import type {RunCommand} from '../ports/command.ts';
import type {Models} from '../ports/model.ts';
import {createRouter, type Router} from '../router.ts';
import {createGate} from '../routing/admit.ts';
import {resolveRoute} from '../routing/resolve-route.ts';
import {createLiveText, type LiveText} from '../turns/live-text.ts';
import type {StepEnd, StepRequest} from '../turns/model-step.ts';
import {runStep} from '../turns/model-step.ts';
import {createTurnRunner, type TurnRunner} from '../turns/run-turn.ts';
import type {ReplyGuard, TurnTools} from '../turns/turn-job.ts';
import {createSystemPrompt} from './agent/agent-prompt.ts';
import {type AgentToolsDeps, createAgentTools, createCommandRunner} from './agent/agent-tools.ts';
import {type AgentWorkspace, createAgentWorkspace} from './agent/agent-workspace.ts';
import {createOfflineAnswering} from './agent/offline-answerer.ts';
import {openCrossSession} from './agent/open-cross-session.ts';
import type {ServicesPart} from './build-services.ts';
import type {StorePart} from './build-store.ts';
import type {BuildOptions} from './daemon-options.ts';
import type {SignalConnection} from './signal/signal-connection.ts';

type AgentOptions = BuildOptions & {
  readonly store: StorePart;
  readonly services: ServicesPart;
  readonly signal: Pick<SignalConnection, 'channel'>;
  readonly cronStarter: CronStarter;
};

export type AgentPart = TurnsPart & {
  readonly unanswered: Unanswered;
  readonly deliverReply: DeliverReply;
  /** The policy of every message. */
  readonly admit: ReturnType<typeof createGate>;
  readonly router: Router;
  readonly announcer: Announcer;
  readonly jobs: JobRunner;
  /** Messages between conversations. The code is loaded with the first such message. */
  readonly crossSession: () => Promise<CrossSessionService>;
};

type RunStep = (request: StepRequest) => Promise<StepEnd>;

type TurnsPart = {
  readonly workspace: AgentWorkspace;
  readonly models: Models;
  readonly tools: () => Promise<TurnTools>;
  readonly runCommand: RunCommand;
  readonly cronEditor: CronEditor;
  readonly compactor: Compactor;
  /** One request to a model outside of turns, such as for a title. */
  readonly runStep: RunStep;
  readonly liveText: LiveText;
  readonly turns: TurnRunner;
};

export const buildAgent = (options: AgentOptions): AgentPart => {
  const {world, config, agent, people} = options.store;
  const {index, outbox, sessions, reach} = options.services;
  const closing = (): boolean => options.boot.closing.signal.aborted;
  const replyGuard = createReplyGuard({
    ...world,
    settings: channel => {
      const {signal, mail} = config.current();
      return channel === 'signal' ? signal : channel === 'mail' ? mail : undefined;
    },
  });
  // Turns reach other conversations through the router, which needs the turns first.
  const crossSession = once(async () => {
    return openCrossSession({...options, agent: {...built, router, admit, jobs}, closing});
  });
  const built = buildTurns(options, {replyGuard, closing, crossSession});
  const {sendTool} = replyGuard;
  const {addressesOf} = people;
  const aiming = {aim: reach.aim, addressesOf};
  const deliverReply = createReplyDelivery({...world, ...aiming, outbox, named: answeredMessage, closing, sendTool});
  const unanswered = createUnanswered({
    ...world,
    agent,
    outbox,
    index,
    owner: people.owner,
    trustOf: people.trustOf,
    isAddressedInGroups: () => config.current().signal?.groupReplies !== 'always',
    closing,
  });
  const admit = createGate({
    config: config.current,
    clock: world.clock,
    wakesBefore: world.store.turns.countWakes,
    chatUser: people.chatUser,
  });
  const router = createRouter({
    ...world,
    resolveRoute: inbound => resolveRoute(config.current(), inbound),
    admit,
    current: people.current,
    addressIn: people.addressIn,
    userIn: people.userIn,
    ceilingIn: people.ceilingOf,
    zoneOf: people.zoneOf,
    sessions,
    index,
    turns: built.turns,
    deliverReply,
    turnEnded: (turn, outcome, how, emit) => {
      unanswered.turnEnded(turn, outcome, how, emit);
      followReply({...world, outbox, reach}, turn, outcome, emit);
      sendAway({...world, outbox, ...aiming}, turn, outcome, emit);
      deliverUnrephrased(
        {...world, outbox, userIn: people.userIn, addressesOf: people.addressesOf},
        turn,
        outcome,
        emit,
      );
    },
  });
  const {conversationAt} = people;
  const announcer = createAnnouncer({
    ...world,
    conversationAt,
    router,
    outbox,
    index,
    aim: reach.aim,
    quietUntil: reach.quietUntil,
    closing,
  });
  const jobs = createJobRunner({
    ...world,
    router,
    announcer,
    closing,
    priceOf: model => priceOf(model, config.current().prices),
  });
  return {...built, unanswered, deliverReply, admit, router, announcer, jobs, crossSession};
};

type TurnsDeps = Pick<AgentPart, 'crossSession'> & {readonly replyGuard: ReplyGuard; readonly closing: () => boolean};

const buildTurns = (options: AgentOptions, {replyGuard, closing, crossSession}: TurnsDeps): TurnsPart => {
  const {
    store: {world, agent},
    services: {index},
    places,
  } = options;
  const {store} = world;
  const workspace = createAgentWorkspace({...world, path: places.workspace});
  const {files} = workspace;
  const runStep = stepRunner(options.redactor.text);
  const models = options.models ?? modelsOf(options);
  const jobs = jobsOfUser(options);
  const cronEditor = editorOf(options, workspace);
  const tools = createAgentTools({
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
  const runCommand = createCommandRunner({...options, workspace});
  const compactor = createCompactor({...world, index, runStep});
  const liveText = createLiveText();
  const turns = createTurnRunner({
    ...world,
    models,
    tools,
    runStep,
    answerOffline: createOfflineAnswering({...options, jobs, cronEditor}),
    readFile: (path, limit) => files.readBytes(path, {from: 0, limit}),
    systemPrompt: createSystemPrompt({...world, files, agent, sendTool: replyGuard.sendTool}),
    compactContext: compactor.compactContext,
    readBeside: compactor.readBeside,
    replyGuard,
    sentByTool: turn => sentReply(store, turn)?.text,
    onDelta: liveText.delta,
    onThinking: liveText.thinking,
    closing,
    sessionChanged: (turn, emit, change) => index.changed(turn.session, emit, change),
  });
  return {workspace, models, tools, runCommand, cronEditor, compactor, runStep, liveText, turns};
};

const editorOf = (
  {store: {world, people, timeReaders}, services: {cronJobs, cronFiles}}: AgentOptions,
  {files}: AgentWorkspace,
): CronEditor =>
  createCronEditor({
    clock: world.clock,
    cronJobs,
    files,
    texts: cronFiles.texts,
    zoneOf: people.zoneOf,
    readWords: timeReaders.readWords,
    owner: people.owner,
    reread: cronFiles.reread,
  });

const jobsOfUser =
  ({store: {people}, services: {cronFiles, cronJobs}}: AgentOptions): AgentToolsDeps['jobs'] =>
  async user => {
    await cronFiles.whenRead();
    return cronJobs.list().jobs.filter(job => (job.user ?? people.owner()) === user);
  };

const modelsOf = ({store: {config}, env, log, redactor}: AgentOptions): Models =>
  createModels({config: config.current, env, log, onSecret: redactor.know});

const stepRunner =
  (withoutSecrets: (text: string) => string) =>
  async (request: StepRequest): Promise<StepEnd> => {
    const end = await runStep(request);
    // A provider's error may quote the request, so API keys are removed before the error becomes an event.
    return end.kind === 'failed' ? {...end, error: withoutSecrets(end.error)} : end;
  };

const once = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
};
