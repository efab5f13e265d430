// Which windows of a schedule have passed, and what becomes of them: one is run, the others are recorded as missed. Pure.
import {type EpochMs, LATE_AFTER_MS} from '../../shared/time/time.ts';

export type Windows = {
  /** The window to run, if it is recent enough to count as on time. */
  readonly run?: EpochMs;
  /** What passed without a run: how many windows, from the first to the last. */
  readonly missed?: {readonly count: number; readonly first: EpochMs; readonly last: EpochMs};
};

/**
 * The windows from `next` up to `now`. `after(t)` gives the first window strictly after `t`.
 * The last one is run when it came less than a minute ago and not before `since`, when the job was there to be run; all
 * others have been missed (the daemon was down, the machine suspended, the clock set forward). Counting stops at MOST_COUNTED.
 */
export const windowsUpTo = (
  next: EpochMs,
  now: EpochMs,
  after: (at: EpochMs) => EpochMs | undefined,
  since: EpochMs = 0,
): Windows => {
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

/** A year of an hourly job; of one that comes each minute, a week. Beyond it the count is «at least». */
const MOST_COUNTED = 10_000;
