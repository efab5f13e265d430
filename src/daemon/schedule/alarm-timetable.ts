// Calculates an alarm's instants: which one fires now, which are skipped, and the next. Pure.
import type {Alarm} from '../../shared/records/jobs/alarm.ts';
import {MOST_COUNTED, type PassedInstants} from '../../shared/records/jobs/passed-instants.ts';
import {DAY, type EpochMs, MINUTE} from '../../shared/time/time.ts';
import {nextInstant} from './cron/cron-expression.ts';
import {shifted} from './set-back.ts';

/** The last instant up to `now`, and the skipped ones before it. Undefined if none is due. */
export const dueInstants = (
  alarm: Alarm,
  now: EpochMs,
): {readonly last: EpochMs; readonly passed?: PassedInstants} | undefined => {
  const first = alarm.nextAt;
  if (first === undefined || first > now) return undefined;
  let [last, before, count] = [first, first, 0];
  for (let at = nextOf(alarm, last); at !== undefined && at <= now; at = nextOf(alarm, last)) {
    [before, last] = [last, at];
    count += 1;
    if (count >= MOST_COUNTED) {
      last = lastUpTo(alarm, now, last);
      break;
    }
  }
  return count === 0 ? {last} : {last, passed: {count, first, last: before}};
};

/** The first instant after `after`. Undefined for a one-time alarm. */
export const nextOf = ({cron, zone}: Alarm, after: EpochMs): EpochMs | undefined =>
  cron === undefined ? undefined : nextInstant(cron, zone, after);

/**
 * Adjusts an alarm after the clock was set back by `byMs`, or by an unknown time before the daemon started. By hours,
 * the next instant stays, because the alarm already fired at those before it. By a day or more the clock had been
 * wrong, so it is recalculated. The wait for a retry shifts with the clock. Undefined if unchanged.
 */
export const setBackTo = (alarm: Alarm, now: EpochMs, byMs: number): Alarm | undefined => {
  const {nextAt, retryAt, lastFiredAt = now} = alarm;
  const wasAhead = byMs >= DAY || lastFiredAt - now >= DAY;
  const next = nextAt === undefined || !wasAhead ? undefined : nextOf(alarm, now);
  const isNext = nextAt !== undefined && next !== undefined && next < nextAt;
  const isRetry = retryAt !== undefined && retryAt > now && byMs > 0;
  if (!isNext && !isRetry) return undefined;
  return {...alarm, ...(isNext && {nextAt: next}), ...(isRetry && {retryAt: shifted(retryAt, now, byMs)})};
};

/** Searches backwards in doubling steps, because there may be too many instants. */
const lastUpTo = (alarm: Alarm, now: EpochMs, atLeast: EpochMs): EpochMs => {
  let back = MINUTE;
  let last = atLeast;
  for (let from = now - back; from > atLeast; from = now - back) {
    const at = nextOf(alarm, from);
    if (at !== undefined && at <= now) {
      last = at;
      break;
    }
    back *= 2;
  }
  for (let at = nextOf(alarm, last); at !== undefined && at <= now; at = nextOf(alarm, at)) last = at;
  return last;
};
