// The events that the daemon publishes: complete facts in the past tense, numbered without gaps. A client ignores an
// event type that it doesn't know. Events are in wire form (instants as ISO 8601), because they are stored and replayed
// unchanged.

import type {Wire} from '../fields/wire.ts';
import type {Names} from '../record-text/names.ts';
import type {Address} from '../records/address.ts';
import type {Approval} from '../records/approval.ts';
import type {Delivery, Wait} from '../records/delivery/delivery.ts';
import type {RingAnswer} from '../records/delivery/way.ts';
import type {MessageId, RunId, TurnId} from '../records/ids.ts';
import type {Alarm} from '../records/jobs/alarm.ts';
import type {CronJob, InvalidJob, JobAction, JobChanger, JobEdit} from '../records/jobs/cron-job.ts';
import type {EditedField, MissedOccurrences, Reminder, Run, UndoneChange} from '../records/jobs/jobs.ts';
import type {Message, MessageSource} from '../records/message.ts';
import type {Problem} from '../records/problem.ts';
import type {Session} from '../records/session.ts';
import type {SessionKey} from '../records/session-key.ts';
import type {TextLimit, Trust} from '../records/trust.ts';
import type {OutcomeKind, Usage} from '../records/turn.ts';
import type {EpochMs} from '../time/time.ts';

/** A channel's health. Inbound and outbound are separate: one can fail while the other works. */
export type ChannelStatus = {
  readonly channel: string;
  readonly inbound: 'up' | 'down' | 'off';
  readonly outbound: 'up' | 'down' | 'off';
  /** A sentence: why the channel doesn't work, or other details. */
  readonly detail?: string;
  /** Details of each direction where they differ, as sentences. */
  readonly inboundDetail?: string;
  readonly outboundDetail?: string;
  /** The account that the channel speaks for, its transport, and the version of its program. */
  readonly account?: string;
  readonly endpoint?: string;
  readonly version?: string;
  readonly life?: 'stopped' | 'starting' | 'conflict' | 'up' | 'down' | 'unlinked' | 'updateRequired' | 'stopping';
  /** True if messages that arrive while the daemon is down are delivered afterwards. */
  readonly replays?: boolean;
  /** Sentences for the operator. */
  readonly warnings?: readonly string[];
  /** The warnings about messages that may be lost. */
  readonly lost?: readonly string[];
  /** Received items of the last week that could not be parsed. */
  readonly dropped?: number;
  /** A known cause of failure: a captcha is required, a rate limit was hit, or the network is down. */
  readonly trouble?: 'captcha' | 'limit' | 'offline';
  /** Number of restarts or reconnections of the channel's program. */
  readonly restarts?: number;
  readonly lastReceivedAt?: EpochMs;
  readonly lastSentAt?: EpochMs;
  /** Chats with held messages, longest wait first. */
  readonly held?: readonly HeldChat[];
  /** People whose safety number has changed. Their messages cannot be read until it is trusted. */
  readonly untrusted?: readonly {readonly address: Address; readonly name: string; readonly lastAt: EpochMs}[];
  /** The operator's answer about a test message; absent until they have answered. */
  readonly rings?: RingAnswer;
  /** When the connection last worked end to end: a response, or a message in or out. */
  readonly provenAt?: EpochMs;
  /** Contact requests: strangers whose messages went unanswered, newest first, bounded. */
  readonly contactRequests?: readonly ContactRequest[];
};

/** A chat with held messages: how many, since when, and why. */
export type HeldChat = Wait & {
  readonly address: Address;
  readonly messages: number;
  readonly sinceAt: EpochMs;
};

/** A message from somebody whom the configuration doesn't know. */
export type ContactRequest = {
  readonly address: Address;
  /** The sender's profile name. */
  readonly name?: string;
  readonly times: number;
  readonly lastAt: EpochMs;
};

/** The body of each event type. */
export type EventBodies = {
  'daemon.started': {
    readonly version: string;
    readonly bootId: string;
    readonly pid: number;
    /** Turns that the stop of the previous daemon interrupted. */
    readonly interrupted: number;
    /** The last instant at which the previous daemon was alive. */
    readonly downSinceAt?: EpochMs;
  };
  'session.updated': {readonly state: Session};
  /** A person made the conversation, or `cut` the messages out of another one. */
  'session.created': {readonly state: Session};
  'session.archived': {readonly state: Session};
  'session.restored': {readonly state: Session};
  /**
   * The conversation and the sessions of its own (`gone` names all of them) no longer exist. Its reminders and alarms
   * belong to `heir` from now on.
   */
  'session.deleted': {readonly gone: readonly SessionKey[]; readonly heir: SessionKey};
  /** All messages of the session up to here leave its context. They stay in the database. */
  'session.reset': Empty;
  /** The person withdrew a message before its turn started. */
  'message.retracted': {readonly messageId: MessageId; readonly turnId: TurnId};
  'message.added': {readonly message: Message};
  /** The author edited or deleted the message. */
  'message.changed': {readonly message: Message};
  'turn.started': {
    readonly turnId: TurnId;
    readonly source: MessageSource;
    readonly model: string;
    /** The run that owns this turn: it waits no longer. */
    readonly begun?: {readonly runId: RunId; readonly beganAt: EpochMs};
  };
  'turn.tool': {
    readonly turnId: TurnId;
    readonly callId: string;
    readonly name: string;
    /** One line: the most informative argument. */
    readonly summary: string;
    readonly phase: 'started' | 'ended';
    readonly ok?: boolean;
    readonly tookMs?: number;
    /** It never began. */
    readonly notRun?: true;
  };
  'turn.ended': {
    readonly turnId: TurnId;
    readonly outcome: OutcomeKind;
    /** A sentence that never contains message text. */
    readonly error?: string;
    readonly source: MessageSource;
    readonly tookMs?: number;
    readonly usage?: Usage;
    /** The texts that the turn couldn't act upon with its own trust. */
    readonly limits?: readonly TextLimit[];
  };
  'run.started': {readonly run: Run};
  /** An attempt failed; the run waits for the next one. */
  'run.retrying': {readonly run: Run};
  'run.ended': {readonly run: Run};
  'reminder.set': {readonly reminder: Reminder};
  /** The event that it waited for has happened: `reminder.event` names it. */
  'reminder.started': {readonly reminder: Reminder};
  'reminder.fired': {readonly reminder: Reminder; readonly late: boolean};
  /** The run of a fired reminder is over and its message is in the outbox. */
  'reminder.settled': {readonly reminder: Reminder};
  /** The reminder was announced again because nobody answered; `last`: no further announcements. */
  'reminder.nagged': {readonly reminder: Reminder; readonly last: boolean};
  /** The daemon was down when occurrences of a series were due, and none of them fires now. */
  'reminder.missed': {readonly reminder: Reminder; readonly missed: MissedOccurrences};
  /** The person skipped one occurrence: the one whose instant in the series is `skippedAt`. */
  'reminder.skipped': {readonly reminder: Reminder; readonly skippedAt: EpochMs};
  'reminder.paused': {readonly reminder: Reminder};
  /** `because`: it went on by itself, at the end of its pause. */
  'reminder.resumed': {readonly reminder: Reminder; readonly because?: 'pause-over'};
  /** The person's last change to the reminder was undone. `undone`: that change. */
  'reminder.undone': {readonly reminder: Reminder; readonly undone?: UndoneChange};
  'reminder.cancelled': {readonly reminder: Reminder};
  'reminder.snoozed': {readonly reminder: Reminder};
  /**
   * `changed`: the fields that differ. Older daemons leave it out. `because`: no person did it; the place or region was
   * changed, the clock was set back, or the zone of its person changed.
   */
  'reminder.edited': {
    readonly reminder: Reminder;
    readonly changed?: readonly EditedField[];
    readonly because?: 'configuration' | 'clock' | 'gone' | 'zone';
  };
  'reminder.done': {readonly reminder: Reminder};
  'alarm.set': {readonly alarm: Alarm};
  /** The alarm woke its conversation: the turn is queued. */
  'alarm.fired': {readonly alarm: Alarm; readonly late: boolean};
  /** The conversation refused the alarm for now. The daemon tries again. */
  'alarm.delayed': {readonly alarm: Alarm};
  'alarm.cancelled': {readonly alarm: Alarm};
  /** The daemon gave up: on this occurrence if the alarm is still active, otherwise on the alarm. */
  'alarm.failed': {readonly alarm: Alarm};
  /** A call of a tool waits for a person's answer. */
  'approval.asked': {readonly approval: Approval};
  /** It was answered, or its deadline has passed; by a rule, a job or without anybody to ask, it never waited. */
  'approval.answered': {readonly approval: Approval};
  /**
   * `action` and `by`: what somebody did to the job. Absent if only its next time, its usage or its last run changed.
   * `before` and `after`: the changed fields of an edited job.
   */
  'cron.changed': {
    readonly job: CronJob;
    readonly added?: boolean;
    readonly removed?: boolean;
    readonly action?: JobAction;
    readonly by?: JobChanger;
    readonly before?: JobEdit['before'];
    readonly after?: JobEdit['after'];
  };
  'cron.invalid': InvalidJob;
  /** The file was removed, or its job is valid again. */
  'cron.mended': {readonly file: string};
  'delivery.queued': {readonly delivery: Delivery};
  'delivery.sent': {readonly delivery: Delivery};
  'delivery.receipt': {readonly delivery: Delivery};
  'delivery.failed': {readonly delivery: Delivery};
  'delivery.dead': {readonly delivery: Delivery};
  /** A person holds it back. Its release queues it again. */
  'delivery.held': {readonly delivery: Delivery};
  'channel.status': ChannelStatus;
  /** `names`: all known names from now on, if they changed. */
  'config.changed': {readonly keys: readonly string[]; readonly names?: Names};
  'config.rejected': {readonly problems: readonly Problem[]};
  /** `contact`: the message is the contact request of somebody who isn't allowed. */
  'policy.refused': {readonly reason: string; readonly source: MessageSource; readonly contact?: ContactRequest};
  /** Replaces an event that can no longer be read, so that the numbers have no gap. */
  'event.lost': Empty;
};

type Empty = Record<never, never>;

export type EventType = keyof EventBodies;

/** Fields of every event: its session, its cause and its trust. */
export type EventContext = {
  readonly session?: SessionKey;
  /** The id of the message, turn, run, reminder, alarm, cron job or delivery that caused the event. */
  readonly cause?: string;
  readonly trust?: Trust;
};

/** An event without its number and instant. */
export type Fact = {[T in EventType]: {readonly type: T} & EventContext & EventBodies[T]}[EventType];

/** An event as stored and sent. */
export type GatewayEvent = {
  [T in EventType]: {readonly seq: number; readonly at: string; readonly type: T} & EventContext & Wire<EventBodies[T]>;
}[EventType];

/** A client's first screen: the state after event `seq`. Lists are bounded, with a count of the remaining entries. */
export type Snapshot = {
  readonly sessions: readonly Session[];
  /** Pending and firing, earliest first, bounded. */
  readonly reminders: readonly Reminder[];
  /** Fired and not done yet: the newest ones, earliest first. */
  readonly fired?: readonly Reminder[];
  readonly pendingReminders: number;
  /** Active alarms, earliest first, bounded. */
  readonly alarms?: readonly Alarm[];
  /** Those that wait for an answer, oldest first. */
  readonly approvals?: readonly Approval[];
  readonly cron: {readonly jobs: readonly CronJob[]; readonly invalid: readonly InvalidJob[]};
  /** Newest first, bounded. */
  readonly runs: readonly Run[];
  readonly deliveries: readonly Delivery[];
  /** Running turns with their text so far. */
  readonly turns: readonly RunningTurn[];
  readonly channels: readonly ChannelStatus[];
  readonly problems: readonly Problem[];
};

export type RunningTurn = {
  readonly turnId: TurnId;
  readonly session: SessionKey;
  readonly source: MessageSource;
  readonly model: string;
  readonly startedAt: EpochMs;
  /** The text of the current step; finished steps are messages. */
  readonly text: string;
  /** The model's thinking in this step; `tookMs` is absent while it still thinks. */
  readonly thinking?: {readonly text: string; readonly tookMs?: number};
};

/**
 * Text of a running turn. Deltas have no number and may be merged or dropped, since the whole text follows as a
 * message.
 */
export type Delta = {
  readonly session: SessionKey;
  readonly turnId: TurnId;
  readonly text: string;
  /** Characters of this step before this text, so that applying a delta twice is harmless. */
  readonly offset: number;
};

/**
 * Thinking of a running turn's model: like a delta, but never part of the reply. `tookMs`: thinking has ended for now.
 */
export type ThinkingDelta = Delta & {readonly tookMs?: number};
