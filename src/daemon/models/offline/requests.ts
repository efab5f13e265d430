// What a person can want of the offline assistant, as values: words become a Request, a Request becomes tool calls or an answer.
import type {EpochMs} from '../../../shared/time.ts';

/** A time that was said. */
export type Moment = {
  readonly at: EpochMs;
  /** As it was said, to be repeated. */
  readonly words: string;
  /** As the reminder tool is given it: the words, or the instant where the words alone would mean another one. */
  readonly time: {readonly when: string} | {readonly time: string};
};

/** A length of time to move by; below zero is earlier. */
export type Shift = {readonly ms: number; readonly words: string};

export type Order = {readonly moment: Moment; readonly message: string};

/** Which reminder is meant. */
export type Target =
  | {readonly kind: 'ids'; readonly ids: readonly string[]}
  /** "it": the one that was spoken of last. */
  | {readonly kind: 'last'}
  /** Nothing was said: the one that came last, waiting for an answer. */
  | {readonly kind: 'came'}
  /** Counted in the list that was shown; without one, among the pending. Below zero counts from the end. */
  | {readonly kind: 'positions'; readonly positions: readonly number[]}
  | {readonly kind: 'words'; readonly words: string}
  | {readonly kind: 'all'};

export type Deed =
  | {readonly kind: 'cancel'}
  | {readonly kind: 'done'}
  /** `by`: a length of time was said, which one that is still to come waits beyond its own time. */
  | {readonly kind: 'snooze'; readonly moment: Moment; readonly by?: Shift}
  | {readonly kind: 'move'; readonly moment: Moment}
  | {readonly kind: 'shift'; readonly shift: Shift}
  | {readonly kind: 'reword'; readonly message: string; readonly moment?: Moment};

/** What of the list is asked for. */
export type View =
  | {readonly kind: 'all'}
  | {readonly kind: 'next'}
  | {readonly kind: 'between'; readonly from: EpochMs; readonly to: EpochMs; readonly name: string}
  | {readonly kind: 'about'; readonly words: string};

/** What of the jobs is asked for; `all`: with the reminders. */
export type JobsView =
  | {readonly kind: 'all'}
  | {readonly kind: 'jobs'}
  | {readonly kind: 'named'; readonly name: string};

export type Request =
  | {readonly kind: 'say'; readonly text: string}
  | {readonly kind: 'set'; readonly orders: readonly Order[]}
  | {readonly kind: 'list'; readonly view: View}
  | {readonly kind: 'jobs'; readonly view: JobsView}
  | {readonly kind: 'change'; readonly deed: Deed; readonly target: Target; readonly confirmed?: true};

/** What the assistant does next. */
export type Step =
  | {readonly kind: 'answer'; readonly text: string}
  /** Of one tool. */
  | {readonly kind: 'calls'; readonly tool: string; readonly calls: readonly Readonly<Record<string, string>>[]};
