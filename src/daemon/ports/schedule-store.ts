// Tables of scheduled work: reminders, alarms and runs.

import type {AlarmId, ReminderId, RunId, TurnId} from '../../shared/records/ids.ts';
import type {Alarm, AlarmState} from '../../shared/records/jobs/alarm.ts';
import type {Reminder, ReminderState, Run} from '../../shared/records/jobs/jobs.ts';
import type {RunKind} from '../../shared/records/jobs/run-kinds.ts';
import type {EpochMs} from '../../shared/time/time.ts';

export interface ReminderStore {
  /** `asked`: the request's content. It tells a repeated request from a different one with the same key. */
  add(reminder: Reminder, key?: string, asked?: string): Reminder;
  get(id: ReminderId): Reminder | undefined;
  byKey(key: string): Reminder | undefined;
  /** The content of the request with this key, if known. */
  askedUnder(key: string): string | undefined;
  /**
   * Earliest first. Without a state: pending and firing. `text`: only reminders whose message contains it, ignoring
   * case. `after`, `before`: the reminders next to this one in that direction. Without a cursor: the first ones, or for
   * ended states the last ones.
   */
  list(filter: {
    readonly user?: string;
    readonly state?: ReminderState;
    readonly text?: string;
    readonly before?: ReminderId;
    readonly after?: ReminderId;
    readonly limit: number;
  }): readonly Reminder[];
  /** The pending reminders that fire next, earliest first; paused ones are not among them. */
  upcoming(limit: number): readonly Reminder[];
  /** The reminders that a turn set, in the order they were set. */
  ofTurn(turnId: TurnId): readonly Reminder[];
  countPending(user?: string): number;
  /** Users with pending reminders. */
  people(): readonly string[];
  /** Moves all reminders of one person to another and returns how many. */
  reassign(from: string, to: string): number;
  /**
   * Deletes ended reminders (fired, done, cancelled) that were due before `before`, or are beyond the latest `keep` of
   * their state. At most `limit` per state. A reminder with an active or stored run stays.
   */
  prune(of: {readonly keep: number; readonly before: EpochMs; readonly limit: number}): void;
  /** True if any reminder repeats, whatever its state. */
  hasSeries(): boolean;
  /** Pending series whose rule depends on the configuration, such as on the place of the sun or on holidays. */
  seriesOfWorld(): readonly Reminder[];
  /**
   * Series that aren't cancelled, also those that have ended. `firedAfter`: only those that last fired after that
   * instant.
   */
  series(firedAfter?: EpochMs): readonly Reminder[];
  /** Pending series that follow their person. */
  following(): readonly Reminder[];
  /** Pending timers, the next first. */
  timers(): readonly Reminder[];
  /** Pending reminders that wait for an event, paused ones too, in the order they were set. */
  onEvents(): readonly Reminder[];
  nextFireAt(): EpochMs | undefined;
  due(now: EpochMs, limit: number): readonly Reminder[];
  /** When the first unanswered reminder repeats. */
  nextNagAt(): EpochMs | undefined;
  dueNags(now: EpochMs, limit: number): readonly Reminder[];
  /** When the first paused series goes on by itself. */
  nextResumeAt(): EpochMs | undefined;
  dueResumes(now: EpochMs, limit: number): readonly Reminder[];
  /** `was`: the record as it was read. With it, only changed columns are written. */
  update(reminder: Reminder, was?: Reminder): void;
}

export interface AlarmStore {
  /**
   * `asked`: the requested time, to recognize a repeated request with a key. A user's key has one active alarm at most.
   */
  add(alarm: Alarm, asked?: string): void;
  get(id: AlarmId): Alarm | undefined;
  /** The user's active alarm with this key. */
  byKey(user: string, key: string): {readonly alarm: Alarm; readonly asked: string} | undefined;
  /**
   * Active alarms, earliest first; ended alarms by their end, latest last. Without a state: active. Cursors work as for
   * reminders.
   */
  list(filter: {
    readonly user?: string;
    readonly state?: AlarmState;
    readonly before?: AlarmId;
    readonly after?: AlarmId;
    readonly limit: number;
  }): readonly Alarm[];
  /** The alarms that a turn set, in the order they were set. */
  ofTurn(turnId: TurnId): readonly Alarm[];
  countActive(user?: string): number;
  /** Users with active alarms. */
  people(): readonly string[];
  /** Moves a person's active alarms to another, except those whose key the other uses. Returns how many. */
  reassign(from: string, to: string): number;
  /** When the first active alarm is due, or due for a retry. */
  nextDueAt(): EpochMs | undefined;
  due(now: EpochMs, limit: number): readonly Alarm[];
  /** `was`: the record as it was read. With it, only changed columns are written. */
  update(alarm: Alarm, was?: Alarm): void;
  /**
   * Deletes alarms that ended before `before` or are beyond the latest `keep`, at most `limit` at a time. Returns the
   * deleted alarms.
   */
  prune(of: {readonly keep: number; readonly before: EpochMs; readonly limit: number}): readonly Alarm[];
}

export interface RunStore {
  /** Claims an instant. Returns undefined if (kind, name, scheduledFor) is already claimed. */
  claim(run: Run): Run | undefined;
  get(id: RunId): Run | undefined;
  /** `was`: the record as it was read or claimed. With it, only changed columns are written. */
  update(run: Run, was?: Run): void;
  list(filter: {
    readonly kind?: RunKind;
    readonly name?: string;
    readonly status?: Run['status'];
    /** Only runs that were claimed before this one. */
    readonly before?: RunId;
    readonly limit: number;
  }): readonly Run[];
  /**
   * Deletes a job's ended runs beyond the newest `keep`, and those that started before `before`. Returns the deleted
   * runs. The run `spare` always stays.
   */
  prune(of: {
    readonly kind: RunKind;
    readonly name: string;
    readonly keep: number;
    readonly before: EpochMs;
    readonly spare?: RunId;
  }): readonly Run[];
  /**
   * Like `prune`, for the runs of all reminders together, at most `limit` at a time. Keeps runs of pending reminders;
   * for a recurring reminder, the last run.
   */
  pruneOfReminders(of: {readonly keep: number; readonly before: EpochMs; readonly limit: number}): readonly Run[];
}

/** Output of a run's pre-tools by their position in the job's list, kept until the run ends. */
export interface PreToolStore {
  /** Without output: the pre-tool has started and its result is unknown. */
  put(id: RunId, position: number, output?: string): void;
  of(id: RunId): readonly {readonly position: number; readonly output?: string}[];
  forget(id: RunId): void;
}
