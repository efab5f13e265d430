// Preview of words as a reminder; nothing is kept.

import type {Wire} from '../../fields/wire.ts';
import type {EpochMs} from '../../time/time.ts';
import type {Follows} from './jobs.ts';
import type {Recurrence} from './recurrence.ts';
import type {StartsOn} from './starting-event.ts';

export type ReminderPreview = {
  /** For an event: the instant of the preview. */
  readonly fireAt: EpochMs;
  /** The event that it would wait for, and whether only once. `next` is empty then. */
  readonly on?: StartsOn;
  readonly once?: boolean;
  readonly repeat?: Recurrence;
  readonly next: readonly EpochMs[];
  /** The words that say the time; the rest of the sentence is `text`. */
  readonly when: string;
  readonly text: string;
  readonly zone: string;
  /** The language of the sentence, in which the texts here are: `de`. Absent for English. */
  readonly language?: string;
  /** A remark that isn't plain from the instant. */
  readonly note?: string;
  /** The sentence says that it has this time of day wherever its person is. */
  readonly follows?: Follows;
  /** More than one time may be meant. Each choice is a `when` that is read without a doubt. */
  readonly ask?: {
    readonly question: string;
    readonly choices: readonly {readonly label: string; readonly when: string}[];
  };
  /** Further reminders of the same sentence. */
  readonly also?: readonly ReminderPreview[];
};

/** The parameters of `reminder.set` for each reminder of a sentence, without its options. */
export type SentenceRequest = {
  readonly when?: string;
  readonly at?: string;
  readonly repeat?: string;
  readonly until?: string;
  readonly count?: number;
  readonly from?: 'done';
  readonly follows?: Follows;
  readonly message: string;
};

/** `9`, `9:30`: more likely a part of the time than a text. */
export const isOnlyNumber = (text: string): boolean => /^[\s\d.,:]*\d[\s\d.,:]*$/u.test(text);

/** One request, or several for a sentence with several times. */
export const requestsIn = (preview: Wire<ReminderPreview>): readonly SentenceRequest[] => {
  const {when, text, follows, also = []} = preview;
  if (also.length === 0) return [{when, message: text, follows}];
  // `when` holds all times of the sentence, so each reminder is set by its instant.
  return [preview, ...also].map(({fireAt, repeat, text: message}) => {
    if (repeat === undefined) return {at: fireAt, message};
    const {rule, until, count, from} = repeat;
    return {
      at: fireAt,
      repeat: rule,
      until,
      count,
      from,
      follows,
      message,
    };
  });
};
