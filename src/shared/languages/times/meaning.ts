// Defines the pieces that a sentence about time consists of. Languages map words to these pieces.
import type {ENGLISH_FAULTS} from '../en/faults.ts';

/**
 * A time of day. `bare`: an hour alone. `face`: hours and minutes in either half of the day. `exact`: a 24-hour time.
 */
export type Clock = {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly style: 'bare' | 'face' | 'exact';
  /** The half of the day as said: "7 pm". */
  readonly half?: 'am' | 'pm';
};

export type Part = 'morning' | 'noon' | 'afternoon' | 'evening' | 'night' | 'midnight';

/** A day as the sentence names it. Weekdays count from 0 (Sunday), months from 1. */
export type Day =
  /** Today is 0, tomorrow is 1. */
  | {readonly kind: 'ahead'; readonly days: number}
  /**
   * `next`: in the next week. `coming`: the nearest. `last`: the one that is past. `weeks`: the number of weeks to add.
   */
  | {
      readonly kind: 'weekday';
      readonly weekday: number;
      readonly which?: 'next' | 'this' | 'coming' | 'last';
      readonly weeks?: number;
    }
  /** A weekday of this week (0) or the next week (1). */
  | {readonly kind: 'of-week'; readonly weekday: number; readonly weeks: number}
  /** This weekend (0) or the next weekend (1). */
  | {readonly kind: 'weekend'; readonly weeks: number}
  /** `years`: that many years ahead. `isMonth`: only the month is named, so the day is its first. */
  | {
      readonly kind: 'date';
      readonly day: number;
      readonly month: number;
      readonly year?: number;
      readonly years?: number;
      readonly isMonth?: true;
    }
  /** Two numbers. The country decides which is the month. */
  | {readonly kind: 'figures'; readonly first: number; readonly second: number; readonly year?: number}
  /** The 27th. `months` is the offset in months, if given. A negative `day` counts from the end. */
  | {
      readonly kind: 'of-month';
      readonly day: number;
      readonly months?: number;
      readonly month?: number;
      readonly year?: number;
    }
  /** The first Monday or the last working day, of a month if the sentence names a month. */
  | {
      readonly kind: 'nth';
      readonly nth: number;
      readonly of: number | 'workday';
      readonly months?: number;
      readonly month?: number;
      readonly year?: number;
    }
  /**
   * "next month", "next week": a number of periods ahead. `isEdge`: the first day of the period, where a series starts
   * or ends.
   */
  | {
      readonly kind: 'period';
      readonly unit: 'week' | 'month' | 'year';
      readonly ahead: number;
      readonly isEdge?: true;
    }
  | {readonly kind: 'easter'; readonly days: number; readonly year?: number}
  /** A holiday on different days: by the country of the person's locale. */
  | {readonly kind: 'by-country'; readonly elsewhere: Day; readonly countries: Readonly<Record<string, Day>>}
  /** The first such weekday from a date on, once a year: the first Sunday in Advent. */
  | {
      readonly kind: 'from-date';
      readonly weekday: number;
      readonly month: number;
      readonly day: number;
      readonly year?: number;
    }
  /** A number of working days from today: 1 is the next one. */
  | {readonly kind: 'workday'; readonly ahead: number}
  /** The nearest such weekday before (-1) or after (1) another day. */
  | {readonly kind: 'beside'; readonly weekday: number; readonly sign: 1 | -1; readonly day: Day}
  /** A number of days from another day. */
  | {readonly kind: 'from'; readonly days: number; readonly months?: number; readonly day: Day};

export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** A recurrence. A following day ("on the 31st") is a separate piece and joined later. */
export type Repeat = {
  readonly every: number;
  readonly unit: Unit;
  readonly weekdays?: readonly number[];
  /** The second and fourth of each weekday. Negative numbers count from the end. */
  readonly nth?: readonly number[];
  /** The first, the last or every working day of the month. */
  readonly workday?: 'first' | 'last' | 'all';
  readonly monthDays?: readonly number[];
  readonly month?: number;
  /** The series starts in the first or the last month of a quarter. */
  readonly monthOfQuarter?: 1 | 3;
  /** The words may also mean the next such day alone: "Freitag abends". */
  readonly orOnce?: true;
  /**
   * Days in a row, without "every": "from monday to wednesday". Without a time of day they may be those of one week.
   */
  readonly isSpan?: true;
  /** Days from Easter Sunday. */
  readonly easter?: number;
  readonly part?: Part;
};

/**
 * Months have no fixed length, so the calendar counts them. `isOfHours`: "24 hours", which is a length and never a day.
 */
export type Span = {
  readonly ms: number;
  readonly months: number;
  readonly isOfHours?: true;
  /** The longer end of "2 to 3 hours". */
  readonly upTo?: Span;
  /** The time of day that the same words may be: "15h". */
  readonly orClock?: Clock;
};

/** `in 5 minutes` (also `after`, `within`, `… from now`), `for 5 minutes`, or just `5 minutes`. */
export type Manner = 'in' | 'for' | 'bare';

export type Meaning =
  | {readonly kind: 'clock'; readonly clock: Clock}
  | {readonly kind: 'part'; readonly part: Part}
  /** `range`: the words of several days, of which this is the first. */
  | {
      readonly kind: 'day';
      readonly day: Day;
      readonly range?: string;
      /** The date was written as `4.12`, which can also be this time of day. */
      readonly orClock?: Clock;
      /** Also a time at the start of a sentence whose next word is a noun: "20.12 dentist", "boxing day walk". */
      readonly opens?: true;
    }
  /** Several weekdays, of a recurrence or as separate days. */
  | {readonly kind: 'weekdays'; readonly weekdays: readonly number[]}
  | {readonly kind: 'month-days'; readonly days: readonly number[]}
  /** An instant with its own offset. */
  | {readonly kind: 'instant'; readonly at: number}
  | {readonly kind: 'span'; readonly span: Span; readonly manner: Manner}
  /** A shift before or after the following time. */
  | {readonly kind: 'shift'; readonly span: Span; readonly sign: 1 | -1}
  /** `place`: named as the place of an event, not as "Tokyo time". */
  | {readonly kind: 'zone'; readonly zone: string; readonly name: string; readonly place?: true}
  | {readonly kind: 'offset'; readonly offsetMs: number; readonly name: string}
  | {readonly kind: 'sun'; readonly event: 'RISE' | 'SET'}
  /** Every Tuesday, every other evening, every 3 May. The next piece defines the unit. */
  | {readonly kind: 'every'; readonly every: number}
  | {readonly kind: 'repeat'; readonly repeat: Repeat}
  /** Twice a day. Times of day or days must follow. */
  | {readonly kind: 'often'; readonly times: number; readonly unit: Unit}
  /** "for the next two weeks": how long a series lasts. Alone beside a time of day, the series is daily. */
  | {readonly kind: 'throughout'; readonly span: Span}
  /**
   * From nine to five. `aloud`: the same words as one time, as "10 to 12" is 11:50. `isBare`: two numbers, which are
   * hours beside a day.
   */
  | {
      readonly kind: 'window';
      readonly from: Clock;
      readonly to: Clock;
      readonly aloud?: Clock;
      readonly isBare?: true;
    }
  /** `isTotal`: said as a total. `isBeside`: only beside the recurrence, as "3x" also counts things. */
  | {readonly kind: 'count'; readonly count: number; readonly isTotal?: true; readonly isBeside?: true}
  /** Days that a series leaves out. Further days may follow. */
  | {readonly kind: 'except'; readonly weekdays?: readonly number[]; readonly days?: readonly Day[]}
  /** The end of a series follows. `needsStart`: only after a start, as in "from monday to friday". */
  | {readonly kind: 'until'; readonly needsStart?: true}
  /** The start of a series follows. */
  | {readonly kind: 'starting'}
  /** "starting now", "from today": a series starts like that anyway. */
  | {readonly kind: 'from-now'}
  /** "after I did it": a series counts from the instant at which the last occurrence was done. */
  | {readonly kind: 'from-done'}
  /** Four digits that are the year of the date before them, or the time of day `clock`. */
  | {readonly kind: 'year'; readonly year: number; readonly clock?: Clock}
  /** The minute of each hour, of an hourly series. */
  | {readonly kind: 'minute'; readonly minute: number}
  /** The current time of day. */
  | {readonly kind: 'same-time'}
  /** A bare number, which is an hour beside a day. `ends`: no countable noun follows. */
  | {readonly kind: 'number'; readonly clock: Clock; readonly ends: boolean}
  /** Looks like a time but can't be used. */
  | {readonly kind: 'never'; readonly why: TimeFault};

/**
 * Marks a piece that counts as a time only in context. `word`: a bare "sun" may be the one in the sky. `name`:
 * "christmas" and "daily" may belong to the next word, as in "daily standup". `guest`: counts only beside another
 * piece. `free`: counts anywhere that the words beside it leave it free: "call mom friday", not "the friday report".
 */
export type Doubt = 'word' | 'name' | 'guest' | 'free';

/** A range of the text, and its meaning. */
export type Piece = {
  readonly start: number;
  readonly end: number;
  readonly meaning: Meaning;
  readonly doubt?: Doubt;
};

/** The year that the words name. */
export const yearOf = (day: Day): number | undefined => ('year' in day ? day.year : undefined);

/** The reasons why words of a time can't be used. Each language has a sentence for each. */
export type UnusedTime = keyof typeof ENGLISH_FAULTS;

/**
 * A reason, or a sentence of the rule engine in English. `value`: what the sentence names beside the words of the time.
 */
export type TimeFault = string | {readonly kind: UnusedTime; readonly value?: string};
