// The facts that answers of the offline assistant are made from.
import type {EpochMs} from '../time/time.ts';
import type {Part, UnusedTime} from './times/meaning.ts';

/** The days that a question names. `words`: as the person named the day. */
export type Days =
  | {readonly kind: 'today' | 'week' | 'next-week' | 'weekend'}
  | {readonly kind: 'day'; readonly at: EpochMs; readonly words: string};

export type Here = {readonly now: EpochMs; readonly zone: string};

/** A person's actions on a reminder. */
export type ChangeKind = 'cancel' | 'done' | 'skip' | 'pause' | 'resume' | 'snooze' | 'move' | 'reword' | 'nag';

/** A person's orders about a job, and the methods that carry them out. */
export type JobOrder = 'run' | 'pause' | 'resume' | 'delete';
export type JobMethod = 'cron.run' | 'cron.pause' | 'cron.resume' | 'cron.remove';

export type CreatedJob = {readonly name: string; readonly schedule: string; readonly file: string};

/** The reason why a job has no next run. */
export type JobIdle = 'disabled' | 'paused' | 'after' | 'over' | 'never';

/**
 * A fact about a time that its instant alone doesn't show. `time`: on the clock, `09:00`. `said`: the hour as it was
 * written. `place`: the zone as it was named.
 */
export type TimeNote =
  /** Only a day is named. */
  | {readonly kind: 'no-time'; readonly time: string}
  /** Only a part of the day is named. */
  | {readonly kind: 'part'; readonly part: Part; readonly time: string}
  | {readonly kind: 'read-as'; readonly said: string; readonly time: string}
  /** The time on the clocks there, which differ from those here. */
  | {readonly kind: 'elsewhere'; readonly time: string; readonly place: string; readonly offset?: string}
  /** The words name several days, of which this is the first: `dec 3 to dec 5`. */
  | {readonly kind: 'first-day'; readonly said: string}
  /** A clock change leaves the time out, or repeats it. */
  | {readonly kind: 'skipped' | 'twice'; readonly time: string};

/** `phrase`: the words of the time. */
export type FaultTexts = Readonly<Record<UnusedTime, (phrase: string, value: string) => string>>;

/** A reminder after an undo. `when`: when it rings, or rang; one that `listens` waits for an event. */
export type AfterUndo = {readonly is: 'waits' | 'listens' | 'rang' | 'done'; readonly when: string};
