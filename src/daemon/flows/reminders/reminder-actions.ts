// The actions on reminders and their requests, shared by the tool, the command, the screen and the channels.
import type {Address} from '../../../shared/records/address.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {
  EditScope,
  Follows,
  MissedPolicy,
  Reminder,
  ReminderMode,
  ReminderState,
  TimedReminder,
  UndoneReminder,
} from '../../../shared/records/jobs/jobs.ts';
import type {ReminderPreview} from '../../../shared/records/jobs/reminder-preview.ts';
import type {StartsOn} from '../../../shared/records/jobs/starting-event.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Emit} from '../../ports/store.ts';
import type {Actor} from '../../routing/actor.ts';
import type {Moment} from '../../schedule/moments/read-moment.ts';
import type {MoveRequest, ZoneMove} from './places/move-zone.ts';
import type {PreviewRequest} from './preview-reminder.ts';
import type {Rule} from './read-repeat.ts';

/** The recurrence, as an RRULE or words, and its end. */
type Repeating = {
  readonly repeat?: string;
  /** The last day (`2027-03-28`) or the last instant. */
  readonly until?: string;
  /** The total number of occurrences. */
  readonly count?: number;
  readonly missed?: MissedPolicy;
  /** Each occurrence counts from the instant at which the one before was done. */
  readonly from?: 'done';
};

export type NewReminder = Moment &
  Repeating & {
    readonly message: string;
    readonly mode: ReminderMode;
    /** The user to remind. @default the caller */
    readonly user?: string;
    readonly to?: Address;
    /** The reminder's time zone. @default the user's */
    readonly zone?: string;
    readonly key?: string;
    /** The nag interval, as a duration: the reminder repeats at this interval until the user answers. */
    readonly nag?: string;
    /** It rings in quiet hours. @default as its text says */
    readonly urgent?: boolean;
    /** Of one that repeats. @default it stays in its zone */
    readonly follows?: Follows;
    /** A timer. Without a time, the message says how long: "10m pasta". */
    readonly timer?: boolean;
    /** The event that it waits for, instead of a time. */
    readonly on?: StartsOn;
    /** With `on`: only the first such event. @default true */
    readonly once?: boolean;
  };

/** Further details from a program, beside the request. */
export type SetExactly = {
  /** The recurrence, in place of `repeat` and a time. It may have begun before. */
  readonly rule?: Rule;
  /** Instants of the recurrence that are left out. */
  readonly skipped?: readonly EpochMs[];
  /**
   * Adds the reminder in a transaction with other changes, or returns one that is there already. May run again, like
   * any batched work.
   */
  readonly within?: (add: () => Reminder, emit: Emit) => Reminder;
};

export type ReminderService = {
  readonly set: (request: NewReminder, actor: Actor, exactly?: SetExactly) => Promise<TimedReminder>;
  /**
   * Lists reminders, earliest first. Without `state`, only pending and firing reminders; with `text`, only reminders
   * that contain the text.
   */
  readonly list: (
    filter: {
      readonly user?: string;
      readonly state?: ReminderState;
      readonly text?: string;
      /** Only running timers. */
      readonly timer?: boolean;
      readonly before?: ReminderId;
      readonly after?: ReminderId;
      readonly limit?: number;
    },
    actor: Actor,
  ) => readonly Reminder[];
  readonly get: (id: ReminderId, actor: Actor) => Reminder;
  /** Cancels the reminder; for a series, the whole series. */
  readonly cancel: (id: ReminderId, actor: Actor) => Promise<Reminder>;
  /**
   * Moves a pending reminder or fires a past reminder again at the moment. For a series: the open occurrence, otherwise
   * the next.
   */
  readonly snooze: (id: ReminderId, moment: Moment, actor: Actor) => Promise<TimedReminder>;
  /** Marks the reminder as done; for a series, its open occurrence. */
  readonly done: (id: ReminderId, actor: Actor) => Promise<Reminder>;
  /** Skips one occurrence: at `at`, otherwise the open occurrence while nagging or snoozed, otherwise the next. */
  readonly skip: (id: ReminderId, at: string | undefined, actor: Actor) => Promise<Reminder>;
  /** `until`: a time in words, a span, or an instant, when it goes on by itself. @default when it is resumed */
  readonly pause: (id: ReminderId, until: string | undefined, actor: Actor) => Promise<Reminder>;
  readonly resume: (id: ReminderId, actor: Actor) => Promise<Reminder>;
  /** Edits the text, mode, time or recurrence of a pending reminder. */
  readonly edit: (id: ReminderId, change: ReminderChange, actor: Actor) => Promise<TimedReminder>;
  /**
   * Undoes the caller's last cancel, done, skip, snooze, pause, resume or edit. `id`: refused if that was of another
   * reminder.
   */
  readonly undo: (actor: Actor, id?: ReminderId) => Promise<UndoneReminder>;
  /** The instant of the caller's last change. Undefined if it can't be undone. */
  readonly changedAt: (actor: Actor) => EpochMs | undefined;
  /** Moves what doesn't follow its person to another zone. Changes nothing without `confirm`. */
  readonly moveZone: (request: MoveRequest, actor: Actor) => Promise<ZoneMove>;
  /** Previews a time or a whole sentence without storing anything. */
  readonly preview: (request: PreviewRequest, actor: Actor) => Promise<ReminderPreview>;
  /** Resolves a time in the zone of the reminder, or otherwise of the caller, without changing anything. */
  readonly understand: (when: string, actor: Actor, id?: ReminderId) => Promise<Understood>;
};

/** A resolved time and its description. */
type Understood = {readonly at: EpochMs; readonly zone: string; readonly understood: string};

export type ReminderChange = Moment &
  Repeating & {
    readonly message?: string;
    readonly mode?: ReminderMode;
    readonly nag?: string;
    readonly urgent?: boolean;
    readonly follows?: Follows;
    /**
     * The length to move by: `5m`, or `-5m` for earlier. Only for one that comes once. One that has rung rings again
     * after this length.
     */
    readonly by?: string;
    /** For a series: one occurrence, or all from now on. */
    readonly scope?: EditScope;
  };
