// Names the reasons why words of a time can't be used. Each language has a sentence for each.

/**
 * `either`: `value` is the second of two; `unused`: they stand apart from the time `value`; `unknown`: they mean
 * nothing; `open`: they name no one time; `condition`: they wait for something else than a time; `change`: they change
 * a reminder; `question`: they ask about one.
 */
export type UnusedTime =
  | 'either'
  | 'unused'
  | 'unknown'
  | 'open'
  | 'condition'
  | 'change'
  | 'question'
  | 'needs-place'
  | 'offset-repeats'
  | 'ends-first'
  | 'never'
  | 'too-far'
  | 'how-often'
  | 'how-many'
  | 'every-minute'
  | 'every-other-weekday'
  | 'nth-workday'
  | 'count-workdays'
  | 'from-when'
  | 'which-of-month'
  | 'times-of-day'
  | 'days-of-week'
  | 'days-of-month'
  | 'how-long-between'
  | 'how-long-before'
  | 'name-exceptions'
  | 'one-time-or-interval'
  | 'one-time'
  | 'too-often'
  | 'no-day-left'
  | 'no-such-time'
  | 'not-every-month'
  | 'days-and-hours'
  | 'time-of-day'
  | 'two-ways'
  | 'other-weekday';

/**
 * A reason, or a sentence of the rule engine in English. `value`: what the sentence names beside the words of the time.
 */
export type TimeFault = string | {readonly kind: UnusedTime; readonly value?: string};

/** `phrase`: the words of the time. */
export type FaultTexts = Readonly<Record<UnusedTime, (phrase: string, value: string) => string>>;
