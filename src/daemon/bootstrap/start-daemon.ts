// Starts the daemon: builds its parts in order of their dependencies, starts them, and closes them in reverse.

import type {Clock} from '../../shared/time/clock.ts';
import {type EpochMs, instantOfIso, SECOND} from '../../shared/time/time.ts';
import type {ConfigListener} from '../config/config.ts';
import {createCronStarter} from '../flows/cron/cron-starter.ts';
import {createJoining} from '../flows/join-conversations.ts';
import {type Recovery, recover} from '../flows/recover.ts';
import type {Store} from '../ports/store.ts';
import {ceilingOf} from '../routing/resolve-route.ts';
import {createScheduler, type Scheduler} from '../schedule/scheduler.ts';
import {inTime} from '../system/time-limit.ts';
import {stoppedReason} from '../turns/interrupted.ts';
import {hasCalls} from '../turns/open-calls.ts';
import {copyPath} from '../workspace/copy-name.ts';
import {type AgentPart, buildAgent} from './build-agent.ts';
import {buildChannels} from './build-channels.ts';
import {buildConversations} from './build-conversations.ts';
import {buildRpc} from './build-rpc.ts';
import {buildSchedule, type SchedulePart} from './build-schedule.ts';
import {buildServices, type ServicesPart} from './build-services.ts';
import {buildStore, type StorePart} from './build-store.ts';
import type {Boot, BuildOptions, DaemonOptions} from './daemon-options.ts';
import {buildDoors} from './doors/build-doors.ts';
import {guardTimers} from './guard-timers.ts';
import {wakeSourcesOf} from './job-sources.ts';
import {createSignalConnection} from './signal/signal-connection.ts';

type RunningDaemon = AsyncDisposable & Pick<Boot, 'bootId' | 'startedAt'>;

/** Resolves when clients can connect. Rejects with a sentence when the daemon can't start. */
export const startDaemon = async (raw: DaemonOptions): Promise<RunningDaemon> => {
  await using stack = new AsyncDisposableStack();
  const timers = stack.use(guardTimers(raw.clock, raw.log));
  const options = {...raw, clock: timers.clock};
  const boot = bootOf(options.clock);
  const store = stack.use(await buildStore(options));
  const {world, config} = store;
  // Created first because other parts need them, and started later.
  const lastSeenAt = lastInstant(world.store);
  const scheduler = createScheduler({...world, lastSeenAt});
  const signal = createSignalConnection({...world, config: config.current});
  const cronStarter = createCronStarter();
  const given = {...options, timerProblems: timers.problems, boot, store, scheduler, signal, cronStarter};

  const services = buildServices(given);
  const agent = buildAgent({...given, services});
  // Schedule and channels need each other: escalations withdraw stale deliveries through a channel.
  const schedule = buildSchedule({...given, services, agent, channelNamed: name => channels.named(name)});
  const joinConversations = joiningOf(store, services);
  joinConversations();
  const recovery = recoverFrom({...given, services, agent, schedule, downSinceAt: lastSeenAt});
  const {sessionService, conversations, follow} = buildConversations({...given, services, agent, schedule});
  const channels = buildChannels({...given, services, agent, sessionService, conversations});
  const doors = buildDoors({...given, services, agent}, channels.statuses);
  const rpc = buildRpc({...given, services, agent, schedule, channels, doors, sessionService, conversations});

  // Closing runs in reverse order: intake and schedule stop, turns finish, their messages leave, channels close, clients disconnect, the
  // store closes.
  stack.use(config.onChange(publishConfig(store)));
  stack.use(store.onSeriesMoved(scheduler.reschedule));
  stack.use(config.onChange(joinConversations));
  stack.use(followCron({services, schedule, scheduler}));
  stack.use(agent.workspace.start());
  stack.use(follow());
  stack.use(channels.signal);
  stack.use(rpc);
  // The last deliveries settle their alarms.
  stack.use(schedule.alarms.follow());
  stack.use(agent.unanswered.follow());
  stack.use(channels);
  stack.use(channels.sending);
  stack.defer(() => finishTurns({boot, store: world.store, clock: world.clock, services, schedule}));
  stack.use(schedule.escalations.follow());
  scheduler.start([...wakeSourcesOf(schedule.sources), schedule.escalations]);
  stack.use(scheduler);
  stack.use(schedule.idle);
  stack.use(channels.intake);
  stack.use(config.onChange(channels.follow));
  stack.use(doors);
  stack.use(config.onChange(() => void doors.follow()));
  stack.use(await rpc.open());
  recovery.resume();
  reportTasks(given, agent);
  schedule.escalations.resume();
  channels.follow();
  await doors.follow();
  stack.use(logReadySoon(given, recovery));
  const opened = stack.move();
  return {...boot, [Symbol.asyncDispose]: () => opened.disposeAsync()};
};

/** Only one daemon runs in a home, so the start time identifies it. That saves loading the random id generator. */
const bootOf = (clock: Clock): Boot => {
  const startedAt = clock.now();
  const bootId = `boot_${startedAt.toString(36)}${process.pid.toString(36)}`;
  return {bootId, startedAt, closing: new AbortController()};
};

const joiningOf = ({world, config, people}: StorePart, {index}: ServicesPart): (() => void) =>
  createJoining({
    ...world,
    index,
    current: people.current,
    ceilingIn: session => ceilingOf(config.current(), session),
    copyPath,
  });

type RecoverOptions = BuildOptions & {
  readonly store: StorePart;
  readonly services: ServicesPart;
  readonly agent: AgentPart;
  readonly schedule: SchedulePart;
  /** The instant of the last event of the previous daemon. */
  readonly downSinceAt: EpochMs | undefined;
};

/** Ends what was interrupted when the last daemon stopped, and publishes this start. */
const recoverFrom = (options: RecoverOptions): Recovery => {
  const {store, services, agent, schedule, boot, version, downSinceAt} = options;
  const {world, config} = store;
  const recovery = recover({
    ...world,
    router: agent.router,
    index: services.index,
    deliverReply: agent.deliverReply,
    askAgain: agent.unanswered,
    resume: run => schedule.sources[run.kind].resume(run),
  });
  world.store.transact(emit =>
    emit({
      type: 'daemon.started',
      version,
      bootId: boot.bootId,
      pid: process.pid,
      interrupted: recovery.interrupted,
      downSinceAt,
    }),
  );
  publishConfig(store)(config.current(), config.problems(), []);
  return recovery;
};

/** Results of delegated tasks that the last daemon had not reported. */
const reportTasks = ({store}: {readonly store: StorePart}, {crossSession}: AgentPart): void => {
  const isOpen = store.world.store.runs
    .list({kind: 'delegation', limit: MOST_TASKS})
    .some(({status, delegated}) => status !== 'running' && delegated?.reportedAt === undefined);
  if (isOpen) void crossSession().then(({reportRest}) => reportRest());
};

const lastInstant = (store: Store): EpochMs | undefined => {
  const [last] = store.events.after(store.events.seq - 1, 1) ?? [];
  return last === undefined ? undefined : instantOfIso(last.at);
};

const publishConfig =
  ({world, names}: StorePart): ConfigListener =>
  (_, problems, keys) => {
    const isNaming = keys.some(key => NAME_KEYS.test(key));
    if (keys.length === 0 && problems.length === 0) return;
    world.store.transact(emit => {
      if (keys.length > 0) emit({type: 'config.changed', keys, names: isNaming ? names() : undefined});
      if (problems.length > 0) emit({type: 'config.rejected', problems});
    });
  };

type CronOptions = {readonly services: ServicesPart; readonly schedule: SchedulePart; readonly scheduler: Scheduler};

const followCron = ({services, schedule, scheduler}: CronOptions): Disposable =>
  services.cronFiles.follow(definitions => {
    schedule.cron.load(definitions);
    scheduler.reschedule();
  });

type ClosingParts = {
  readonly store: Store;
  readonly boot: Boot;
  readonly clock: Clock;
  readonly services: ServicesPart;
  readonly schedule: SchedulePart;
};

/** Waits a bounded time for active turns, then aborts them and waits for the abort. */
const finishTurns = async ({boot, store, clock, services: {sessions}, schedule}: ClosingParts): Promise<void> => {
  boot.closing.abort();
  const prepared = schedule.cronPreparation.stop();
  const drained = sessions.drain();
  if (!(await inTime(drained, FINISH_MS, clock))) {
    sessions.stopAll(ticket => stoppedReason(ticket, hasCalls(store.messages.ofTurn(ticket.turnId))));
    await inTime(drained, ABORT_MS, clock);
  }
  await prepared;
};

/** The line of the log that the daemon is ready waits until the first clients have been answered. */
const logReadySoon = ({clock, log, boot, places}: BuildOptions, {interrupted}: Recovery): Disposable =>
  clock.after(READY_MS, () =>
    log.info({bootId: boot.bootId, socket: places.socket, interrupted}, 'The daemon is ready.'),
  );

const READY_MS = 20;
const FINISH_MS = 5 * SECOND;
const ABORT_MS = SECOND;
/** Configuration keys that change the names of addresses. */
const NAME_KEYS = /^(?:users|signal)\b/u;
const MOST_TASKS = 1_000;
