// Things that happen at an instant: reminders, cron jobs, and the runs that record each firing.

import type {EpochMs} from '../time/time.ts';
import type {Address} from './address.ts';
import type {MessageId, ReminderId, RunId, TurnId} from './ids.ts';
import type {RunKind} from './run-kinds.ts';
import type {SessionKey} from './session-key.ts';

/** `verbatim`: word for word, without a model. `agent`: the agent is asked, and its answer is told. */
export const REMINDER_MODES = ['verbatim', 'agent'] as const;
export type ReminderMode = (typeof REMINDER_MODES)[number];

/** pending, claimed (`firing`), fired; then the person's word: done. Cancelled from pending. */
export const REMINDER_STATES = ['pending', 'firing', 'fired', 'done', 'cancelled'] as const;
export type ReminderState = (typeof REMINDER_STATES)[number];

/** A one-shot from a conversation. Recurring things are cron jobs. */
export type Reminder = {
  readonly id: ReminderId;
  readonly fireAt: EpochMs;
  /** Delivered byte for byte in mode `verbatim`; the agent's task in mode `agent`. */
  readonly message: string;
  readonly mode: ReminderMode;
  readonly user?: string;
  /** Resolved when it was set; a later change of configuration moves nothing. Never empty. */
  readonly delivery: readonly Address[];
  readonly sourceSession: SessionKey;
  readonly createdAt: EpochMs;
  readonly state: ReminderState;
  /** The zone the person meant; what is said back is said in it. */
  readonly zone: string;
  /** When the person last put it off, while it is pending because of that. */
  readonly snoozedAt?: EpochMs;
  readonly firedAt?: EpochMs;
  readonly runId?: RunId;
  /** The turn in which it was set, if it was in one. */
  readonly turnId?: TurnId;
  /** Until the person answers it, it is said again so long after the last time. */
  readonly nagMs?: number;
  /** How often it was said again. */
  readonly nags?: number;
  /** When it is said again: only while it is `fired`. */
  readonly nextNagAt?: EpochMs;
};

/** One whose time was just named. The note is told with the instant this once, and kept nowhere. */
export type TimedReminder = Reminder & {
  /** What is not plain from the instant: what was assumed, the time in a zone that was named, a wall time the clocks skip. */
  readonly note?: string;
};

export type RunStatus = 'running' | 'ran' | 'suppressed' | 'skipped' | 'failed';

/** One execution of anything scheduled. (kind, name, scheduledFor) is unique: an instant is claimed once. */
export type Run = {
  readonly id: RunId;
  readonly kind: RunKind;
  readonly name: string;
  readonly session: SessionKey;
  readonly status: RunStatus;
  readonly scheduledFor: EpochMs;
  /** When its instant was claimed. */
  readonly startedAt: EpochMs;
  /** When its turn began. A running one without has that still before it: others work, or its pre-tools do. */
  readonly beganAt?: EpochMs;
  readonly endedAt?: EpochMs;
  /** 1 for the first; above it, an earlier attempt was interrupted. */
  readonly attempt: number;
  readonly late: boolean;
  readonly output?: string;
  readonly error?: string;
  /** What made it due, as it stood then: a cron schedule with its zone, or `by hand`. */
  readonly schedule?: string;
  /** Of a reflection: the last message of its conversation that it covers, known from its beginning. */
  readonly seenTo?: MessageId;
  /** What the agent planned to do in it, and how far that is. */
  readonly todos?: readonly Todo[];
};

/** Whether its turn has still to begin, behind those of others. Also of one as it is on the wire. */
export const isWaiting = ({status, beganAt}: {readonly status: RunStatus; readonly beganAt?: unknown}): boolean =>
  status === 'running' && beganAt === undefined;

/** What is counted from in how long it took: it did not work while it waited. */
export const workedSince = <I>({beganAt, startedAt}: {readonly beganAt?: I; readonly startedAt: I}): I =>
  beganAt ?? startedAt;

export type TodoState = 'pending' | 'in_progress' | 'done' | 'skipped';
export type Todo = {
  readonly title: string;
  readonly description?: string;
  readonly status: TodoState;
  /** What came of it. */
  readonly note?: string;
};

/** Something that will happen by itself, and when. */
export type Wake = {
  readonly kind: RunKind;
  /** The id of the reminder or the alarm, or the job's name. */
  readonly name: string;
  /** In a few words: what it will do. */
  readonly what: string;
  readonly wakeAt: EpochMs;
};
