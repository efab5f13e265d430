import {CHANNELS} from '../../shared/records/channels.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import type {ConfigListener} from '../config/config.ts';
import type {Core} from '../core.ts';
import {createAlarmService} from '../flows/alarms/alarm-service.ts';
import {followTitles} from '../flows/conversations/follow-titles.ts';
import {createCronJobs} from '../flows/cron/cron-jobs.ts';
import {createJoining} from '../flows/join-conversations.ts';
import {type Recovery, recover} from '../flows/recover.ts';
import type {WatchedJob} from '../flows/reminders/events/read-event.ts';
import {createReminderService} from '../flows/reminders/reminder-service.ts';
import type {CronIndex} from '../schedule/cron/cron-index.ts';
import {inTime} from '../system/time-limit.ts';
import {stoppedReason} from '../turns/interrupted.ts';
import {hasCalls} from '../turns/open-calls.ts';
import {copyPath} from '../workspace/copy-name.ts';
import {buildAgent} from './build-agent.ts';
import {buildChannels} from './build-channels.ts';
import {buildConversations} from './build-conversations.ts';
import {buildCore} from './build-core.ts';
import {buildRpc} from './build-rpc.ts';
import {buildSchedule} from './build-schedule.ts';
import {buildWatch} from './build-watch.ts';
import type {DaemonOptions} from './daemon-options.ts';
import {buildDoors} from './doors/build-doors.ts';
import {guardTimers} from './guard-timers.ts';
import {wakeSourcesOf} from './job-sources.ts';
import {createCronFiles} from './jobs/cron-definitions.ts';
import type {AgentPart, Base, Boot, SchedulePart, ServicesPart} from './parts.ts';
import {buildReplica} from './replica/build-replica.ts';
import {bootIdAt} from './serve-clients.ts';
import {createSignalConnection} from './signal/signal-connection.ts';

type RunningDaemon = AsyncDisposable & Pick<Boot, 'bootId' | 'startedAt'>;

/** Resolves when clients can connect. Rejects with a sentence when the daemon can't start. */
export const startDaemon = async (raw: DaemonOptions): Promise<RunningDaemon> => {
  await using stack = new AsyncDisposableStack();
  const timers = stack.use(guardTimers(raw.clock, raw.log));
  const options = {...raw, clock: timers.clock};
  const boot = bootOf(options.clock);
  const base = stack.use(await buildCore({...options, timerProblems: timers.problems, boot}));
  const {core, config, scheduler} = base;
  const signal = createSignalConnection(core);
  const replica = stack.use(buildReplica(base));
  const {followed} = replica;

  const services = {...buildServices(base), replica};
  // An agent's turn runs jobs, and a job's run asks the agent. Schedule and channels need each other, too: escalations
  // withdraw stale deliveries through a channel. So the part that is built first asks for the other when it needs it.
  const agent = buildAgent({...base, services, signal, cron: () => schedule.cron});
  const schedule = buildSchedule({...base, services, agent, channelNamed: name => channels.named(name)});
  const joinConversations = createJoining({...core, copyPath});
  joinConversations();
  const recovery = recoverFrom(base, agent, schedule);
  const conversations = buildConversations({...base, agent, schedule});
  const channels = buildChannels({...base, ...conversations, services, agent, schedule, signal});
  const watch = buildWatch(base, agent, channels.statuses, () => doors.status() !== undefined);
  const doors = buildDoors({...base, agent, called: watch.calls.called}, channels.statuses);
  const rpc = buildRpc({...base, ...conversations, services, agent, schedule, channels, doors, watch});

  // Closing runs in reverse order: intake and schedule stop, turns finish, their messages leave, channels close,
  // clients disconnect, the store closes.
  stack.use(config.onChange(publishConfig(base)));
  stack.use(base.onSeriesMoved(scheduler.reschedule));
  stack.use(config.onChange(joinConversations));
  stack.use(followCron(base, services, schedule));
  stack.use(schedule.events);
  stack.use(agent.workspace.start());
  stack.use(agent.approvals);
  stack.use(followTitles({...core, models: agent.models, runStep: agent.runStep}));
  stack.use(channels.signal);
  stack.use(rpc);
  // The last deliveries settle their alarms.
  stack.use(schedule.alarms.follow());
  stack.use(agent.unanswered.follow());
  stack.use(channels);
  stack.use(channels.sending);
  stack.defer(() => finishTurns(base, schedule));
  const acting = stack.use(new AsyncDisposableStack());
  const beginToAct = (): void => {
    acting.use(schedule.escalations.follow());
    scheduler.start([...wakeSourcesOf(schedule.sources), schedule.escalations, watch.calls]);
    acting.use(scheduler);
    acting.use(schedule.idle);
    acting.use(channels.intake);
    acting.use(config.onChange(channels.follow));
    acting.use(doors);
    acting.use(watch);
    acting.use(config.onChange(() => void doors.follow().then(watch.follow)));
  };
  const act = async (): Promise<void> => {
    recovery.resume();
    reportTasks(core, agent);
    schedule.escalations.resume();
    channels.follow();
    await doors.follow();
    watch.follow();
    acting.use(logReadySoon(base, recovery));
  };
  const isQuiet = options.trial === true || followed.replaced() !== undefined;
  const {mayAct} = followed;
  if (!isQuiet) options.onWork?.();
  if (!isQuiet && mayAct === undefined) beginToAct();
  stack.use(await rpc.open());
  const opened = stack.move();
  const running = {...boot, [Symbol.asyncDispose]: () => opened.disposeAsync()};
  if (isQuiet) followed.refuseIfReplaced();
  else if (mayAct === undefined) await act();
  else
    void mayAct.then(async () => {
      if (acting.disposed || followed.replaced() !== undefined) return;
      beginToAct();
      await act();
    });
  return running;
};

const bootOf = (clock: Clock): Boot => {
  const startedAt = clock.now();
  return {bootId: bootIdAt(startedAt), startedAt, closing: new AbortController()};
};

/** Ends what was interrupted when the last daemon stopped, and publishes this start. */
const recoverFrom = (base: Base, agent: AgentPart, schedule: SchedulePart): Recovery => {
  const {core, config, boot, version, lastSeenAt: downSinceAt} = base;
  const recovery = recover({
    ...core,
    router: agent.router,
    deliverReply: agent.deliverReply,
    askAgain: agent.unanswered,
    resume: run => schedule.sources[run.kind].resume(run),
  });
  core.store.transact(emit =>
    emit({
      type: 'daemon.started',
      version,
      bootId: boot.bootId,
      pid: process.pid,
      interrupted: recovery.interrupted,
      downSinceAt,
    }),
  );
  publishConfig(base)(config.current(), config.problems(), []);
  return recovery;
};

/** Results of delegated tasks that the last daemon had not reported. */
const reportTasks = ({store}: Core, {crossSession}: AgentPart): void => {
  const isOpen = store.runs
    .list({kind: 'delegation', limit: MOST_TASKS})
    .some(({status, delegated}) => status !== 'running' && delegated?.reportedAt === undefined);
  if (isOpen) crossSession.reportRest();
};

const publishConfig =
  ({core: {store}, names}: Base): ConfigListener =>
  (_, problems, keys) => {
    const isNaming = keys.some(key => NAME_KEYS.test(key));
    if (keys.length === 0 && problems.length === 0) return;
    store.transact(emit => {
      if (keys.length > 0) emit({type: 'config.changed', keys, names: isNaming ? names() : undefined});
      if (problems.length > 0) emit({type: 'config.rejected', problems});
    });
  };

const followCron = ({scheduler}: Base, {cronFiles, replica}: ServicesPart, {cron, events}: SchedulePart): Disposable =>
  cronFiles.follow(definitions => {
    // Changes of the files are stored, and a daemon that was taken over from stores nothing.
    if (replica.followed.replaced() !== undefined) return;
    cron.load(definitions);
    events.checkGone();
    scheduler.reschedule();
  });

/** Waits a bounded time for active turns, then aborts them and waits for the abort. */
const finishTurns = async ({core, cell, boot}: Base, schedule: SchedulePart): Promise<void> => {
  const {store, clock, sessions} = core;
  boot.closing.abort();
  const prepared = schedule.cronPreparation.stop();
  const drained = sessions.drain();
  // A turn of a cell can't finish while nothing may leave.
  const finishMs = cell?.closed() === undefined ? FINISH_MS : 0;
  if (!(await inTime(drained, finishMs, clock))) {
    sessions.stopAll(ticket => stoppedReason(ticket, hasCalls(store.messages.ofTurn(ticket.turnId))));
    await inTime(drained, ABORT_MS, clock);
  }
  await prepared;
};

/** The line of the log that the daemon is ready waits until the first clients have been answered. */
const logReadySoon = ({clock, log, boot, places}: Base, {interrupted}: Recovery): Disposable =>
  clock.after(READY_MS, () =>
    log.info({bootId: boot.bootId, socket: places.socket, interrupted}, 'The daemon is ready.'),
  );

/** Services that work without a turn. */
const buildServices = (base: Base): Omit<ServicesPart, 'replica'> => {
  const {core} = base;
  const cronJobs = createCronJobs(core);
  const cronFiles = createCronFiles({...base, canonical: core.people.canonical});
  const jobs = {watchedJobs: () => jobsToWatch(cronJobs.index), whenRead: cronFiles.whenRead};
  return {
    reminders: createReminderService({...core, ...jobs, channels: CHANNELS, stopTurn: core.sessions.stop}),
    alarms: createAlarmService(core),
    cronJobs,
    watchedJobs: jobs.watchedJobs,
    cronFiles,
  };
};

/** All jobs, and the names of invalid files: a mistake in a file isn't the end of its job. */
const jobsToWatch = (index: CronIndex): readonly WatchedJob[] => [
  ...index.entries().map(({definition: {name, user}}) => ({name, user})),
  ...index.invalid().flatMap(({file}) => {
    const [, name] = /^cron\/(.+)\.md$/u.exec(file) ?? [];
    return name === undefined ? [] : [{name}];
  }),
];

const READY_MS = 20;
const FINISH_MS = 5 * SECOND;
const ABORT_MS = SECOND;
/** Configuration keys that change the names of addresses. */
const NAME_KEYS = /^(?:users|signal)\b/u;
const MOST_TASKS = 1_000;
