// The only file that knows every concrete thing. It opens the house room by room and closes it in the reverse order: what
// asks for work first, what does it next, what remembers it last.

import type {ChannelStatus, Delta, ThinkingDelta} from '../shared/events/gateway-event.ts';
import {present} from '../shared/fields/present.ts';
import {type Address, CHANNELS, TERMINAL} from '../shared/records/address.ts';
import {GatewayError} from '../shared/records/gateway-error.ts';
import type {Run} from '../shared/records/jobs.ts';
import {type Environment, type Places, socketsOf} from '../shared/records/places.ts';
import type {SessionKey} from '../shared/records/session-key.ts';
import type {Trust} from '../shared/records/trust.ts';
import {type EpochMs, instantOfIso, SECOND} from '../shared/time/time.ts';
import {answeredMessage} from './channels/signal/outbound/answered-message.ts';
import {createAgentRoom} from './compose-agent.ts';
import {createCronRoom} from './compose-cron.ts';
import {createRpcMethods} from './compose-desk.ts';
import type {SignalRoom} from './compose-signal.ts';
import {createSignalService} from './compose-signal-desk.ts';
import {checkConfig} from './config/check-config.ts';
import {openConfig} from './config/config.ts';
import {type Config, isServed} from './config/config-schema.ts';
import {valueAt} from './config/key-path.ts';
import {maskSecrets} from './config/mask-secrets.ts';
import {createOutbox} from './delivery/outbox.ts';
import {type OutboxDrain, startOutboxDrain} from './delivery/outbox-drain.ts';
import {sentReply} from './delivery/reply.ts';
import {tendUnserved} from './delivery/unserved.ts';
import {createAlarmService} from './flows/alarms/alarm-service.ts';
import {createAlarmSource} from './flows/alarms/fire-alarm.ts';
import {createWaker, resumeWake} from './flows/alarms/wake-session.ts';
import {createAnnouncer} from './flows/announce.ts';
import {chatStatus} from './flows/chat/chat-status.ts';
import {createCompactor} from './flows/compact-session.ts';
import {createReplyDelivery} from './flows/deliver-reply.ts';
import {createForgetter} from './flows/forget-old.ts';
import {createIdleLater} from './flows/idle/idle-later.ts';
import {createOutboxService} from './flows/outbox-service.ts';
import {followPeople} from './flows/people/follow-people.ts';
import {recover} from './flows/recover.ts';
import {createAnswerReminder} from './flows/reminders/answer-reminder.ts';
import {createReminderSource} from './flows/reminders/fire-reminder.ts';
import {createReminderService} from './flows/reminders/reminder-service.ts';
import {createJobRunner} from './flows/run-job.ts';
import {createSessionService} from './flows/session-service.ts';
import {createUnanswered} from './flows/unanswered/unanswered.ts';
import type {Channel, Clock, Ids, Log, Models, Store, World} from './ports.ts';
import {createRouter, type Router} from './router.ts';
import type {Person} from './routing/actor.ts';
import {createGate} from './routing/admit.ts';
import {resolveRoute, userAt, userIn, userNamed, zoneOf} from './routing/resolve-route.ts';
import {cronProblem} from './schedule/cron-expression.ts';
import type {ResolveWhen} from './schedule/read-moment.ts';
import {startScheduler} from './schedule/scheduler.ts';
import {createNames} from './sessions/names.ts';
import {createSessionIndex} from './sessions/session-index.ts';
import {createSessions, type Sessions} from './sessions/session-registry.ts';
import {takeBack} from './sessions/take-back.ts';
import {hasRunIn} from './store/database/start-notes.ts';
import {openStore} from './store/store.ts';
import {inTime} from './system/in-time.ts';
import type {Redactor} from './system/redact.ts';
import {takeLock} from './system/take-lock.ts';
import type {Zones} from './system/zones.ts';
import {stoppedReason} from './turns/interrupted.ts';
import {createTurns} from './turns/run-turn.ts';
import {copyPath} from './workspace/copy-name.ts';

type DaemonOptions = {
  readonly places: Places;
  readonly env: Environment;
  readonly zones: Zones;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly version: string;
  /** Ways to people besides the terminal. @default none */
  readonly channels?: readonly Channel[];
  /** Stands in for the configured models. */
  readonly models?: Models;
  /** Whether the database is copied each day. @default false */
  readonly backsUp?: boolean;
  /** A client asked the daemon to stop. */
  readonly onStop: () => void;
  /** Memory can no longer be trusted to keep what it is told: the process should end. */
  readonly onBroken: (error: unknown) => void;
};

type RunningDaemon = AsyncDisposable & {readonly bootId: string; readonly startedAt: EpochMs};

export const startDaemon = async (options: DaemonOptions): Promise<RunningDaemon> => {
  const {places, env, clock, ids, log, version, zones, channels = []} = options;
  await using stack = new AsyncDisposableStack();
  const startedAt = clock.now();
  // One daemon at a time has this home, so its start names it: no generator of random ids is loaded for that.
  const bootId = `boot_${startedAt.toString(36)}${process.pid.toString(36)}`;
  let closing = false;

  // Memory, and what is wished of us.
  const ranBefore = hasRunIn(places);
  stack.use(await takeLock({database: places.database, sockets: socketsOf(places), clock}));
  const store = stack.use(openStore({path: places.database, clock, log, ranBefore, onBroken: options.onBroken}));
  stack.use(store.health.watch());
  if (options.backsUp === true) {
    stack.use(store.backups.daily());
    stack.use(store.check.weekly());
  }
  const world: World = {clock, ids, log, store};
  const config = stack.use(
    openConfig({
      path: places.config,
      check: (raw, before) => checkConfig(raw, {zones, isCron: cronProblem, before}),
      log,
      clock,
    }),
  );
  const agent = (): string => config.current().agent.id;
  const personNamed = (name?: string): Person | undefined => personIn(config.current(), name);
  const trustOf = (user: string | undefined): Trust | undefined => personNamed(user)?.trust;
  const zoneFor = (user: string | undefined): string => zoneOf(config.current(), user);
  const addressesOf = (user: string): readonly Address[] => personNamed(user)?.addresses ?? [];
  const isClosing = (): boolean => closing;

  // Nouns.
  const sessions = createSessions();
  const index = createSessionIndex({store, sessions, personIn: session => userIn(config.current(), session)});
  const names = createNames({
    store,
    config: config.current,
    sourcesIn: ({users, signal: onSignal}) => ({users, groups: onSignal?.groups ?? []}),
  });
  const {soon: schedulePrune} = stack.use(createForgetter(world));
  const outbox = createOutbox({...world, onAdded: schedulePrune});
  const pumps: OutboxDrain[] = [];
  let signal: SignalRoom | undefined;
  const drainOutbox = (): void => {
    for (const pump of pumps) pump.reschedule();
    signal?.reschedule();
  };

  // The agent: loaded with the first turn, so that a daemon that only keeps time stays small.
  let reschedule = (_?: EpochMs): void => {};
  const reminderService = createReminderService({
    ...world,
    person: personNamed,
    zoneOf: zoneFor,
    resolveWhen,
    channels: CHANNELS,
    reschedule: at => reschedule(at),
  });
  const alarmService = createAlarmService({
    ...world,
    agent,
    person: personNamed,
    personAt: address => {
      const user = userAt(config.current(), address);
      return user && personNamed(user.name);
    },
    resolveWhen,
    reschedule: at => reschedule(at),
  });
  const agentRoom = createAgentRoom({
    ...world,
    config: config.current,
    env,
    workspace: places.workspace,
    reminderService,
    alarms: alarmService,
    cronJobs: async () => {
      await cronJobs.read();
      return cron.list().jobs;
    },
    owner: () => personNamed()?.name,
    outbox,
    index,
    react: async reaction => {
      const channel = signal?.channel();
      if (channel === undefined) throw new GatewayError('unavailable', 'Signal is not running.');
      await channel.sender.react(reaction);
    },
    trustOf,
    zoneOf: zoneFor,
    onSecret: options.redactor.know,
    withoutSecrets: options.redactor.text,
    withoutKnownSecrets: options.redactor.known,
  });
  const models = options.models ?? agentRoom.models;
  const compactor = createCompactor({...world, index, runStep: agentRoom.runStep});
  let onDelta = (_: Delta): void => {};
  let onThinking = (_: ThinkingDelta): void => {};
  const turns = createTurns({
    ...world,
    models,
    tools: agentRoom.tools,
    runStep: agentRoom.runStep,
    answerOffline: agentRoom.answerOffline,
    readFile: agentRoom.readFile,
    systemPrompt: agentRoom.systemPrompt,
    compactContext: compactor.compactContext,
    readBeside: compactor.readBeside,
    sentByTool: turn => sentReply(store, turn)?.text,
    onDelta: delta => onDelta(delta),
    onThinking: delta => onThinking(delta),
    closing: isClosing,
    sessionChanged: (turn, emit, change) => index.changed(turn.session, emit, change),
  });

  const deliverReply = createReplyDelivery({...world, outbox, named: answeredMessage, closing: isClosing});
  // The one door, and the stories that go through it.
  const unanswered = createUnanswered({
    ...world,
    agent,
    outbox,
    index,
    owner: () => personNamed()?.name,
    trustOf,
    isAddressedInGroups: () => config.current().signal?.groupReplies !== 'always',
    router: () => router,
    closing: isClosing,
  });
  const router: Router = createRouter({
    ...world,
    resolveRoute: inbound => resolveRoute(config.current(), inbound),
    admit: createGate({config: config.current, clock, wakesBefore: store.turns.countOfAlarms}),
    userIn: session => userIn(config.current(), session),
    zoneOf: zoneFor,
    sessions,
    index,
    turns,
    deliverReply,
    turnEnded: unanswered.turnEnded,
  });
  const announcer = createAnnouncer({...world, agent, router, outbox, index, closing: isClosing});
  const jobs = createJobRunner({...world, router, announcer, closing: isClosing});
  const people = followPeople({
    store,
    log,
    users: () => config.current().users,
    isSound: () => config.problems().length === 0,
  });
  people.look();
  stack.use(config.onChange(people.look));
  const reminders = createReminderSource({
    ...world,
    isGone: people.isGone,
    agent,
    announcer,
    jobs,
    trustOf,
    copyPath,
    schedulePrune,
    startedAt,
  });

  const alarms = createAlarmSource({
    ...world,
    agent,
    announcer,
    waker: createWaker({clock, router, agent, trustOf}),
    addressesOf,
    resume: (run, onEnd) => resumeWake({store, router}, run, onEnd),
    closing: isClosing,
    jitter: Math.random,
    takeBack: (turn, emit) => takeBack({store, index}, turn, emit),
    schedulePrune,
    reschedule: at => reschedule(at),
    startedAt,
  });

  const cronRoom = createCronRoom({
    ...world,
    places,
    config,
    zones,
    reschedule: () => reschedule(),
    agent,
    owner: () => personNamed()?.name,
    jobs,
    announcer,
    trustOf,
    ...agentRoom.cronPreparation,
  });
  const cron = cronRoom.source;

  // Without a model that could look around in them, quiet conversations stay quiet, and nothing of this is loaded.
  const whyNothing = (): string | undefined =>
    config.current().agent.model === 'offline' ? 'The offline assistant has nothing to look around with.' : undefined;
  const quiet = createIdleLater({
    log,
    whyNothing,
    load: async () => {
      const {openIdleRoom} = await import('./compose-idle.ts');
      return openIdleRoom({
        ...world,
        agent,
        userAt: address => userAt(config.current(), address)?.name,
        trustOf,
        whyNothing,
        isBusy: session => sessions.busy(session) || sessions.queued(session) > 0,
        reschedule: at => reschedule(at),
        config: config.current,
        workspace: places.workspace,
        jobs,
        tools: agentRoom.tools,
        models,
        zoneOf: zoneFor,
        addressesOf,
      });
    },
  });

  // What the end of the last daemon left.
  const downSince = lastInstant(store);
  const resume = (run: Run): void => {
    if (run.kind === 'reminder') reminders.resume(run);
    if (run.kind === 'cron') cron.resume(run);
    if (run.kind === 'heartbeat' || run.kind === 'reflection') quiet.resume(run);
    if (run.kind === 'alarm') alarms.resume(run);
  };
  const recovery = recover({...world, router, index, resume, deliverReply, askAgain: unanswered});
  store.transact(emit =>
    emit({
      type: 'daemon.started',
      version,
      bootId,
      pid: process.pid,
      interrupted: recovery.interrupted,
      ...present({downSinceAt: downSince}),
    }),
  );
  if (config.problems().length > 0)
    store.transact(emit => emit({type: 'config.rejected', problems: config.problems()}));
  stack.use(
    config.onChange((_, problems, keys) =>
      store.transact(emit => {
        if (keys.length > 0) emit({type: 'config.changed', keys});
        if (problems.length > 0) emit({type: 'config.rejected', problems});
      }),
    ),
  );
  const cronJobs = stack.use(cronRoom.follow());
  stack.use(agentRoom.start());

  const scheduler = startScheduler({clock, log, sources: [reminders, alarms, cron, quiet.source]});
  reschedule = scheduler.reschedule;
  const channelStatuses = (): readonly ChannelStatus[] => [
    ...channels.map(channel => channel.status()),
    ...[signal?.status() ?? []].flat(),
  ];
  const outboxService = createOutboxService({
    store,
    reschedule: drainOutbox,
    statusOf: name => channelStatuses().find(({channel}) => channel === name),
  });
  const signalService = stack.use(
    createSignalService({
      ...world,
      places,
      config,
      outbox,
      channels,
      room: () => signal,
      outboxService,
    }),
  );
  const sessionService = createSessionService({...world, index, sessions, compactor, models});
  const service = stack.use(
    createRpcMethods({
      ...world,
      places,
      zone: () => zoneFor(userAt(config.current(), TERMINAL)?.name),
      version,
      bootId,
      startedAt,
      agent,
      owner: () => personNamed()?.name ?? 'owner',
      router,
      sessions,
      index,
      names,
      turns,
      scheduler,
      sessionService,
      reminders: reminderService,
      alarms: {...alarmService, wakeNow: alarms.wakeNow},
      outbox: outboxService,
      isServed: address => isServed(config.current(), address),
      cron,
      cronRead: cronJobs.read,
      signal: signalService,
      channels: channelStatuses,
      describeModel: agentRoom.describeModel,
      idle: quiet.standing,
      stop: options.onStop,
      config: key => {
        const whole = maskSecrets(config.current());
        return {path: places.config, shown: key === undefined ? whole : valueAt(whole, key)};
      },
      problems: config.problems,
      waitingProblems: () => [...unserved.problems(), ...unanswered.problems()],
      storeProblems: () => [...store.health.problems(), ...store.backups.problems(), ...people.problems()],
      dismiss: id => store.transact(() => store.setAside.dismiss(id, clock.now())),
      backUp: store.backups.create,
      backupStatus: store.backups.status,
      setConfig: config.set,
    }),
  );
  onDelta = service.delta;
  onThinking = service.thinking;

  // Closing, in the reverse order: what people write waits in its inbox, the timer stops; then what runs may finish, and what it said
  // may leave; then the ways out close, and the clients are let go.
  const unserved = stack.use(
    tendUnserved({
      ...world,
      served: () => [...channels.map(({name}) => name), ...(config.current().signal === undefined ? [] : ['signal'])],
    }),
  );
  stack.defer(() => signal?.[Symbol.asyncDispose]());
  for (const channel of channels) {
    const pump = startOutboxDrain({...world, channel, jitter: Math.random});
    pumps.push(pump);
    stack.use(pump);
  }
  stack.defer(async () => {
    closing = true;
    await Promise.all([agentRoom.cronPreparation.stop(), finish(sessions, clock)]);
  });
  stack.use(scheduler);
  stack.use(quiet);
  stack.use(config.onChange(quiet.look));
  // Loaded only where it is configured. One that is handed in stands in for the real one.
  let leaving = false;
  let listening: Promise<AsyncDisposable> | undefined;
  const followSignal = async (): Promise<void> => {
    const handedIn = channels.find(({name}) => name === 'signal');
    if (handedIn === undefined && signal === undefined && config.current().signal === undefined) return;
    const {createSignalInboundHandler, createSignalRoom} = await import('./compose-signal.ts');
    if (leaving) return;
    const deps = {
      ...world,
      config: config.current,
      database: places.database,
      workspace: places.workspace,
      router,
      index,
      takeAnswer: createAnswerReminder({...world, outbox, index, resolveWhen, reschedule: () => reschedule()}),
      commands: {
        outbox,
        reminderService,
        sessionService,
        zoneOf: zoneFor,
        status: (session: SessionKey) =>
          chatStatus({store, sessions, now: clock.now(), startedAt, model: agentRoom.describeModel()}, session),
      },
    };
    if (handedIn !== undefined) {
      listening ??= handedIn.listen(createSignalInboundHandler(deps));
      return;
    }
    signal ??= createSignalRoom(deps);
    await signal.follow();
  };
  stack.defer(async () => {
    leaving = true;
    await (await listening)?.[Symbol.asyncDispose]();
    await signal?.stopIntake();
  });
  stack.use(config.onChange(() => void followSignal()));
  stack.use(await service.open());
  recovery.goOn();
  void followSignal();
  // The first line of a log takes longer than the first answer, which somebody waits for.
  const tellReady = (): void =>
    log.info({bootId, socket: places.socket, interrupted: recovery.interrupted}, 'the daemon is ready');
  stack.use(clock.after(READY_MS, tellReady));
  stack.use(clock.after(SETTLED_MS, quiet.look));
  const opened = stack.move();
  return {bootId, startedAt, [Symbol.asyncDispose]: () => opened.disposeAsync()};
};

/** Lets what runs come to its end, for a bounded time; then aborts it, and waits for the stopping itself. */
const finish = async (sessions: Sessions, clock: Clock): Promise<void> => {
  const drained = sessions.drain();
  if (await inTime(drained, FINISH_MS, clock)) return;
  sessions.stopAll(stoppedReason);
  await inTime(drained, ABORT_MS, clock);
};

/** A configured person; without a name, the one at the terminal. */
const personIn = (config: Config, name?: string): Person | undefined => {
  const user = name === undefined ? userAt(config, TERMINAL) : userNamed(config, name);
  return user && {name: user.name, trust: user.trust, zone: zoneOf(config, user.name), addresses: user.match};
};

const lastInstant = (store: Store): EpochMs | undefined => {
  const [last] = store.events.after(store.events.seq - 1, 1) ?? [];
  return last === undefined ? undefined : instantOfIso(last.at);
};
/** All the words there are for times load when somebody first uses one. */
const resolveWhen: ResolveWhen = async (text, context) =>
  (await import('./schedule/human-time.ts')).resolveWhen(text, context);

const READY_MS = 20;
/** By then the first clients have had their first answers. */
const SETTLED_MS = 100;
const FINISH_MS = 5 * SECOND;
const ABORT_MS = SECOND;
