// Things that happen at an instant: reminders, cron jobs, and the runs that record each execution.

import {isRecord} from '../../fields/is-record.ts';
import type {EpochMs} from '../../time/time.ts';
import type {Address} from '../address.ts';
import type {TurnId} from '../ids.ts';
import {
  address,
  boolean,
  count,
  type EditableField,
  editable,
  fixed,
  flag,
  type Infer,
  id,
  instant,
  json,
  list,
  number,
  oneOf,
  optional,
  record,
  sessionKey,
  text,
} from '../record.ts';
import type {SessionKey} from '../session-key.ts';
import type {TextLimit, Trust} from '../trust.ts';

import {isRecurrence, type Recurrence} from './recurrence.ts';
import {RUN_KINDS, type RunKind} from './run-kinds.ts';
import {
  type Followed,
  isFollowed,
  isStartingEvent,
  isStartsOn,
  type StartingEvent,
  type StartsOn,
} from './starting-event.ts';

/** `verbatim`: word for word, without a model. `agent`: the agent gets the task, and its answer is sent. */
export const REMINDER_MODES = ['verbatim', 'agent'] as const;
export type ReminderMode = (typeof REMINDER_MODES)[number];

/**
 * `pending`, claimed (`firing`), `fired`, and `done` by the person; `cancelled` from pending. A repeating reminder
 * stays pending until its last occurrence is claimed.
 */
export const REMINDER_STATES = ['pending', 'firing', 'fired', 'done', 'cancelled'] as const;
export type ReminderState = (typeof REMINDER_STATES)[number];

/** Occurrences missed while the daemon was down: one run for all, one for each, or none. */
export const MISSED_POLICIES = ['latest', 'each', 'skip'] as const;
export type MissedPolicy = (typeof MISSED_POLICIES)[number];

/** Scope of an edit to a series: one occurrence, or all from now on. */
export const EDIT_SCOPES = ['this', 'series'] as const;
export type EditScope = (typeof EDIT_SCOPES)[number];

/**
 * One instant of a repeating reminder: the last one that fired and isn't done, or one that was moved before it fired.
 */
export type Occurrence = {
  /** 1 for the first of the series. */
  readonly n: number;
  /** Its original instant in the series, even after a move. */
  readonly at: EpochMs;
  /** When it fires (again), if it was snoozed or moved. */
  readonly snoozedUntil?: EpochMs;
  /** Its own text instead of the series' text. */
  readonly message?: string;
  /** Number of earlier occurrences that were missed and are included. */
  readonly missed?: number;
};

/** Enough of it for its readers: a database may be damaged. */
const isOccurrence = (value: unknown): boolean => {
  const {n, at, snoozedUntil = at} = isRecord(value) ? value : {};
  return [n, at, snoozedUntil].every(Number.isSafeInteger);
};

/** Occurrences that were due while the daemon was down. */
export type MissedOccurrences = {readonly count: number; readonly firstAt: EpochMs; readonly lastAt: EpochMs};

/** The most announcements of a nag, after the first. `untilAnswered`: of one that rings until it is answered. */
export const mostNags = ({untilAnswered}: {readonly untilAnswered?: true}): number => (untilAnswered === true ? 12 : 8);

/** A reminder, once at an instant or repeated by a recurrence. */
export const FOLLOWS = ['person', 'place'] as const;
export type Follows = (typeof FOLLOWS)[number];

export const reminder = record('reminders', {
  id: fixed(id('rem')),
  /**
   * The next instant to fire. For a series: the next occurrence, or an earlier snoozed one. While it waits for an
   * event: when it was set.
   */
  fireAt: editable(instant),
  /** Delivered byte for byte in mode `verbatim`; the agent's task in mode `agent`. */
  message: editable(text),
  mode: editable(oneOf(REMINDER_MODES)),
  user: optional(text),
  /**
   * Empty until it rings, unless an address was chosen: a reminder is for a person. Then the addresses of its person at
   * that time; if they have an order of ways, these in order. Always empty for a series.
   */
  delivery: list(address),
  /** The direct chat in which it was asked for. It rings there while that is an address of its person. */
  origin: fixed(optional(address)),
  /** The person named the address, so it goes there and nowhere else. */
  addressed: flag,
  sourceSession: sessionKey,
  createdAt: fixed(instant),
  state: oneOf(REMINDER_STATES),
  /** The zone that the person meant. Times are shown in it. */
  zone: text,
  /** When the person last snoozed it, while it is pending because of that. */
  snoozedAt: optional(instant),
  firedAt: optional(instant),
  runId: optional(id('run')),
  /** The turn that set it, if any, and the texts from elsewhere that its text may hold. */
  turnId: fixed(optional(id('turn'))),
  limits: optional(json<readonly TextLimit[]>()),
  /** It rings in quiet hours, also late and when it is repeated. */
  urgent: editable(flag),
  /** The interval at which it is announced again until the person answers. */
  nagMs: editable(optional(number)),
  /** It is announced again until the person does or writes anything about it: a reply ends it, too. */
  untilAnswered: editable(flag),
  /** Number of repeated announcements. */
  nags: count,
  /** The next repeat announcement; only while it is `fired` or its occurrence is open. */
  nextNagAt: optional(instant),
  repeat: editable(optional(json<Recurrence>(isRecurrence))),
  /** For a series: what happens to missed occurrences. */
  missed: editable(optional(oneOf(MISSED_POLICIES))),
  /** The next instants of the series, without skipped ones; empty when the series has ended. */
  next: optional(list(instant)),
  /** Number of instants of the series that have passed, including skipped ones. */
  passed: optional(number),
  paused: flag,
  /** When a paused series goes on by itself. */
  pausedUntil: optional(instant),
  occurrence: editable(optional(json<Occurrence>(isOccurrence))),
  /** Instants that the person skipped: all future ones and the last ten past ones. */
  skipped: optional(list(instant)),
  /**
   * Of a series: `person`: it has the same time of day wherever its person is. `place`: it stays on the clocks of its
   * zone. Absent: it stays too, until somebody moves it to another zone.
   */
  follows: editable(optional(oneOf(FOLLOWS))),
  /** A duration that somebody waits for, such as ten minutes of pasta. It comes once. */
  timer: flag,
  /** The event that it waits for, instead of a time. */
  on: optional(json<StartsOn>(isStartsOn)),
  /** It waits for one event. Otherwise it rings each time, and every ring is a reminder of its own. */
  once: flag,
  /** The event that started it. */
  event: optional(json<StartingEvent>(isStartingEvent)),
  followed: optional(json<Followed>(isFollowed)),
  /** The job or person that it waits for no longer exists. */
  gone: flag,
});
export type Reminder = Infer<typeof reminder> & {
  /** With an empty `delivery`: where it would ring now. It is computed when it is shown, and never stored. */
  readonly ways?: readonly Address[] | undefined;
};
export type EditedField = EditableField<typeof reminder>;

/** A series that counts from "done", and whose open occurrence isn't done: nothing is due until it is. */
export const waitsForDone = ({state, repeat, occurrence, next = [], paused}: OpenSeries): boolean =>
  state === 'pending' &&
  repeat?.from === 'done' &&
  next.length === 0 &&
  occurrence !== undefined &&
  occurrence.snoozedUntil === undefined &&
  paused !== true;

/** Also accepts the wire form. */
type OpenSeries = {
  readonly state: ReminderState;
  readonly repeat?: {readonly from?: 'done'};
  readonly occurrence?: {readonly snoozedUntil?: unknown};
  readonly next?: readonly unknown[];
  readonly paused?: boolean;
};

/** A reminder whose time was just parsed. The note is returned once and never stored. */
export type TimedReminder = Reminder & {
  /**
   * A remark that the instant alone doesn't show: an assumption, the time in a named zone, a wall time that the clocks
   * skip.
   */
  readonly note?: string;
  /** The language of the words of its time, in which the note is: `de`. Absent for English. */
  readonly language?: string;
};

/** The change that an undo took back. */
export type UndoneChange = 'cancel' | 'done' | 'snooze' | 'skip' | 'edit' | 'pause' | 'resume' | 'move-zone';

/** A reminder after an undo. The change is returned once and never stored. */
export type UndoneReminder = Reminder & {readonly undone?: UndoneChange};

const RUN_STATES = ['running', 'ran', 'suppressed', 'skipped', 'failed'] as const;
export type RunStatus = (typeof RUN_STATES)[number];

/** One execution of anything scheduled. (kind, name, scheduledFor) is unique: each instant is claimed once. */
export const run = record('runs', {
  id: fixed(id('run')),
  kind: fixed(oneOf(RUN_KINDS)),
  name: fixed(text),
  session: fixed(sessionKey),
  status: oneOf(RUN_STATES),
  scheduledFor: fixed(instant),
  /** When the instant was claimed. */
  startedAt: instant,
  /** When the turn started. A running run without it still waits for its turn or its pre-tools. */
  beganAt: optional(instant),
  endedAt: optional(instant),
  /** 1 for the first; higher when an earlier attempt was interrupted, or failed and was retried. */
  attempt: number,
  /** Number of attempts that failed and were retried; absent for none. */
  retries: count,
  /** The next attempt, while the run waits for it. */
  retryAt: optional(instant),
  /** Started by hand over the job's limits. It stays so when it is resumed or tried again. */
  forced: flag,
  late: boolean,
  output: optional(text),
  error: optional(text),
  /** The schedule that made it due at that time: a cron schedule with its zone, or `by hand`. */
  schedule: optional(text),
  /** For a reflection: the last message of its conversation that it covers, fixed at its start. */
  seenTo: optional(id('msg')),
  /** The agent's plan for the run, and its progress. */
  todos: optional(json<readonly Todo[]>()),
  /** Tokens of its turns, including the turns that announce it. */
  tokens: optional(json<Tokens>()),
  /** The cost of these tokens, if the prices of its models are known. */
  cost: optional(json<Cost>()),
  /** For a delegation: who asked, and for what. */
  delegated: optional(json<Delegated>()),
});
export type Run = Infer<typeof run>;

/** A task that a conversation gave to an isolated one. */
export type Delegated = {
  /** The same key is the same task. */
  readonly key: string;
  /** The conversation that gets the result. */
  readonly session: SessionKey;
  /** The turn that asked; absent when a person asked by hand. */
  readonly turnId?: TurnId;
  readonly task: string;
  readonly user?: string;
  readonly trust: Trust;
  readonly model?: string;
  /** The only tools that it may use. @default all that its trust allows */
  readonly tools?: readonly string[];
  readonly limitMs: number;
  /** The texts from elsewhere that the turn which asked had read. */
  readonly limits?: readonly TextLimit[];
  /** Number of times that conversations have passed messages on, this one included, since a person wrote. */
  readonly depth: number;
  /** A person ended it. */
  readonly stopped?: true;
  /** When its result was stored in the conversation. */
  readonly reportedAt?: EpochMs;
};

export type Tokens = {readonly input: number; readonly output: number};
export type Cost = {readonly amount: number; readonly currency: string};

/** True if its turn is still queued behind others. Also accepts the wire form. */
export const isWaiting = ({status, beganAt}: {readonly status: RunStatus; readonly beganAt?: unknown}): boolean =>
  status === 'running' && beganAt === undefined;

/** The start of its working time: waiting time doesn't count. */
export const workedSince = <I>({beganAt, startedAt}: {readonly beganAt?: I; readonly startedAt: I}): I =>
  beganAt ?? startedAt;

export type TodoState = 'pending' | 'in_progress' | 'done' | 'skipped';
export type Todo = {
  readonly title: string;
  readonly description?: string;
  readonly status: TodoState;
  /** The result, in a sentence. */
  readonly note?: string;
};

/** A scheduled event: what will run, and when. */
export type PlannedRun = {
  readonly kind: RunKind;
  /** The id of the reminder or alarm, or the job's name. */
  readonly name: string;
  /** A short description of what it will do. */
  readonly what: string;
  readonly wakeAt: EpochMs;
};
