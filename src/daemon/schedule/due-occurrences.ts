// Decides which occurrences of a schedule have passed: the last may run, the others are missed. Pure.
import {type EpochMs, LATE_AFTER_MS} from '../../shared/time/time.ts';

export type DueOccurrences = {
  /** The occurrence to run, if it is recent enough. */
  readonly run?: EpochMs;
  /** Missed occurrences: their count, the first and the last. */
  readonly missed?: {readonly count: number; readonly first: EpochMs; readonly last: EpochMs};
};

/**
 * The occurrences from `next` up to `now`. `after(t)` returns the first one after `t`. The last one runs if it is less
 * than a minute old and not before `since`, when the job existed. All others are missed (daemon stopped, machine
 * suspended, clock set forward). Counts up to MOST_COUNTED.
 */
export const dueOccurrences = (
  next: EpochMs,
  now: EpochMs,
  after: (at: EpochMs) => EpochMs | undefined,
  since: EpochMs = 0,
): DueOccurrences => {
  if (next > now) return {};
  let count = 1;
  let last = next;
  let before: EpochMs | undefined;
  for (let at = after(last); at !== undefined && at <= now && count < MOST_COUNTED; at = after(at)) {
    before = last;
    last = at;
    count += 1;
  }
  const onTime = last >= since && now - last <= LATE_AFTER_MS && count < MOST_COUNTED;
  if (!onTime) return {missed: {count, first: next, last}};
  return before === undefined ? {run: last} : {run: last, missed: {count: count - 1, first: next, last: before}};
};

/** A year of an hourly job, or a week of a job per minute. Beyond it the count is "at least". */
const MOST_COUNTED = 10_000;
