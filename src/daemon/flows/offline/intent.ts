// Defines the intents of the offline assistant. A message becomes an Intent, and the services carry out the Intent.
import type {Days} from '../../../shared/languages/answers.ts';
import type {TimeNote} from '../../../shared/languages/time-note.ts';
import type {ReminderId, TurnId} from '../../../shared/records/ids.ts';
import type {EditScope} from '../../../shared/records/jobs/jobs.ts';
import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import type {EpochMs} from '../../../shared/time/time.ts';

/** The rule of a series that begins at an instant, and its end. */
type ExactRepeat = {readonly repeat?: string; readonly until?: string; readonly count?: number};

/** A time in a message. */
export type Moment = {
  readonly at: EpochMs;
  /** The person's words, for use in an answer. */
  readonly words: string;
  /** The input for the service: the words, or an instant if the words alone mean another time. */
  readonly time: {readonly when: string} | ({readonly at: string} & ExactRepeat);
  /** The time repeats. `at` is the first occurrence. */
  readonly repeats?: true;
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

export type Order = {readonly moment: Moment; readonly message: string};

/** The reminders that a command is about. */
export type Target =
  | {readonly kind: 'ids'; readonly ids: readonly ReminderId[]}
  /** "it": the reminder that the conversation mentioned last. */
  | {readonly kind: 'last'}
  /** The command names no reminder. The target is the last fired reminder that waits for an answer. */
  | {readonly kind: 'fired'}
  /** Positions in the last list, else among the pending reminders. Negative positions count from the end. */
  | {readonly kind: 'positions'; readonly positions: readonly number[]}
  | {readonly kind: 'words'; readonly words: string}
  | {readonly kind: 'all'};

export type Change =
  | {readonly kind: 'cancel'}
  | {readonly kind: 'done'}
  | {readonly kind: 'skip'}
  | {readonly kind: 'pause'}
  | {readonly kind: 'resume'}
  /** `by`: a bare duration, which a pending reminder adds to its own time. */
  | {readonly kind: 'snooze'; readonly moment: Moment; readonly by?: Shift}
  /** `isDaily`: only several times of day are named, so the moment is that of a daily series. */
  | {readonly kind: 'move'; readonly moment: Moment; readonly isDaily?: true}
  /** `every`: the interval, as said. */
  | {readonly kind: 'nag'; readonly every: string}
  | {readonly kind: 'shift'; readonly shift: Shift}
  | {readonly kind: 'reword'; readonly message: string; readonly moment?: Moment};

export type ReminderView =
  | {readonly kind: 'all'}
  | {readonly kind: 'next'}
  | {readonly kind: 'between'; readonly from: EpochMs; readonly to: EpochMs; readonly days: Days}
  | {readonly kind: 'about'; readonly words: string};

/** `all`: both jobs and reminders. */
export type JobView =
  | {readonly kind: 'all'}
  | {readonly kind: 'jobs'}
  | {readonly kind: 'named'; readonly name: string};

/** A question to the person. The next message answers it. */
export type Question =
  | {readonly kind: 'when'; readonly message: string}
  | {readonly kind: 'what'; readonly moment: Moment}
  | {readonly kind: 'what-and-when'}
  | {readonly kind: 'offer'; readonly order: Order}
  /** `messages`: the texts of the listed reminders. */
  | {
      readonly kind: 'which';
      readonly change: Change;
      readonly ids: readonly ReminderId[];
      readonly messages: readonly string[];
    }
  | {readonly kind: 'all'; readonly change: Change}
  /** One occurrence of a series, or all from now on. `only`: one time can't stand for the several of a day. */
  | {readonly kind: 'scope'; readonly intent: Intent; readonly only?: true}
  /** Asks before a job is deleted. */
  | {readonly kind: 'job'; readonly intent: Intent}
  /** The time of `intent` is ambiguous: one of the choices replaces it. */
  | {readonly kind: 'time'; readonly intent: Intent; readonly choices: readonly TimeChoice[]};

/** A question without a list of reminders. */
export type PlainQuestion = Exclude<Question, {readonly kind: 'which' | 'all' | 'time' | 'scope' | 'job'}>;

/** The assistant's memory between two turns. Valid while `turnId` is the last answered turn. */
export type Memory = {
  readonly turnId: TurnId;
  readonly question?: Question;
  /** The reminders of the numbered list, in order. */
  readonly listed?: readonly ReminderId[];
  /** The question as it was asked, to ask it once more. */
  readonly asked?: string;
  /** The language that the message showed, for a next message that shows none. */
  readonly language?: string;
};

export type Intent =
  | {readonly kind: 'reply'; readonly text: string}
  /** It needs a model. The turn fails with this reason. */
  | {readonly kind: 'fail'; readonly reason: string}
  /** The message is no answer to the open question, which is asked once more. */
  | {readonly kind: 'again'}
  /** `why`: a sentence that precedes the question. */
  | {readonly kind: 'ask'; readonly question: PlainQuestion; readonly why?: string}
  | {readonly kind: 'set'; readonly orders: readonly Order[]}
  | {readonly kind: 'list'; readonly view: ReminderView}
  | {readonly kind: 'jobs'; readonly view: JobView}
  /** `name`: the name as the person wrote it. */
  | {
      readonly kind: 'job';
      /** `edit`: the answer says how. */
      readonly order: JobOrder | 'edit';
      readonly name: string;
      /** A job is deleted only after a question. */
      readonly confirmed?: true;
      /** For a name that no job has: "cancel the job interview" may be about a reminder. */
      readonly otherwise?: Extract<Intent, {kind: 'change'}>;
    }
  /** Creates a job. `says`: its prompt is only to be said. `replaces`: the job that it changes instead. */
  | {
      readonly kind: 'new-job';
      readonly when: string;
      readonly task: string;
      readonly says: boolean;
      readonly replaces?: string;
    }
  /** Undoes the last change. A new reminder is cancelled. */
  | {readonly kind: 'undo'}
  | {
      readonly kind: 'change';
      readonly change: Change;
      readonly target: Target;
      readonly confirmed?: true;
      readonly scope?: EditScope;
      /** For words that no reminder has: "cancel the gym" may be the answer to an open question. */
      readonly otherwise?: Extract<Intent, {readonly kind: 'set' | 'ask'}>;
    };

export type JobOrder = 'pause' | 'resume' | 'run' | 'delete';
