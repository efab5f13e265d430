// Series that count from "done": the answer to one occurrence sets the instant of the next. Pure.
//
// Days, weeks, months and years keep the time of day of the series, counted from the day of "done". Hours and minutes
// are elapsed time from the instant of "done".
import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import {readRule} from '../../../shared/recurrence/read-rule.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {type EpochMs, isoOf} from '../../../shared/time/time.ts';
import {formatWall} from '../../../shared/time/wall-text.ts';
import {instantAt, plusDays, type WallTime, wallTimeAt} from '../../../shared/time/zone.ts';
import {isPlainInterval} from '../recurrence/check-rule.ts';
import {type Instants, type Series, settledSeries} from './advance.ts';

export const countsFromDone = ({repeat}: Pick<Series, 'repeat'>): boolean => repeat.from === 'done';

/** Throws if the recurrence counts from "done" and names days or times beside its interval. */
export const checkFromDone = <R extends Omit<Recurrence, 'words'>>(repeat: R): R => {
  if (repeat.from !== 'done' || isPlainInterval(repeat.rule)) return repeat;
  throw new GatewayError(
    'invalid',
    'What counts from "done" needs an interval and at most one time of day, such as "every 3 days at 9 after I did it".',
  );
};

/** The next occurrence comes one interval after `doneAt`. A series whose end comes before that is over. */
export const goneOn = (series: Series, doneAt: EpochMs, now: EpochMs, instants: Instants): Series => {
  const {repeat} = series;
  const start = formatWall(wallAfter(repeat, doneAt));
  return withStart(series, {...repeat, start, counted: isoOf(doneAt)}, now, instants);
};

/** Closes what is open. With nothing open it was done before its time, which counts as one occurrence. */
export const doneNow = (series: Series, now: EpochMs, instants: Instants): Series => {
  const {occurrence, passed = 0} = series;
  const over = {...series, occurrence: undefined, nags: undefined, nextNagAt: undefined, snoozedAt: undefined};
  return goneOn({...over, passed: occurrence === undefined ? passed + 1 : passed}, now, now, instants);
};

/** A date that passed during a pause moves to the first time of day from now, or to one interval from now. */
export const resumedAfterDone = (series: Series, now: EpochMs, instants: Instants): Series => {
  const [at] = series.next ?? [];
  if (at === undefined || at > now) return settledSeries(series);
  return isElapsed(series.repeat) ? goneOn(series, now, now, instants) : onNextDay(series, now, instants);
};

/** After an edit. An open occurrence still waits for its "done". */
export const editedAfterDone = (series: Series, repeat: Recurrence, now: EpochMs, instants: Instants): Series => {
  if (series.occurrence !== undefined) return settledSeries({...series, repeat, next: []});
  const {counted} = series.repeat;
  const again = counted === undefined ? undefined : goneOn({...series, repeat}, Date.parse(counted), now, instants);
  if (again?.next !== undefined && again.next.length > 0) return again;
  const begun = withStart(series, {...repeat, counted: undefined}, now, instants);
  const isOver = repeat.until !== undefined || begun.next?.length !== 0;
  return isOver || isElapsed(repeat) ? begun : onNextDay({...series, repeat}, now, instants);
};

/** After the clock was ahead: a "done" from the future counts from now. */
export const setBackAfterDone = (series: Series, now: EpochMs, instants: Instants): Series => {
  const {repeat, occurrence, skipped = []} = series;
  const doneAt = repeat.counted === undefined ? now : Date.parse(repeat.counted);
  const isOfFuture = doneAt > now && !skipped.includes(doneAt);
  return isOfFuture && occurrence === undefined ? goneOn(series, now, now, instants) : series;
};

const onNextDay = (series: Series, now: EpochMs, instants: Instants): Series => {
  const {repeat} = series;
  const today = atTimeOf(repeat, wallTimeAt(now, repeat.zone));
  const start = instantAt(today, repeat.zone) > now ? today : plusDays(today, 1);
  return withStart(series, {...repeat, start: formatWall(start), counted: undefined}, now, instants);
};

const withStart = (series: Series, repeat: Recurrence, now: EpochMs, instants: Instants): Series => {
  const isOver = repeat.count !== undefined && (series.passed ?? 0) >= repeat.count;
  return settledSeries({...series, repeat, next: isOver ? [] : instants.after(repeat, now, 1)});
};

const wallAfter = (repeat: Recurrence, doneAt: EpochMs): WallTime => {
  const read = readRule(repeat.rule);
  if ('problem' in read) throw new Error(`A recurrence was stored with a rule that can't be read: ${read.problem}`);
  const {freq, interval} = read.parts;
  const day = atTimeOf(repeat, wallTimeAt(doneAt, repeat.zone));
  switch (freq) {
    case 'MINUTELY':
    case 'HOURLY':
      return wallTimeAt(doneAt, repeat.zone);
    case 'DAILY':
      return plusDays(day, interval);
    case 'WEEKLY':
      return plusDays(day, 7 * interval);
    case 'MONTHLY':
      return plusMonths(day, interval);
    case 'YEARLY':
      return plusMonths(day, 12 * interval);
  }
};

/** The day at the series' time of day. */
const atTimeOf = ({start}: Recurrence, {year, month, day}: WallTime): WallTime => {
  const [hour = 0, minute = 0, second = 0] = start.slice(11).split(':').map(Number);
  return {year, month, day, hour, minute, second, millisecond: 0};
};

/** In a shorter month, its last day. */
const plusMonths = (wall: WallTime, months: number): WallTime => {
  const first = plusDays({...wall, month: wall.month + months, day: 1}, 0);
  const last = plusDays({...first, month: first.month + 1, day: 0}, 0);
  return {...first, day: Math.min(wall.day, last.day)};
};

const isElapsed = ({rule}: Recurrence): boolean => /^FREQ=(?:HOURLY|MINUTELY)/u.test(rule);
