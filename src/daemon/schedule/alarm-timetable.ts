// The timetable of an alarm: which of its instants wakes now, which were passed over, and when it comes next. Pure.
import type {Alarm} from '../../shared/records/alarm.ts';
import {MOST_COUNTED, type PassedInstants} from '../../shared/records/passed-instants.ts';
import {DAY, type EpochMs, MINUTE} from '../../shared/time/time.ts';
import {nextInstant} from './cron/cron-expression.ts';

/** The instants up to `now`: the last of them, and those before it. Undefined where none has come. */
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

/** The first instant of its timetable after `after`; one that wakes once has none. */
export const nextOf = ({cron, zone}: Alarm, after: EpochMs): EpochMs | undefined =>
  cron === undefined ? undefined : nextInstant(cron, zone, after);

/**
 * The alarm at its instants by a clock that was set back. By hours: it came to the same instants before, and waits. A day or more says
 * that the clock had been wrong: then nothing waits for a year that never was. Undefined where it stays as it is.
 */
export const setBackTo = (alarm: Alarm, now: EpochMs): Alarm | undefined => {
  const {nextAt, retryAt} = alarm;
  const next = nextAt === undefined ? undefined : nextOf(alarm, now);
  const isNext = nextAt !== undefined && next !== undefined && nextAt - next >= DAY;
  const isRetry = retryAt !== undefined && retryAt - now >= DAY;
  if (!isNext && !isRetry) return undefined;
  return {...alarm, ...(isNext ? {nextAt: next} : {}), ...(isRetry ? {retryAt: now} : {})};
};

/** Too many to be walked one by one: looked for from the end, in steps that double. */
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
