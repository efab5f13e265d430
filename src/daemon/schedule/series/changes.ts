// User actions on a series: done, snooze and skip change one occurrence; pause and resume change the series. Pure; an
// impossible action throws an error.

import type {Occurrence} from '../../../shared/records/jobs/jobs.ts';
import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {formatMoment} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {atMinute, instantAt, plusDays, wallTimeAt} from '../../../shared/time/zone.ts';
import {
  comingAfter,
  countFrom,
  type Instants,
  keptAhead,
  movedPast,
  nextOccurrence,
  type Series,
  settledSeries,
} from './advance.ts';
import {countsFromDone, doneNow, editedAfterDone, goneOn, resumedAfterDone, setBackAfterDone} from './after-done.ts';

/** Closes the open occurrence. A series that counts from "done" gets its next instant. */
export const closed = (series: Series, now: EpochMs, instants: Instants): Series => {
  if (countsFromDone(series)) return doneNow(series, now, instants);
  return settledSeries({...series, occurrence: undefined, nags: undefined, nextNagAt: undefined, snoozedAt: undefined});
};

/**
 * Moves one occurrence to `until`: the open occurrence fires again, or the next occurrence fires at a different time.
 * The next one has no run yet, so an answer to the run of an earlier occurrence doesn't concern it.
 */
export const movedTo = (
  series: Series,
  occurrence: Occurrence,
  {until, now, message}: {readonly until: EpochMs; readonly now: EpochMs; readonly message?: string | undefined},
  instants: Instants,
): Series => {
  if (series.paused)
    throw new GatewayError('conflict', 'This reminder is paused. Resume it first.', {fault: 'wrong-state'});
  const isOpen = series.occurrence?.at === occurrence.at;
  const rest = isOpen ? series : {...movedPast(series, occurrence.at, instants), runId: undefined};
  const [following] = rest.next ?? [];
  // A later time is rejected: the next occurrence would close this one before it fires again.
  if (following !== undefined && until >= following) {
    throw new GatewayError(
      'conflict',
      `The next occurrence is ${formatMoment(following, now, series.zone)}. Choose an earlier time, or skip this one.`,
    );
  }
  const moved: Occurrence = {...occurrence, snoozedUntil: until, message: message ?? occurrence.message};
  return settledSeries({...rest, nags: undefined, nextNagAt: undefined, occurrence: moved, snoozedAt: now});
};

/** An occurrence that was moved before it fired. */
export const movedAhead = ({occurrence, runId}: Series): Occurrence | undefined =>
  runId === undefined ? occurrence : undefined;

/** The occurrence that "this one" refers to: the open occurrence while nagging or snoozed, otherwise the next. */
export const meant = (series: Series): Occurrence | undefined => {
  const {occurrence, nextNagAt} = series;
  const isAlive = occurrence !== undefined && (occurrence.snoozedUntil !== undefined || nextNagAt !== undefined);
  return isAlive ? occurrence : (nextOccurrence(series) ?? occurrence);
};

/** Skips one instant. Skipping the open occurrence closes it. */
export const without = (series: Series, at: EpochMs, now: EpochMs, instants: Instants): Series => {
  const {occurrence, next = [], skipped = []} = series;
  const left = keptSkips([...skipped, at], now);
  if (occurrence?.at === at) return closed({...series, skipped: left}, now, instants);
  if (skipped.includes(at)) return series;
  if (at === next[0]) {
    const rest = movedPast({...series, skipped: left}, at, instants);
    return countsFromDone(series) ? goneOn(rest, at, now, instants) : settledSeries(rest);
  }
  const isComing = at > now && (next.includes(at) || instants.between(series.repeat, at, at, 1).length > 0);
  if (!isComing) throw new GatewayError('not_found', 'This reminder has no occurrence at that time to skip.');
  const ahead = next.filter(instant => instant !== at);
  const rest = {...series, skipped: left};
  const last = ahead.at(-1) ?? now;
  const more = ahead.length < next.length ? comingAfter(rest, Math.max(last, at), 1, instants) : [];
  return settledSeries({...rest, next: [...ahead, ...more]});
};

/** Until somebody resumes it, or until an instant. */
export const paused = (series: Series, until?: EpochMs): Series => ({
  ...series,
  nags: undefined,
  nextNagAt: undefined,
  paused: true,
  pausedUntil: until,
});

/** Resumes with the coming instants. Instants that passed during the pause don't fire. */
export const resumed = (series: Series, now: EpochMs, instants: Instants): Series => {
  const {occurrence, ...rest} = {...series, paused: undefined, pausedUntil: undefined};
  const kept =
    occurrence?.snoozedUntil !== undefined && occurrence.snoozedUntil <= now
      ? {...occurrence, snoozedUntil: undefined}
      : occurrence;
  if (countsFromDone(series)) return resumedAfterDone({...rest, occurrence: kept}, now, instants);
  return settledSeries({...movedPast(rest, now, instants), occurrence: kept});
};

/** Ends at another time. What was handled, moved or skipped stays so. */
export const endingAs = (series: Series, repeat: Recurrence, now: EpochMs, instants: Instants): Series => {
  const [from = now + 1] = series.next ?? [];
  const left: Series = {...series, repeat};
  return begunAgain({...left, next: comingAfter(left, from - 1, keptAhead(repeat), instants)}, now);
};

/** Goes on with another rule. A skipped day stays skipped. A moved occurrence gives way to the new time of its day. */
export const goingOnAs = (before: Series, repeat: Recurrence, now: EpochMs, instants: Instants): Series => {
  if (repeat.from === 'done') return editedAfterDone(before, repeat, now, instants);
  const ahead = movedAhead(before);
  const isReplaced =
    ahead?.message === undefined && ahead !== undefined && dayOf(repeat, ahead.at, instants).length > 0;
  const series = isReplaced ? {...before, occurrence: undefined} : before;
  const {skipped} = series;
  const moved = skipped?.map(at => (at <= now ? at : onSameDay(repeat, at, instants)));
  const left: Series = {...series, repeat, skipped: moved ?? series.skipped};
  return begunAgain({...left, next: comingAfter(left, now, keptAhead(repeat), instants)}, now);
};

const begunAgain = (series: Series, now: EpochMs): Series => {
  const {occurrence, next = [], zone} = series;
  const moved = occurrence?.snoozedUntil;
  // The next occurrence would close the moved one before it fires.
  if (moved !== undefined && next[0] !== undefined && moved >= next[0])
    throw new GatewayError(
      'conflict',
      `One occurrence was moved to ${formatMoment(moved, now, zone)}, and the next would come before it. Skip or move that one first.`,
    );
  return settledSeries(series);
};

/**
 * With the instants of a changed configuration. Due instants stay, and a skipped one stays skipped if it moved within
 * its day.
 */
export const withNewCalendar = (series: Series, now: EpochMs, instants: Instants): Series => {
  const {repeat, next = [], skipped = []} = series;
  const movedSkips = skipped.map(at => (at <= now ? at : onSameDay(repeat, at, instants)));
  const due = next.filter(at => at <= now);
  const left = {...series, ...(skipped.length !== 0 && {skipped: movedSkips})};
  const ahead = [...due, ...comingAfter(left, now, Math.max(0, next.length - due.length), instants)];
  const isSame = ahead.length === next.length && ahead.every((at, index) => at === next[index]);
  return isSame ? series : settledSeries({...left, next: ahead});
};

/** After the clock was ahead: with the instants from `now` that it had passed. The series itself if there are none. */
export const setBackTo = (series: Series, now: EpochMs, instants: Instants): Series => {
  if (countsFromDone(series)) return setBackAfterDone(series, now, instants);
  const {repeat, next = [], occurrence, passed = 0} = series;
  // The moved occurrence fires at its own time.
  const moved = occurrence?.snoozedUntil === undefined ? undefined : occurrence.at;
  const most = keptAhead(repeat);
  const coming = comingAfter(series, now, most + 1, instants).filter(at => at !== moved);
  const [first] = coming;
  const [before = Number.POSITIVE_INFINITY] = next;
  if (first === undefined || before <= first) return series;
  const again = countFrom(repeat, first, before - 1, instants);
  return settledSeries({...series, next: coming.slice(0, most), passed: Math.max(0, passed - again)});
};

const onSameDay = (repeat: Recurrence, at: EpochMs, instants: Instants): EpochMs => {
  const [only, ...others] = dayOf(repeat, at, instants);
  return only === undefined || others.length > 0 ? at : only;
};

/** The first two instants of the day of `at`. */
const dayOf = ({zone, ...repeat}: Recurrence, at: EpochMs, instants: Instants): readonly EpochMs[] => {
  const midnight = atMinute(wallTimeAt(at, zone), 0);
  const [from, to] = [instantAt(midnight, zone), instantAt(plusDays(midnight, 1), zone) - 1];
  return instants.between({...repeat, zone}, from, to, 2);
};

/** The coming skips and the most recent past skips, ascending. */
const keptSkips = (skipped: readonly EpochMs[], now: EpochMs): readonly EpochMs[] => {
  const all = [...new Set(skipped)].toSorted((a, b) => a - b);
  const past = all.filter(at => at <= now).slice(-MOST_PAST_SKIPS);
  const coming = all.filter(at => at > now);
  if (coming.length <= MOST_SKIPS) return [...past, ...coming];
  throw new GatewayError('refused', `${MOST_SKIPS} occurrences are skipped already. Pause the reminder instead.`);
};

const MOST_PAST_SKIPS = 10;
/** More than a person skips. A calendar file may exclude more. */
const MOST_SKIPS = 500;
