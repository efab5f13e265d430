// Moves a repeating reminder along its instants. Pure: the instants come from `Instants`, which knows the calendar.
//
// `next` holds the coming instants without the skipped ones. `passed` counts the instants of the series before the
// first of them.
import type {Occurrence, Reminder} from '../../../shared/records/jobs/jobs.ts';
import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {CheckedRule} from '../recurrence/check-rule.ts';

/** Computes the instants of recurrences. */
export type Instants = {
  /** Checks a rule. `zone` is the recurrence's zone: an UNTIL without Z is wall time there. */
  readonly check: (rule: string, zone: string) => CheckedRule | {readonly problem: string};
  /** Returns at most `most` instants after `after`, ascending. */
  readonly after: (repeat: Recurrence, after: EpochMs, most: number) => readonly EpochMs[];
  /** Returns at most `most` instants from `from` to `to` inclusive, ascending. */
  readonly between: (repeat: Recurrence, from: EpochMs, to: EpochMs, most: number) => readonly EpochMs[];
  /** The recurrence in words, as the person sees it: `every weekday at 09:00`. */
  readonly say: (repeat: Omit<Recurrence, 'words'>) => string;
  /** Explains which setting a rule needs and the configuration lacks. */
  readonly lacks?: (rule: string) => string | undefined;
};

export type Series = Reminder & {readonly repeat: Recurrence};

export const isSeries = (reminder: Reminder): reminder is Series => reminder.repeat !== undefined;

/**
 * The initial state of a series that is set or restarted with another recurrence. `skipped`: instants of it that are
 * left out.
 */
export const begun = (
  repeat: Recurrence,
  now: EpochMs,
  instants: Instants,
  skipped: readonly EpochMs[] = [],
): Pick<Series, 'repeat' | 'next' | 'passed' | 'skipped'> => {
  const next = comingAfter({repeat, skipped}, now, keptAhead(repeat), instants);
  const [first = now] = next;
  const passed = skipped.filter(at => at < first).length;
  return {repeat, next, passed, skipped: skipped.length > 0 ? skipped : undefined};
};

/** Counts every instant up to `last` as passed: claimed, missed, skipped or moved. */
export const movedPast = (series: Series, last: EpochMs, instants: Instants): Series => {
  const {repeat, next = [], passed = 0} = series;
  const rest = next.filter(at => at > last);
  const from = next[0];
  if (from === undefined || rest.length === next.length) return series;
  const skipped = series.skipped ?? [];
  const isLow = rest.length < SHOWN_AHEAD;
  const more = isLow
    ? comingAfter(series, Math.max(last, rest.at(-1) ?? last), keptAhead(repeat) - rest.length, instants)
    : [];
  const ahead = [...rest, ...more];
  const before = ahead[0] === undefined ? Number.POSITIVE_INFINITY : ahead[0];
  const isOneStep = next[0] === last;
  const handled = isOneStep ? 1 : countFrom(repeat, from, last, instants);
  // Skipped instants after `last` and before the next instant pass too. Earlier skipped instants are already counted.
  const leftOut = skipped.filter(at => at > last && at < before).length;
  return {...series, next: ahead, passed: passed + handled + leftOut};
};

/** The coming instants that the user did not skip. */
export const comingAfter = (
  {repeat, skipped = []}: Pick<Series, 'repeat' | 'skipped'>,
  after: EpochMs,
  most: number,
  instants: Instants,
): readonly EpochMs[] => {
  const left = new Set(skipped.filter(at => at > after));
  const coming: EpochMs[] = [];
  // Few at a time: a series may leave out hundreds of dates far ahead.
  for (let last = after; coming.length < most; ) {
    const found = instants.after(repeat, last, most + 1);
    coming.push(...found.filter(at => !left.has(at)));
    if (found.length <= most) break;
    last = found.at(-1) ?? last;
  }
  return coming.slice(0, most);
};

/** The next instant as an occurrence. */
export const nextOccurrence = ({next = [], passed = 0}: Series): Occurrence | undefined =>
  next[0] === undefined ? undefined : {n: passed + 1, at: next[0]};

/** It counts from "done", and has occurrences left. */
const goesOnAfterDone = ({repeat: {from, count}, passed = 0}: Series): boolean =>
  from === 'done' && (count === undefined || passed < count);

/**
 * Updates `fireAt` and the state: pending while an instant, a snooze or its "done" is left. At the end, fired if an
 * occurrence is open, otherwise done.
 */
export const settledSeries = (series: Series): Series => {
  const {next = [], occurrence} = series;
  const coming = [next[0], occurrence?.snoozedUntil].filter(at => at !== undefined);
  if (coming.length > 0) return {...series, state: 'pending', fireAt: Math.min(...coming)};
  if (occurrence !== undefined && goesOnAfterDone(series)) return {...series, state: 'pending'};
  return {...series, paused: undefined, pausedUntil: undefined, state: occurrence === undefined ? 'done' : 'fired'};
};

/** Counts the instants from `from` to `to`, up to MOST_COUNTED. */
export const countFrom = (repeat: Recurrence, from: EpochMs, to: EpochMs, instants: Instants): number =>
  instants.between(repeat, from, to, MOST_COUNTED).length;

/**
 * Number of instants to store: computing them is the slowest part of firing. Rules that depend on the configuration
 * store fewer.
 */
export const keptAhead = (repeat: Recurrence): number =>
  repeat.from === 'done' ? 1 : dependsOnWorld(repeat) ? SHOWN_AHEAD : 5;

/** The rule asks for the sun or for working days: its instants change with the configuration. */
export const dependsOnWorld = ({rule}: Recurrence): boolean => rule.includes('X-');

/** The reminder for clients, with only as many instants as they show. */
export const published = <R extends Reminder>(reminder: R): R =>
  reminder.next === undefined || reminder.next.length <= SHOWN_AHEAD
    ? reminder
    : {...reminder, next: reminder.next.slice(0, SHOWN_AHEAD)};

export const SHOWN_AHEAD = 3;
const MOST_COUNTED = 10_000;
