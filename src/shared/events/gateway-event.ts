// Every fact the daemon publishes: past tense, complete, numbered without gaps. A client that does not know a type leaves
// its state alone. Events are written in wire form (instants as ISO 8601) because they are kept and replayed as they are.

import type {Address} from '../records/address.ts';
import type {Alarm} from '../records/alarm.ts';
import type {CronJob, InvalidJob} from '../records/cron-job.ts';
import type {Delivery, Wait} from '../records/delivery.ts';
import type {MessageId, RunId, TurnId} from '../records/ids.ts';
import type {Reminder, Run} from '../records/jobs.ts';
import type {Message, MessageSource} from '../records/message.ts';
import type {Session} from '../records/session.ts';
import type {SessionKey} from '../records/session-key.ts';
import type {Trust} from '../records/trust.ts';
import type {OutcomeKind, Usage} from '../records/turn.ts';
import type {Names} from '../text/names.ts';
import type {EpochMs} from '../time/time.ts';
import type {Wire} from './wire.ts';

/** What one key of the configuration is wrong about, and what is used instead. */
export type ConfigProblem = {
  readonly key: string;
  readonly reason: string;
  readonly inForce: string;
  /** Where a file stops being readable: the line, from 1 on. */
  readonly line?: number;
  /** There is no such key; `meant`: the one that may have been meant. */
  readonly unknown?: {readonly meant?: string};
};

/** A channel's health. Inbound and outbound are told apart: one can be dead while the other is green. */
export type ChannelStatus = {
  readonly channel: string;
  readonly inbound: 'up' | 'down' | 'off';
  readonly outbound: 'up' | 'down' | 'off';
  /** A sentence: why it does not work, or what else there is to know. */
  readonly detail?: string;
  /** What each way has to say for itself where they differ: sentences. */
  readonly inboundDetail?: string;
  readonly outboundDetail?: string;
  /** Whose account it speaks for, over what, and the version of the program behind it. */
  readonly account?: string;
  readonly endpoint?: string;
  readonly version?: string;
  readonly life?: 'stopped' | 'starting' | 'conflict' | 'up' | 'down' | 'unlinked' | 'updateRequired' | 'stopping';
  /** Whether what arrives while the daemon is away is still there afterwards. */
  readonly replays?: boolean;
  /** Sentences for the operator. */
  readonly warnings?: readonly string[];
  /** Those of them that tell of messages that may be lost. */
  readonly lost?: readonly string[];
  /** How many pieces of what arrived could not be read, in the last week. */
  readonly dropped?: number;
  /** What keeps it from working, where that has a name: proof of a person is wanted, too much was sent, there is no network. */
  readonly trouble?: 'captcha' | 'limit' | 'offline';
  /** How often the program behind it had to be started, or connected to, again. */
  readonly restarts?: number;
  readonly lastReceivedAt?: EpochMs;
  readonly lastSentAt?: EpochMs;
  /** Chats whose messages are held up, the longest first. */
  readonly held?: readonly HeldChat[];
  /** People whose safety number has changed: what they write cannot be read until it is trusted. */
  readonly untrusted?: readonly {readonly address: Address; readonly name: string; readonly lastAt: EpochMs}[];
  /** Whether the operator's phone rang for a test message; absent until they have said so. */
  readonly rings?: RingAnswer;
  /** When the whole way was last proven to be open: an answer from the other end, a message in or out. */
  readonly provenAt?: EpochMs;
  /** Strangers whose messages went unanswered, newest first, bounded. */
  readonly knocked?: readonly ContactRequest[];
};

/** What a person said when a test message had gone to their phone. */
export type RingAnswer = {readonly address: Address; readonly rang: boolean; readonly at: EpochMs};

/** A chat in which messages are held up: how many, since when, and why. */
export type HeldChat = Wait & {
  readonly address: Address;
  readonly messages: number;
  readonly sinceAt: EpochMs;
};

/** Somebody wrote whom the configuration does not know. */
export type ContactRequest = {
  readonly address: Address;
  /** What they call themselves. */
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
    /** Turns that the end of the previous daemon interrupted. */
    readonly interrupted: number;
    /** When the previous daemon was last known to be alive. */
    readonly downSinceAt?: EpochMs;
  };
  'session.updated': {readonly state: Session};
  /** All messages of the session up to here are no longer part of it; they stay in the database. */
  'session.reset': Empty;
  /** The person took a message back before its turn started. */
  'message.retracted': {readonly messageId: MessageId; readonly turnId: TurnId};
  'message.added': {readonly message: Message};
  /** Its author replaced what it says, or took it back. */
  'message.changed': {readonly message: Message};
  'turn.started': {
    readonly turnId: TurnId;
    readonly source: MessageSource;
    readonly model: string;
    /** The run whose own turn it is: it waits no longer. */
    readonly begun?: {readonly runId: RunId; readonly beganAt: EpochMs};
  };
  'turn.tool': {
    readonly turnId: TurnId;
    readonly callId: string;
    readonly name: string;
    /** One line: the most telling argument. */
    readonly summary: string;
    readonly phase: 'started' | 'ended';
    readonly ok?: boolean;
    readonly tookMs?: number;
  };
  'turn.ended': {
    readonly turnId: TurnId;
    readonly outcome: OutcomeKind;
    /** A sentence; never the text of a message. */
    readonly error?: string;
    readonly source: MessageSource;
    readonly tookMs?: number;
    readonly usage?: Usage;
  };
  'run.started': {readonly run: Run};
  'run.ended': {readonly run: Run};
  'reminder.set': {readonly reminder: Reminder};
  'reminder.fired': {readonly reminder: Reminder; readonly late: boolean};
  /** The end of what a fired reminder set in motion: it is in the outbox. */
  'reminder.settled': {readonly reminder: Reminder};
  /** Nobody answered it, so it was said again; `last`: from now on it is quiet. */
  'reminder.nagged': {readonly reminder: Reminder; readonly last: boolean};
  'reminder.cancelled': {readonly reminder: Reminder};
  'reminder.snoozed': {readonly reminder: Reminder};
  /** `changed`: what is other than before. An older daemon does not say. */
  'reminder.edited': {readonly reminder: Reminder; readonly changed?: readonly ('fireAt' | 'message' | 'mode')[]};
  'reminder.done': {readonly reminder: Reminder};
  'alarm.set': {readonly alarm: Alarm};
  /** It woke its conversation: the turn is in the line. */
  'alarm.fired': {readonly alarm: Alarm; readonly late: boolean};
  /** It was not taken up for now, and is tried again. */
  'alarm.delayed': {readonly alarm: Alarm};
  'alarm.cancelled': {readonly alarm: Alarm};
  /** It was given up: for this time where it is still active, else altogether. */
  'alarm.failed': {readonly alarm: Alarm};
  'cron.changed': {readonly job: CronJob; readonly added?: boolean; readonly removed?: boolean};
  'cron.invalid': InvalidJob;
  /** The file is gone, or its job can be used (again). */
  'cron.mended': {readonly file: string};
  'delivery.queued': {readonly delivery: Delivery};
  'delivery.sent': {readonly delivery: Delivery};
  'delivery.receipt': {readonly delivery: Delivery};
  'delivery.failed': {readonly delivery: Delivery};
  'delivery.dead': {readonly delivery: Delivery};
  'channel.status': ChannelStatus;
  /** `names`: what is known by name from now on, where that has changed. */
  'config.changed': {readonly keys: readonly string[]; readonly names?: Names};
  'config.rejected': {readonly problems: readonly ConfigProblem[]};
  'policy.refused': {readonly reason: string; readonly source: MessageSource};
  /** Stands in the place of an event that can no longer be read, so that the numbers have no gap. */
  'event.lost': Empty;
};

type Empty = Record<never, never>;

export type EventType = keyof EventBodies;

/** What is true of every event: about which session, caused by what, at which trust. */
export type EventContext = {
  readonly session?: SessionKey;
  /** The id of the message, turn, run, reminder, alarm, cron job or delivery that led to it. */
  readonly cause?: string;
  readonly trust?: Trust;
};

/** An event before it has its number and instant. */
export type Fact = {[T in EventType]: {readonly type: T} & EventContext & EventBodies[T]}[EventType];

/** An event as it is kept and sent. */
export type GatewayEvent = {
  [T in EventType]: {readonly seq: number; readonly at: string; readonly type: T} & EventContext & Wire<EventBodies[T]>;
}[EventType];

/** What a client needs to draw everything at once: the state after event `seq`. Lists are bounded; counts say how many more. */
export type Snapshot = {
  readonly sessions: readonly Session[];
  /** Pending and firing, earliest first, bounded. */
  readonly reminders: readonly Reminder[];
  /** Fired and not called done yet: the newest, earliest first. */
  readonly fired?: readonly Reminder[];
  readonly pendingReminders: number;
  /** Active ones, earliest first, bounded. */
  readonly alarms?: readonly Alarm[];
  readonly cron: {readonly jobs: readonly CronJob[]; readonly invalid: readonly InvalidJob[]};
  /** Newest first, bounded. */
  readonly runs: readonly Run[];
  readonly deliveries: readonly Delivery[];
  /** Turns that run now, with what they said so far. */
  readonly turns: readonly RunningTurn[];
  readonly channels: readonly ChannelStatus[];
  readonly problems: readonly ConfigProblem[];
};

export type RunningTurn = {
  readonly turnId: TurnId;
  readonly session: SessionKey;
  readonly source: MessageSource;
  readonly model: string;
  readonly startedAt: EpochMs;
  /** The text of the step that is being written; finished steps are messages. */
  readonly text: string;
  /** What the model thinks, or thought, in this step; `tookMs` is missing while it does. */
  readonly thinking?: {readonly text: string; readonly tookMs?: number};
};

/** Text of a running turn, unnumbered: may be coalesced or dropped, since the whole text follows as a message. */
export type Delta = {
  readonly session: SessionKey;
  readonly turnId: TurnId;
  readonly text: string;
  /** How many characters of this step's text came before, so that applying one twice is harmless. */
  readonly offset: number;
};

/** What the model of a running turn thinks: like a delta, but never part of what is said. `tookMs`: it has stopped, for now. */
export type ThinkingDelta = Delta & {readonly tookMs?: number};
