// What a person can want of the offline assistant, as values. Words become an Intent; the services carry it out.
import type {ReminderId, TurnId} from '../../../shared/records/ids.ts';
import type {EpochMs} from '../../../shared/time/time.ts';

/** A time that a person named. */
export type Moment = {
  readonly at: EpochMs;
  /** As the person wrote it, to be repeated in an answer. */
  readonly words: string;
  /** For the service: the words, or the instant where the words alone would mean another one. */
  readonly time: {readonly when: string} | {readonly at: string};
};

/** A length of time to move by; below zero is earlier. */
export type Shift = {readonly ms: number; readonly words: string};

export type Order = {readonly moment: Moment; readonly message: string};

/** Which reminder is meant. */
export type Target =
  | {readonly kind: 'ids'; readonly ids: readonly ReminderId[]}
  /** "it": the one mentioned last. */
  | {readonly kind: 'last'}
  /** None was named: the one that fired last and waits for an answer. */
  | {readonly kind: 'fired'}
  /** Positions in the list shown last, else among the pending ones. Below zero counts from the end. */
  | {readonly kind: 'positions'; readonly positions: readonly number[]}
  | {readonly kind: 'words'; readonly words: string}
  | {readonly kind: 'all'};

export type Change =
  | {readonly kind: 'cancel'}
  | {readonly kind: 'done'}
  /** `by`: a bare length of time, which a pending reminder adds to its own time. */
  | {readonly kind: 'snooze'; readonly moment: Moment; readonly by?: Shift}
  | {readonly kind: 'move'; readonly moment: Moment}
  | {readonly kind: 'shift'; readonly shift: Shift}
  | {readonly kind: 'reword'; readonly message: string; readonly moment?: Moment};

export type ReminderView =
  | {readonly kind: 'all'}
  | {readonly kind: 'next'}
  | {readonly kind: 'between'; readonly from: EpochMs; readonly to: EpochMs; readonly name: string}
  | {readonly kind: 'about'; readonly words: string};

/** `all`: the jobs and the reminders. */
export type JobView =
  | {readonly kind: 'all'}
  | {readonly kind: 'jobs'}
  | {readonly kind: 'named'; readonly name: string};

/** What the assistant asks the person. The answer comes with their next message. */
export type Question =
  | {readonly kind: 'when'; readonly message: string}
  | {readonly kind: 'what'; readonly moment: Moment}
  | {readonly kind: 'what-and-when'}
  | {readonly kind: 'offer'; readonly order: Order}
  /** `messages`: what the listed reminders say. */
  | {
      readonly kind: 'which';
      readonly change: Change;
      readonly ids: readonly ReminderId[];
      readonly messages: readonly string[];
    }
  | {readonly kind: 'all'; readonly change: Change};

/** A question that needs no list of reminders. */
export type PlainQuestion = Exclude<Question, {readonly kind: 'which' | 'all'}>;

/** What the assistant keeps between two turns of a conversation. It holds while `turnId` is the last turn that answered. */
export type Memory = {
  readonly turnId: TurnId;
  readonly question?: Question;
  /** The numbered list that was shown, in its order. */
  readonly listed?: readonly ReminderId[];
};

export type Intent =
  | {readonly kind: 'reply'; readonly text: string}
  /** `why`: a sentence before the question. */
  | {readonly kind: 'ask'; readonly question: PlainQuestion; readonly why?: string}
  | {readonly kind: 'set'; readonly orders: readonly Order[]}
  | {readonly kind: 'list'; readonly view: ReminderView}
  | {readonly kind: 'jobs'; readonly view: JobView}
  | {readonly kind: 'change'; readonly change: Change; readonly target: Target; readonly confirmed?: true};
