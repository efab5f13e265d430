// Tables of scheduled work: reminders, alarms and runs.

import type {Alarm, AlarmState} from '../../shared/records/alarm.ts';
import type {AlarmId, ReminderId, RunId, TurnId} from '../../shared/records/ids.ts';
import type {Reminder, ReminderState, Run} from '../../shared/records/jobs.ts';
import type {RunKind} from '../../shared/records/run-kinds.ts';
import type {EpochMs} from '../../shared/time/time.ts';

export interface ReminderStore {
  /** `asked`: what was asked for, to tell the same request from another one under the same key. */
  add(reminder: Reminder, key?: string, asked?: string): Reminder;
  get(id: ReminderId): Reminder | undefined;
  byKey(key: string): Reminder | undefined;
  /** What was asked for under a key, where that is known. */
  askedUnder(key: string): string | undefined;
  /**
   * Earliest first; pending and firing without a state. `text`: only those whose message has it in it, small or capital. `after` and
   * `before`: those that stand after or before this one, and next to it; without a cursor the first, of those that are over the last.
   */
  list(filter: {
    readonly user?: string;
    readonly state?: ReminderState;
    readonly text?: string;
    readonly before?: ReminderId;
    readonly after?: ReminderId;
    readonly limit: number;
  }): readonly Reminder[];
  /** Those that were set in a turn, in the order they were set. */
  ofTurn(turnId: TurnId): readonly Reminder[];
  countPending(user?: string): number;
  /** Whom pending reminders are for. */
  people(): readonly string[];
  /** Gives everything of one person to another; how many reminders. */
  reassign(from: string, to: string): number;
  /**
   * Forgets reminders that are over (fired, done, cancelled) and were due before `before`, or are more than the `keep` latest of
   * their state; at most `limit` of each state at a time. One whose run is at work, or still kept, stays.
   */
  prune(of: {readonly keep: number; readonly before: EpochMs; readonly limit: number}): void;
  nextFireAt(): EpochMs | undefined;
  due(now: EpochMs, limit: number): readonly Reminder[];
  /** When the first of the unanswered ones is to be said again. */
  nextNagAt(): EpochMs | undefined;
  dueNags(now: EpochMs, limit: number): readonly Reminder[];
  /** `was`: as it was read; then no more is written than differs. */
  update(reminder: Reminder, was?: Reminder): void;
}

export interface AlarmStore {
  /** `asked`: how its time was said, to know a repetition of one with a key by. Of one user a key is active once. */
  add(alarm: Alarm, asked?: string): void;
  get(id: AlarmId): Alarm | undefined;
  /** The active one that the user set under the key. */
  byKey(user: string, key: string): {readonly alarm: Alarm; readonly asked: string} | undefined;
  /** The active ones, earliest first; of those that are over the latest, the one that ended last at the end. Active without a state. Cursors as of reminders. */
  list(filter: {
    readonly user?: string;
    readonly state?: AlarmState;
    readonly before?: AlarmId;
    readonly after?: AlarmId;
    readonly limit: number;
  }): readonly Alarm[];
  /** Those that were set in a turn, in the order they were set. */
  ofTurn(turnId: TurnId): readonly Alarm[];
  countActive(user?: string): number;
  /** Whose alarms are active. */
  people(): readonly string[];
  /** Gives the active ones of one person to another, but those whose key the other has in use; how many. */
  reassign(from: string, to: string): number;
  /** When the first of the active ones is to be looked at: its instant, or that of a retry. */
  nextDueAt(): EpochMs | undefined;
  due(now: EpochMs, limit: number): readonly Alarm[];
  /** `was`: as it was read; then no more is written than differs. */
  update(alarm: Alarm, was?: Alarm): void;
  /** Forgets alarms that ended before `before`, or are more than the `keep` latest, at most `limit` at a time; gives what was removed. */
  prune(of: {readonly keep: number; readonly before: EpochMs; readonly limit: number}): readonly Alarm[];
}

export interface RunStore {
  /** Claims an instant: undefined when (kind, name, scheduledFor) has been claimed before. */
  claim(run: Run): Run | undefined;
  get(id: RunId): Run | undefined;
  /** `was`: as it was read, or claimed; then no more is written than differs. */
  update(run: Run, was?: Run): void;
  list(filter: {
    readonly kind?: RunKind;
    readonly name?: string;
    readonly status?: Run['status'];
    /** Only those that were claimed before this one. */
    readonly before?: RunId;
    readonly limit: number;
  }): readonly Run[];
  /**
   * Removes the ended runs of a job but the newest `keep`, and those that began before `before`; gives what was removed. The run
   * `spare` stays, however old.
   */
  prune(of: {
    readonly kind: RunKind;
    readonly name: string;
    readonly keep: number;
    readonly before: EpochMs;
    readonly spare?: RunId;
  }): readonly Run[];
  /**
   * The same for the runs of all reminders together, of which each has few; at most `limit` at a time. A run of what is still to
   * come stays.
   */
  pruneOfReminders(of: {readonly keep: number; readonly before: EpochMs; readonly limit: number}): readonly Run[];
}

/** What the pre-tools of runs printed, by their place in the job's list, kept until the run ends. */
export interface PreToolStore {
  /** Without output it has begun, and nobody knows yet how it ended. */
  put(id: RunId, position: number, output?: string): void;
  of(id: RunId): readonly {readonly position: number; readonly output?: string}[];
  forget(id: RunId): void;
}
