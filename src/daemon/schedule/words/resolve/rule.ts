// Builds the RFC 5545 rule of a recurrence. Pure.
import type {Clock, Repeat} from '../../../../shared/languages/times/meaning.ts';
import {RULE_DAYS} from '../../../../shared/recurrence/rule-parts.ts';
import {checkRule} from '../../recurrence/check-rule.ts';
import type {TimePhrase} from '../reading.ts';
import type {Problem} from './context.ts';

export type TimeOfDay = {readonly hour: number; readonly minute: number; readonly second: number};

/** A single time of day is in the start. Several times, or a time range, are in the rule. */
export const ruleOf = (
  repeat: Repeat,
  phrase: Pick<TimePhrase, 'window' | 'atMinute' | 'except' | 'onDays' | 'sun' | 'shift'>,
  times: readonly TimeOfDay[],
  leftOut?: string,
): {readonly rule: string} | Problem => {
  const clocks = phrase.window === undefined ? listTimes(times) : windowed(repeat, phrase.window, phrase.atMinute);
  if ('problem' in clocks) return clocks;
  const days = daysOf(repeat, phrase, clocks.size);
  if ('problem' in days) return days;
  if (clocks.positions.length > 0 && days.positions.length > 0) return TWO_WAYS;
  // BYSETPOS counts within a period, so several times of a day need a daily period.
  const isHourly = phrase.window !== undefined && repeat.unit === 'hour' && clocks.minutes.length === 1;
  const needsDays = !isHourly && (clocks.positions.length > 0 || phrase.window !== undefined);
  if (needsDays && !['minute', 'hour', 'day'].includes(repeat.unit) && !(repeat.unit === 'week' && repeat.every === 1))
    return TWO_WAYS;
  const unit = needsDays ? 'day' : repeat.unit;
  // The rule lists its hours. An interval would count from the start and skip some of them.
  const isNamed = (needsDays && repeat.unit !== 'day') || isHourly;
  const every = isNamed ? 1 : repeat.every;
  const sun = phrase.sun === undefined ? [] : sunPart(phrase.sun, phrase.shift);
  if ('problem' in sun) return sun;
  const positions = [...days.positions, ...clocks.positions];
  const parts = [
    `FREQ=${FREQUENCIES[unit]}`,
    ...(every === 1 ? [] : [`INTERVAL=${every}`]),
    ...days.parts,
    ...(clocks.hours.length === 0 ? [] : [`BYHOUR=${clocks.hours.join()}`, `BYMINUTE=${clocks.minutes.join()}`]),
    ...(positions.length === 0 ? [] : [`BYSETPOS=${positions.join()}`]),
    ...sun,
    ...(leftOut === undefined ? [] : [`X-EXCEPT=${leftOut}`]),
  ];
  const checked = checkRule(parts.join(';'));
  return 'problem' in checked ? checked : {rule: checked.rule};
};

type Clocks = {
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  /** The wanted positions among all hour and minute combinations. Empty if all are wanted. */
  readonly positions: readonly number[];
  /** The number of times per day. */
  readonly size: number;
};

const listTimes = (times: readonly TimeOfDay[]): Clocks => {
  if (times.length < 2) return {hours: [], minutes: [], positions: [], size: 1};
  return chosen(times.map(({hour, minute}) => hour * 60 + minute));
};

/** The times from the first to the last, at a fixed interval. */
const windowed = (
  {unit, every}: Repeat,
  {from, to}: {readonly from: Clock; readonly to: Clock},
  atMinute: number = from.minute,
): Clocks | Problem => {
  if (unit !== 'hour' && unit !== 'minute') {
    return {problem: {kind: 'one-time-or-interval'}};
  }
  const step = every * (unit === 'hour' ? 60 : 1);
  const [first, last] = [from.hour * 60 + atMinute, Math.min(to.hour * 60 + to.minute, 24 * 60 - 1)];
  const all = Array.from({length: Math.floor((last - first) / step) + 1}, (_, index) => first + index * step);
  return all.length > MOST_TIMES ? {problem: {kind: 'too-often'}} : chosen(all);
};

const chosen = (minutesOfDay: readonly number[]): Clocks => {
  const wanted = new Set(minutesOfDay);
  const hours = unique([...wanted].map(time => Math.floor(time / 60)));
  const minutes = unique([...wanted].map(time => time % 60));
  const all = hours.flatMap(hour => minutes.map(minute => hour * 60 + minute));
  const positions = all.flatMap((time, index) => (wanted.has(time) ? [index + 1] : []));
  return {hours, minutes, positions: positions.length === all.length ? [] : positions, size: wanted.size};
};

type Days = {readonly parts: readonly string[]; readonly positions: readonly number[]};

const daysOf = (
  repeat: Repeat,
  {except, onDays}: Pick<TimePhrase, 'except' | 'onDays'>,
  size: number,
): Days | Problem => {
  const {unit, weekdays, nth, workday, monthDays, month, easter} = repeat;
  const months = month === undefined ? [] : [`BYMONTH=${month}`];
  if (easter !== undefined) return plain([`X-EASTER=${easter}`]);
  if (workday === 'all') return except === undefined ? plain(['X-WORKDAYS=ALL']) : withoutDays([1, 2, 3, 4, 5], except);
  if (workday !== undefined) return plain([...months, `X-WORKDAYS=${workday.toUpperCase()}`]);
  if (monthDays !== undefined && weekdays !== undefined)
    return plain([...months, `BYMONTHDAY=${monthDays.join()}`, byDay(weekdays)]);
  if (monthDays !== undefined) return ofMonth(monthDays, month, size);
  if (onDays !== undefined) return plain([byDay(onDays)]);
  if (weekdays === undefined) {
    if (except === undefined) return plain([]);
    return unit === 'day' && repeat.every === 1 ? withoutDays([1, 2, 3, 4, 5, 6, 0], except) : TWO_WAYS;
  }
  if (except !== undefined) return withoutDays(weekdays, except);
  if (nth === undefined) return plain([byDay(weekdays)]);
  if (weekdays.length === 1) return plain([...months, byDay(weekdays, nth)]);
  return {parts: [...months, byDay(weekdays)], positions: nth.flatMap(place => edges(place, size))};
};

const plain = (parts: readonly string[]): Days => ({parts, positions: []});

const withoutDays = (all: readonly number[], except: readonly number[]): Days | Problem => {
  const left = all.filter(day => !except.includes(day));
  return left.length === 0 ? {problem: {kind: 'no-day-left'}} : plain([byDay(left)]);
};

/** Day 31 falls back to the last day of shorter months, and so do days 29 and 30. */
const ofMonth = (days: readonly number[], month: number | undefined, size: number): Days | Problem => {
  const months = month === undefined ? [] : [`BYMONTH=${month}`];
  const longest = month === undefined ? 31 : (LENGTHS[month - 1] ?? 31);
  if (days.some(day => day > longest)) return {problem: {kind: 'no-such-time'}};
  const isFixed = month !== undefined && month !== 2;
  const plainDays = unique(days.map(day => (!isFixed && (day === 31 || (month === 2 && day === 29)) ? -1 : day)));
  const late = isFixed ? [] : plainDays.filter(day => day === 29 || day === 30);
  const [day] = late;
  if (day === undefined) return plain([...months, `BYMONTHDAY=${plainDays.join()}`]);
  if (plainDays.length > 1) return {problem: {kind: 'not-every-month', value: String(day)}};
  const fitting = Array.from({length: day - 27}, (_, index) => 28 + index);
  return {parts: [...months, `BYMONTHDAY=${fitting.join()}`], positions: edges(-1, size)};
};

/** The first or last `size` days of a set, or those in between. */
const edges = (place: number, size: number): readonly number[] =>
  Array.from({length: size}, (_, index) =>
    place < 0 ? (place + 1) * size - 1 - index : (place - 1) * size + 1 + index,
  );

const byDay = (weekdays: readonly number[], nth: readonly number[] = []): string => {
  const names = weekdays.map(day => RULE_DAYS[(day + 6) % 7]);
  const counted = nth.flatMap(place => names.map(name => `${place}${name}`));
  return `BYDAY=${(nth.length === 0 ? names : counted).join()}`;
};

const sunPart = (event: 'RISE' | 'SET', shift: TimePhrase['shift']): readonly string[] | Problem => {
  const minutes = shift === undefined ? 0 : (shift.span.ms / 60_000) * shift.sign;
  if (shift !== undefined && (shift.span.months > 0 || !Number.isInteger(minutes)))
    return {problem: {kind: 'how-long-before'}};
  return [`X-SUN=${event}${minutes === 0 ? '' : `${minutes > 0 ? '+' : ''}${minutes}`}`];
};

const unique = (values: readonly number[]): readonly number[] => [...new Set(values)].sort((a, b) => a - b);

const FREQUENCIES = {
  minute: 'MINUTELY',
  hour: 'HOURLY',
  day: 'DAILY',
  week: 'WEEKLY',
  month: 'MONTHLY',
  year: 'YEARLY',
} as const;
const LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const MOST_TIMES = 300;
const TWO_WAYS: Problem = {problem: {kind: 'two-ways'}};
