// The intents of the offline assistant, and the forms that ask for what an intent lacks. An intent that reads or
// changes records is named as the method that does the same.
import type {Days, JobMethod, TimeNote} from '../../../shared/languages/answers.ts';
import type {OperationName} from '../../../shared/operations/operations.ts';
import type {ReminderId, TurnId} from '../../../shared/records/ids.ts';
import type {EditScope} from '../../../shared/records/jobs/jobs.ts';
import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import type {EpochMs} from '../../../shared/time/time.ts';

/** The rule of a series that begins at an instant, and its end. */
type ExactRepeat = {readonly repeat?: string; readonly until?: string; readonly count?: number; readonly from?: 'done'};

/** A time in a message. */
export type Moment = {
  readonly at: EpochMs;
  /** The person's words, for use in an answer. */
  readonly words: string;
  /** The input for the service: the words, or an instant if the words alone mean another time. */
  readonly time: {readonly when: string} | ({readonly at: string} & ExactRepeat);
  /** The time repeats. `at` is the first occurrence. */
  readonly repeats?: true;
  /** An event instead of a time. `at` is the present. */
  readonly isEvent?: true;
  /** Only a time of day is named, and no day. */
  readonly isClock?: true;
  /** The facts about the time that an answer must mention. */
  readonly notes?: readonly TimeNote[];
  /** The words can mean several times, the likeliest first. */
  readonly choices?: readonly TimeChoice[];
};

/** A time that ambiguous words may mean. `repeat` for a series. */
export type TimeChoice = {readonly moment: Moment; readonly repeat?: Omit<Recurrence, 'words'>};

/** A duration to move a reminder by. Negative values move to an earlier time. */
export type Shift = {readonly ms: number; readonly words: string};

export type Order = {
  readonly moment: Moment;
  readonly message: string;
  /** A timer. */
  readonly timer?: true;
};

/** The reminders that a command is about. */
export type Target =
  | {readonly kind: 'ids'; readonly ids: readonly ReminderId[]}
  /** "it": the reminder that the conversation mentioned last. */
  | {readonly kind: 'last'}
  /** The command names no reminder. The target is the last fired reminder that waits for an answer. */
  | {readonly kind: 'fired'}
  /** The running timer. Without one, as for "it". */
  | {readonly kind: 'timer'}
  /** Positions in the last list, else among the pending reminders. Negative positions count from the end. */
  | {readonly kind: 'positions'; readonly positions: readonly number[]}
  | {readonly kind: 'words'; readonly words: string}
  | {readonly kind: 'all'};

/** A change of a reminder, by the operation or the method that makes it. */
export type Change =
  /** `until`: when a pause ends. */
  | {readonly operation: OperationName<'reminder'> | 'reminder.skip'; readonly until?: string}
  /** `by`: a bare duration, which a pending reminder adds to its own time. */
  | {readonly operation: 'reminder.snooze'; readonly moment: Moment; readonly by?: Shift}
  | {
      readonly operation: 'reminder.edit';
      readonly message?: string;
      readonly moment?: Moment;
      /** Only several times of day are named, so the moment is that of a daily series. */
      readonly isDaily?: true;
      readonly shift?: Shift;
      /** The interval of nagging, as said. */
      readonly every?: string;
    };

export type ReminderView =
  | {readonly kind: 'all'}
  | {readonly kind: 'next'}
  | {readonly kind: 'between'; readonly from: EpochMs; readonly to: EpochMs; readonly days: Days}
  | {readonly kind: 'about'; readonly words: string}
  /** The running timers. `words`: only those that have them. */
  | {readonly kind: 'timers'; readonly words: string};

/** `all`: both jobs and reminders. */
export type JobView =
  | {readonly kind: 'all'}
  | {readonly kind: 'jobs'}
  | {readonly kind: 'named'; readonly name: string};

/** A question to the person: what is missing, what continues with the answer, and the choices. */
type Question<Missing, Next, Choices = undefined> = {
  readonly missing: Missing;
  readonly next: Next;
  readonly choices?: Choices;
};

/** The next message answers it. */
export type Form =
  | Question<'when' | 'what' | 'what-and-when', {readonly intent: 'reminder.set'; readonly orders: [Partial<Order>]}>
  /** Yes or no. */
  | Question<'consent', Intent>
  | Question<'which', ChangeIntent, readonly {readonly id: ReminderId; readonly message: string}[]>
  /** One occurrence of a series, or all from now on. Only the former if it has several times a day. */
  | Question<'scope', ChangeIntent, readonly ['this']>
  | Question<'time', Intent, readonly TimeChoice[]>;

/** The assistant's memory between two turns. Valid while `turnId` is the last answered turn. */
export type Memory = {
  readonly turnId: TurnId;
  readonly form?: Form;
  /** The reminders of the numbered list, in order. */
  readonly listed?: readonly ReminderId[];
  /** The question as it was asked, to ask it once more. */
  readonly asked?: string;
  /** The language that the message showed, for a next message that shows none. */
  readonly language?: string;
};

export type ChangeIntent = {
  readonly intent: 'reminder.change';
  readonly change: Change;
  readonly target: Target;
  readonly confirmed?: true;
  readonly scope?: EditScope;
  /** For words that no reminder has: "cancel the gym" may be the answer to an open question. */
  readonly otherwise?: Extract<Intent, {readonly intent: 'reminder.set' | 'ask'}>;
};

/** `name`: the name as the person wrote it. */
export type JobIntent = {
  /** `cron.edit`: the answer says how. */
  readonly intent: JobMethod | 'cron.edit';
  readonly name: string;
  /** When a pause ends. */
  readonly until?: string;
  /** A job is deleted only after a question. */
  readonly confirmed?: true;
  /** For a name that no job has: "cancel the job interview" may be about a reminder. */
  readonly otherwise?: ChangeIntent;
};

export type Intent =
  | {readonly intent: 'reply'; readonly text: string}
  /** It needs a model. The turn fails with this reason. */
  | {readonly intent: 'fail'; readonly reason: string}
  /** The message is no answer to the open question, which is asked once more. */
  | {readonly intent: 'again'}
  /** `why`: a sentence that precedes the question. */
  | {readonly intent: 'ask'; readonly form: Form; readonly why?: string}
  | {readonly intent: 'reminder.set'; readonly orders: readonly Order[]}
  | {readonly intent: 'reminder.list'; readonly view: ReminderView}
  /** Undoes the last change. A new reminder is cancelled. */
  | {readonly intent: 'reminder.undo'}
  | ChangeIntent
  | {readonly intent: 'cron.list'; readonly view: JobView}
  | JobIntent
  /** Creates a job. `says`: its prompt is only to be said. `replaces`: the job that it changes instead. */
  | {
      readonly intent: 'cron.create';
      readonly when: string;
      readonly task: string;
      readonly says: boolean;
      readonly replaces?: string;
    };

/** The intent of a new reminder. */
export const setIntent = (...orders: readonly Order[]): Extract<Intent, {readonly intent: 'reminder.set'}> => ({
  intent: 'reminder.set',
  orders,
});

/** Asks for the time or the text that a new reminder lacks. */
export const askFor = (order: Partial<Order>, why?: string): Extract<Intent, {readonly intent: 'ask'}> => {
  const lacks = order.moment === undefined ? 'when' : 'what';
  const missing = order.moment === undefined && order.message === undefined ? 'what-and-when' : lacks;
  return {intent: 'ask', form: {missing, next: {intent: 'reminder.set', orders: [order]}}, why};
};

export const reply = (text: string): Extract<Intent, {readonly intent: 'reply'}> => ({intent: 'reply', text});
