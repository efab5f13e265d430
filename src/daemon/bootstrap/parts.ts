// The parts that bootstrap builds, each from those before it: the base with the core, services, the agent, the
// schedule, conversations, channels, doors. These types are here so that no builder needs the file of another.
import type {ChannelStatus} from '../../shared/events/gateway-event.ts';
import type {Names} from '../../shared/record-text/names.ts';
import type {ChannelName} from '../../shared/records/channels.ts';
import type {IdleStatus} from '../../shared/records/jobs/idle-status.ts';
import type {Problem} from '../../shared/records/problem.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {ConfigStore} from '../config/config.ts';
import type {Core} from '../core.ts';
import type {Terminals} from '../delivery/reach/terminals.ts';
import type {HeldCell} from '../fleet/held-cell.ts';
import type {AlarmService} from '../flows/alarms/alarm-actions.ts';
import type {AlarmSource} from '../flows/alarms/fire-alarm.ts';
import type {Announcer} from '../flows/announce.ts';
import type {Approvals} from '../flows/approvals/approvals.ts';
import type {Compactor} from '../flows/compact-session.ts';
import type {ConversationService} from '../flows/conversations/conversation-service.ts';
import type {SessionWorker} from '../flows/conversations/session-worker.ts';
import type {CronJobs} from '../flows/cron/cron-jobs.ts';
import type {CronEditor} from '../flows/cron/edit-cron.ts';
import type {CronSource} from '../flows/cron/fire-cron.ts';
import type {CronPreparation} from '../flows/cron/prepare-cron.ts';
import type {CrossSessionService} from '../flows/cross-session/cross-session-actions.ts';
import type {DeliverReply} from '../flows/deliver-reply.ts';
import type {UserChanges} from '../flows/follow-people.ts';
import type {IdleSource} from '../flows/idle/idle-source.ts';
import type {OutboxService} from '../flows/outbox-service.ts';
import type {EscalationService} from '../flows/reach/escalate.ts';
import type {ReachService} from '../flows/reach/reach-service.ts';
import type {WatchedJob} from '../flows/reminders/events/read-event.ts';
import type {WatchingReminders} from '../flows/reminders/fire-reminder.ts';
import type {ReminderService} from '../flows/reminders/reminder-actions.ts';
import type {JobRunner} from '../flows/run-job.ts';
import type {SessionService} from '../flows/session-service.ts';
import type {Unanswered} from '../flows/unanswered/unanswered.ts';
import type {ExpectedCalls} from '../flows/watch/expected-calls.ts';
import type {Pings} from '../flows/watch/ping.ts';
import type {Channel} from '../ports/channel.ts';
import type {RunCommand} from '../ports/command.ts';
import type {Models} from '../ports/model.ts';
import type {OutputGate} from '../ports/output-gate.ts';
import type {Sandbox} from '../ports/sandbox.ts';
import type {Followed} from '../replica/followed.ts';
import type {OldMachine} from '../replica/old-machine.ts';
import type {Router} from '../router.ts';
import type {Entrance, Verdict} from '../routing/admit.ts';
import type {SignalService} from '../rpc/services.ts';
import type {Scheduler} from '../schedule/scheduler.ts';
import type {OpenStore} from '../store/store.ts';
import type {LiveText} from '../turns/live-text.ts';
import type {StepEnd, StepRequest} from '../turns/model-step.ts';
import type {TurnRunner} from '../turns/run-turn.ts';
import type {TurnTools} from '../turns/turn-job.ts';
import type {AgentWorkspace} from './agent/agent-workspace.ts';
import type {DaemonOptions} from './daemon-options.ts';
import type {JobSources} from './job-sources.ts';
import type {CronFiles} from './jobs/cron-definitions.ts';
import type {JobSchedules} from './jobs/job-schedules.ts';
import type {SignalConnection} from './signal/signal-connection.ts';
import type {TimeReaders} from './time-readers.ts';

export type Boot = {
  readonly bootId: string;
  readonly startedAt: EpochMs;
  /** Aborted when the daemon begins to close. Nothing new starts after that. */
  readonly closing: AbortController;
};

export type BuildOptions = DaemonOptions & {
  readonly boot: Boot;
  /** Timers whose work failed. */
  readonly timerProblems: () => readonly Problem[];
};

/** The core, and what only bootstrap needs of the database, the configuration and the clock. */
export type Base = BuildOptions & {
  readonly core: Core;
  readonly open: OpenStore;
  /** The cell of a fleet. Undefined for a daemon that is alone. */
  readonly cell: HeldCell | undefined;
  readonly config: ConfigStore;
  readonly scheduler: Scheduler;
  /** The instant of the last event of the previous daemon. */
  readonly lastSeenAt: EpochMs | undefined;
  /** Reads the schedules of jobs. */
  readonly schedules: JobSchedules;
  /** Applies renamed and removed users to the stored records. */
  readonly changes: Pick<UserChanges, 'isGone' | 'problems'>;
  /** Readers for times in words. */
  readonly timeReaders: TimeReaders;
  /** Problems with the configured region. */
  readonly regionProblems: () => readonly Problem[];
  /** Calls the listener after a changed place or region gave series other instants. */
  readonly onSeriesMoved: (listener: () => void) => Disposable;
  readonly names: () => Names;
  readonly sessionWorker: SessionWorker;
  /** The open terminals, and whether somebody sits there. */
  readonly terminals: Terminals;
  readonly sandbox: Sandbox;
  /** Effects leave the daemon once they pass it (`outputs.ts`). Undefined: at once. */
  readonly gate: OutputGate | undefined;
};

/** Works without a turn. */
export type ServicesPart = {
  readonly reminders: ReminderService;
  /** The jobs that a reminder can wait for. */
  readonly watchedJobs: () => readonly WatchedJob[];
  readonly alarms: AlarmService;
  readonly cronJobs: CronJobs;
  readonly cronFiles: CronFiles;
  /** The machines that follow this one, and that this one took over from. */
  readonly replica: {readonly followed: Followed; readonly oldMachine: OldMachine};
};

export type AgentPart = {
  readonly workspace: AgentWorkspace;
  readonly models: Models;
  readonly tools: () => Promise<TurnTools>;
  readonly runCommand: RunCommand;
  readonly cronEditor: CronEditor;
  readonly approvals: Approvals;
  readonly compactor: Compactor;
  /** One request to a model outside of turns, such as for a title. */
  readonly runStep: (request: StepRequest) => Promise<StepEnd>;
  readonly liveText: LiveText;
  readonly turns: TurnRunner;
  readonly unanswered: Unanswered;
  readonly deliverReply: DeliverReply;
  /** The policy of every message. */
  readonly admit: (entrance: Entrance) => Verdict;
  readonly router: Router;
  readonly announcer: Announcer;
  readonly jobs: JobRunner;
  /** Messages between conversations. */
  readonly crossSession: CrossSessionService;
};

export type SchedulePart = {
  readonly cron: CronSource;
  readonly cronPreparation: CronPreparation;
  readonly alarms: AlarmSource;
  readonly events: WatchingReminders;
  readonly idle: IdleWork;
  readonly escalations: EscalationService;
  readonly sources: JobSources;
};

/** Heartbeat and reflection. `why`: the reason why they are off everywhere. */
export type IdleWork = Omit<IdleSource, 'status'> &
  Disposable & {readonly status: () => {readonly why?: string; readonly sessions: readonly IdleStatus[]}};

export type ConversationsPart = {
  readonly sessionService: SessionService;
  readonly conversations: ConversationService;
};

/** Disposing closes the channels. Dispose `intake` and `sending` first. */
export type ChannelsPart = AsyncDisposable & {
  readonly statuses: () => readonly ChannelStatus[];
  /** The open channel of this name. */
  readonly named: (name: string) => Channel | undefined;
  readonly outbox: OutboxService;
  readonly signal: SignalService & AsyncDisposable;
  readonly reach: ReachService;
  /** One problem for each channel that isn't set up but has messages waiting. */
  readonly problems: () => readonly Problem[];
  /** Sends waiting deliveries. Disposing gives the last ones a short time to leave. */
  readonly sending: AsyncDisposable;
  /** Disposing stops the intake. New messages wait for the next start. */
  readonly intake: AsyncDisposable;
  /** Opens and closes channels to match the current configuration. */
  readonly follow: () => void;
  /** Closes and opens a channel that can be opened again, for what the configuration doesn't show. */
  readonly reopen: (name: ChannelName) => Promise<void>;
};

/** Disposing rejects new requests and finishes the current ones. */
export type DoorsPart = AsyncDisposable & {
  /** Starts or stops the server to match the current configuration. */
  readonly follow: () => Promise<void>;
  readonly status: () => DoorStatus | undefined;
  readonly problems: () => readonly Problem[];
};

/** Pings to a watcher outside, and the expected calls of hooks. */
export type Watch = Disposable & {
  readonly calls: ExpectedCalls;
  readonly pings: Pings;
  /** Call it when the HTTP server or the configuration changed. */
  readonly follow: () => void;
};

/** The address of the running server. `reachable`: other machines may connect. */
type DoorStatus = {readonly listen: string; readonly reachable: boolean; readonly hooks: number};

/** Parameters of a channel when it connects. */
export type ConnectOptions = Base &
  ConversationsPart & {
    readonly services: ServicesPart;
    readonly agent: AgentPart;
    readonly schedule: SchedulePart;
    readonly signal: SignalConnection;
  };

export type RpcOptions = Omit<Base, 'channels'> &
  ConversationsPart & {
    readonly services: ServicesPart;
    readonly agent: AgentPart;
    readonly schedule: SchedulePart;
    readonly channels: ChannelsPart;
    readonly doors: DoorsPart;
    readonly watch: Watch;
  };
