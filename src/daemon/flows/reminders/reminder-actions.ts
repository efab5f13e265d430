// What can be done with reminders, by whom, and in which words it is asked for: the one door for the tool, the command, the
// screen and the channels.
import type {Address} from '../../../shared/records/address.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {Reminder, ReminderMode, ReminderState, TimedReminder} from '../../../shared/records/jobs.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Actor} from '../../routing/actor.ts';
import type {Moment} from '../../schedule/moments/read-moment.ts';

export type NewReminder = Moment & {
  readonly message: string;
  readonly mode: ReminderMode;
  /** Whom to remind. @default the asker */
  readonly user?: string;
  readonly to?: Address;
  readonly key?: string;
  /** A stretch of time: so long after each telling it is said again, until it is answered. */
  readonly nag?: string;
};

export type ReminderService = {
  readonly set: (request: NewReminder, actor: Actor) => Promise<TimedReminder>;
  /** Earliest first; pending ones and those that fire now unless a state is named; of these with a `text` those that say it. */
  readonly list: (
    filter: {
      readonly user?: string;
      readonly state?: ReminderState;
      readonly text?: string;
      readonly before?: ReminderId;
      readonly after?: ReminderId;
      readonly limit?: number;
    },
    actor: Actor,
  ) => readonly Reminder[];
  readonly get: (id: ReminderId, actor: Actor) => Reminder;
  readonly cancel: (id: ReminderId, actor: Actor) => Promise<Reminder>;
  /** Fires (again) at the moment: a fired one comes back, a pending one moves. */
  readonly snooze: (id: ReminderId, moment: Moment, actor: Actor) => Promise<TimedReminder>;
  readonly done: (id: ReminderId, actor: Actor) => Promise<Reminder>;
  /** Changes what a pending one says, how it is told, or when. */
  readonly edit: (id: ReminderId, change: ReminderChange, actor: Actor) => Promise<TimedReminder>;
  /** What words would mean, in the zone of a reminder or else of the asker; nothing is changed. */
  readonly understand: (when: string, actor: Actor, id?: ReminderId) => Promise<Understood>;
};

/** What words mean, before anything is done with them. */
type Understood = {readonly at: EpochMs; readonly zone: string; readonly understood: string};

export type ReminderChange = Moment & {readonly message?: string; readonly mode?: ReminderMode};
