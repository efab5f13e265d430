// Defines what a language provides for the answers of the offline assistant. Texts arrive quoted or with their
// punctuation.
import type {ErrorFault} from '../text/gateway-error.ts';
import type {EpochMs} from '../time/time.ts';
import type {WallTime} from '../time/zone.ts';
import type {FaultTexts} from './faults.ts';
import type {SmallTalkTexts} from './small-talk.ts';
import type {TimeNote} from './time-note.ts';

/** The days that a question names. `words`: as the person named the day. */
export type Days =
  | {readonly kind: 'today' | 'week' | 'next-week' | 'weekend'}
  | {readonly kind: 'day'; readonly at: EpochMs; readonly words: string};

export type Here = {readonly now: EpochMs; readonly zone: string};

/** A person's actions on a reminder. */
export type ChangeKind =
  | 'cancel'
  | 'done'
  | 'skip'
  | 'pause'
  | 'resume'
  | 'snooze'
  | 'move'
  | 'shift'
  | 'reword'
  | 'nag';

/** The assistant's question before a refusal. */
type QuestionKind = 'when' | 'what' | 'what-and-when' | 'offer' | 'which' | 'all' | 'scope' | 'job';

/** `about` is `: stretch.`, `where` is `, in the terminal`, `when` an instant in this language's words. */
export type AnswerTexts = {
  /** `today 15:00`, `Fri 27 Nov 09:00` */
  readonly moment: (at: EpochMs, here: Here) => string;
  /** `today at 15:00 CET`, `on Fri 27 Nov at 09:00 CET` */
  readonly spoken: (at: EpochMs, here: Here) => string;
  /** A fact about a time, for brackets: an assumption, a zone, a clock change. */
  readonly assumption: (note: TimeNote) => string;
  /** A note that exists in English only. Undefined in any other language. */
  readonly note: (note: string | undefined) => string | undefined;
  readonly in: (length: EpochMs) => string;
  /** `20 minutes` */
  readonly length: (ms: EpochMs) => string;
  readonly remind: (when: string, where: string, about: string) => string;
  readonly next: (dates: string) => string;
  /** The interval of its nagging. */
  readonly insists: (everyMs: EpochMs) => string;
  readonly place: (channel: string) => string;
  readonly and: string;
  readonly or: string;
  readonly changed: {
    readonly cancel: (about: string) => string;
    readonly done: (about: string) => string;
    /** `when`: the occurrence that is left out, where it is known. */
    readonly skip: (when: string | undefined, about: string) => string;
    readonly pause: (about: string) => string;
    readonly resume: (when: string, about: string) => string;
    /** `when` for a reminder that waits again. */
    readonly undo: (when: string | undefined, about: string) => string;
    readonly snooze: (when: string, about: string) => string;
    readonly edit: (when: string, about: string) => string;
    /** One occurrence of a series got another time. `dates`: the next ones, with commas. */
    readonly once: (when: string, dates: string, about: string) => string;
  };
  readonly when: (message: string) => string;
  readonly what: (words: string) => string;
  readonly whatAndWhen: string;
  readonly offer: (words: string, message: string) => string;
  /** `Do you mean 06:45 or 18:45?` */
  readonly which: (choices: string) => string;
  /**
   * Another time: for one occurrence of a series, or for all of them. `often`: it comes several times a day, so only
   * one can move. `when`: the occurrence that "this one" means.
   */
  readonly scope: (message: string, when: string, often?: string) => string;
  /** A snooze that ends before the reminder's own time. */
  readonly earlier: (words: string, when: string) => string;
  readonly past: (words: string) => string;
  /** Words that are not a time, and examples behind a refusal. */
  readonly notTime: (words: string) => string;
  readonly examples: string;
  readonly command: CommandTexts;
  readonly notSet: (message: string, reason: string) => string;
  readonly notWorked: (reason: string) => string;
  /** Names a reminder, job or alarm of the earlier text that an edit doesn't change, and says how to cancel it. */
  readonly stays: {
    readonly reminder: (message: string, when: string) => string;
    readonly job: (name: string) => string;
    readonly alarm: (id: string) => string;
  };
  readonly noTime: string;
  /** Before a question that is asked once more. */
  readonly noAnswer: string;
  /** One target that isn't sure, several, or all of them. */
  readonly thisOne: (change: ChangeKind) => string;
  readonly whichOne: (change: ChangeKind) => string;
  readonly allOf: (change: ChangeKind, count: number) => string;
  readonly refused: Readonly<Record<QuestionKind, string>>;
  readonly fired: string;
  readonly more: (count: number) => string;
  readonly none: string;
  readonly noPending: string;
  readonly noComing: string;
  readonly nextIs: (when: string, about: string) => string;
  readonly youHave: (count: number) => string;
  readonly notDone: (messages: string) => string;
  readonly firedAt: (when: string, about: string) => string;
  readonly lists: ListTexts;
  readonly jobs: JobTexts;
  readonly clock: ClockTexts;
  readonly smallTalk: SmallTalkTexts;
  readonly not: RefusalTexts;
  /** Reasons of failed changes. For others the sentence is English. */
  readonly failures: Readonly<Partial<Record<ErrorFault, string>>>;
};

/** Texts of `rooster remind`. `when`: the time or the recurrence, with what was assumed. */
export type CommandTexts = {
  readonly set: (id: string, when: string, message: string) => string;
  readonly text: (message: string) => string;
  /** `where`: the places, in words. */
  readonly sent: (where: string) => string;
  readonly agent: (where: string) => string;
  readonly urgent: string;
  readonly noDates: string;
  readonly confirm: string;
  readonly nothingSet: string;
  readonly whichTime: string;
  readonly whichOne: (count: number) => string;
  readonly again: (count: number) => string;
};

/** Answers to questions about reminders. `when` as in `spoken`. */
type ListTexts = {
  readonly failed: (reason: string) => string;
  /** `tomorrow`, `on Friday`, `this week` */
  readonly days: (days: Days, here: Here) => string;
  readonly noneFrom: (name: string) => string;
  readonly noneOn: (name: string) => string;
  readonly nextOne: (when: string, about: string) => string;
  readonly noneAbout: (words: string) => string;
  readonly mayMean: string;
  readonly notDoneYet: string;
  readonly asFirst: (when: string) => string;
};

/** `schedule` is `0 8 * * * in Europe/Berlin`. */
type JobTexts = {
  readonly failed: (reason: string) => string;
  readonly none: string;
  readonly nothing: string;
  readonly unknown: (name: string, known: string) => string;
  readonly next: (name: string, when: string) => string;
  readonly idle: (name: string, why: JobIdle) => string;
  readonly idleInList: Readonly<Record<JobIdle, string>>;
  readonly label: (name: string, schedule: string) => string;
  readonly created: (
    job: {readonly name: string; readonly schedule: string; readonly file: string},
    when?: string,
  ) => string;
  /** After a change of schedule and task. */
  readonly edited: JobTexts['created'];
  /** After a new job with a task, where no model is connected. */
  readonly needsModel: string;
  /** The ways to change a job. */
  readonly edit: (name: string) => string;
  readonly notCreated: (reason: string) => string;
  readonly changed: Readonly<Record<'run' | 'pause' | 'resume' | 'delete', (name: string) => string>>;
  /** `file`: its file in the workspace, which is deleted with it. */
  readonly reallyDelete: (name: string, file: string) => string;
  readonly notChanged: (order: 'run' | 'pause' | 'resume' | 'delete', name: string, reason: string) => string;
  /** An example that asks for a job. */
  readonly how: string;
};

/** The reason why a job has no next run. */
export type JobIdle = 'disabled' | 'paused' | 'after' | 'over' | 'never';

/** `time` is `15:00 CET`. */
type ClockTexts = {
  readonly day: (wall: WallTime) => string;
  readonly now: (time: string, day: string) => string;
  readonly today: (date: string) => string;
  readonly zone: (zone: string, time: string) => string;
  readonly week: (week: number, day: string) => string;
  readonly elsewhere: (place: string, time: string, day: string) => string;
  readonly unknownPlace: (place: string) => string;
  readonly that: (date: string) => string;
  readonly over: (when: string) => string;
  readonly daysUntil: (days: number, date: string) => string;
  readonly until: (length: EpochMs, when: string) => string;
};

/** Refusals of requests that can't be done or weren't understood. */
type RefusalTexts = {
  readonly reminders: string;
  readonly schedule: string;
  readonly understood: string;
  /** The same in a conversation without reminders. */
  readonly onlyTime: string;
  /** Advice for the owner: a model understands more. */
  readonly connect: string;
  readonly time: FaultTexts;
};
