// Computes the wall times of rules whose days are a filter: rules by the day, hour or minute, and years with several
// lists of days. The library takes a fifth of a second for a rule with rare or no days, and reads only one of several
// lists. Here a look at a day takes about a microsecond, and the number of looks is bounded.
import {type DayPart, RULE_DAYS, type RuleParts} from '../../../shared/recurrence/rule-parts.ts';
import {DAY, HOUR, MINUTE, SECOND} from '../../../shared/time/time.ts';

/** True if `wallsByPeriod` computes the rule. */
export const isByPeriod = (parts: RuleParts): boolean => {
  const {freq, byMonthDay, byYearDay, byDay, byWeekNo} = parts;
  if (freq === 'MINUTELY' || freq === 'HOURLY' || freq === 'DAILY') return true;
  const lists = [byMonthDay, byYearDay, byDay, byWeekNo].filter(({length}) => length > 0);
  // The library reads weekdays of weeks, and it is slow with long lists.
  const isOfWeeks = byWeekNo.length > 0 && byDay.length > 0 && lists.length === 2;
  return freq === 'YEARLY' && ((lists.length > 1 && !isOfWeeks) || byYearDay.length > LONG_LIST);
};

/** Wall times at or after `from`, ascending. Ends where MOST_LOOKS find none. */
export function* wallsByPeriod(parts: RuleParts, start: number, from: number): Generator<number> {
  const first = Math.max(start, from);
  let looks = 0;
  if (!hasPositions(parts)) return;
  for (let at = firstPeriod(parts, start, first); at < LAST_WALL && looks < MOST_LOOKS; ) {
    const {next, walls, cost} = lookAt(parts, start, at);
    looks += cost;
    for (const wall of walls) {
      if (wall < first) continue;
      looks = 0;
      yield wall;
    }
    at = next;
  }
}

type Look = {
  /** The wall times of the period, without those before the start. */
  readonly walls: readonly number[];
  /** The beginning of the next period that may have some. */
  readonly next: number;
  /** The number of days that were looked at. */
  readonly cost: number;
};

/** `at` is the beginning of a period. */
const lookAt = (parts: RuleParts, start: number, at: number): Look => {
  const {freq, byHour, byMinute, bySetPos} = parts;
  const picked = (walls: readonly number[]): readonly number[] =>
    bySetPos.length === 0 ? walls : atPositions(walls, bySetPos);
  if (freq === 'YEARLY' && bySetPos.length === 0) return lookAtDay(parts, start, at);
  if (freq === 'YEARLY') {
    const year = new Date(at).getUTCFullYear();
    const days = daysOfYear(year).filter(day => hasDay(parts, day));
    const walls = picked(days.flatMap(day => timesFrom(parts, start, day)));
    return {walls, next: Date.UTC(year + parts.interval, 0), cost: days.length + YEAR_COST};
  }
  const after = (wall: number): number => periodFrom(parts, start, wall);
  const day = floorTo(at, DAY);
  if (!hasDay(parts, day)) return {walls: [], next: after(day + DAY), cost: 1};
  if (freq === 'DAILY') return {walls: picked(timesFrom(parts, start, day)), next: after(day + DAY), cost: 1};
  const date = new Date(at);
  if (byHour.length > 0 && !byHour.includes(date.getUTCHours()))
    return {walls: [], next: after(floorTo(at, HOUR) + HOUR), cost: 1};
  if (freq === 'HOURLY') {
    const minutes = minutesOf(parts, start).map(
      minute => floorTo(at, HOUR) + minute * MINUTE + secondsOf(parts, start),
    );
    return {walls: picked(minutes), next: after(at + HOUR), cost: 1};
  }
  const isIn = byMinute.length === 0 || byMinute.includes(date.getUTCMinutes());
  return {walls: isIn ? picked([at + secondsOf(parts, start)]) : [], next: after(at + MINUTE), cost: 1};
};

/** A day of a year. Without positions the days before and after it don't matter. */
const lookAtDay = (parts: RuleParts, start: number, at: number): Look => {
  const [first, year] = [start, at].map(wall => new Date(wall).getUTCFullYear()) as [number, number];
  const behind = (year - first) % parts.interval;
  if (behind !== 0) return {walls: [], next: Date.UTC(year + parts.interval - behind, 0), cost: 1};
  return {walls: hasDay(parts, at) ? timesFrom(parts, start, at) : [], next: at + DAY, cost: 1};
};

/** The beginning of the period with `wall`, or of the first one after it. */
const firstPeriod = (parts: RuleParts, start: number, wall: number): number => {
  if (parts.freq === 'YEARLY' && parts.bySetPos.length === 0) return floorTo(wall, DAY);
  if (parts.freq !== 'YEARLY') return periodFrom(parts, start, floorTo(wall, UNITS[parts.freq]));
  const [first, year] = [start, wall].map(at => new Date(at).getUTCFullYear()) as [number, number];
  return Date.UTC(first + Math.ceil((year - first) / parts.interval) * parts.interval, 0);
};

const periodFrom = ({freq, interval}: RuleParts, start: number, wall: number): number => {
  const unit = freq === 'YEARLY' ? DAY : UNITS[freq];
  const origin = floorTo(start, unit);
  return origin + Math.max(0, Math.ceil((wall - origin) / (interval * unit))) * interval * unit;
};

const timesFrom = (parts: RuleParts, start: number, day: number): readonly number[] => {
  const hours = parts.byHour.length > 0 ? parts.byHour : [new Date(start).getUTCHours()];
  const minutes = minutesOf(parts, start);
  const second = secondsOf(parts, start);
  return hours.flatMap(hour => minutes.map(minute => day + hour * HOUR + minute * MINUTE + second));
};

const minutesOf = ({byMinute}: RuleParts, start: number): readonly number[] =>
  byMinute.length > 0 ? byMinute : [new Date(start).getUTCMinutes()];

const secondsOf = ({bySecond: [second]}: RuleParts, start: number): number =>
  (second ?? new Date(start).getUTCSeconds()) * SECOND;

const atPositions = (walls: readonly number[], positions: readonly number[]): readonly number[] => {
  const found = positions.flatMap(position => walls.at(position > 0 ? position - 1 : position) ?? []);
  return [...new Set(found)].toSorted((a, b) => a - b);
};

/** False if every period has fewer times than each position. */
const hasPositions = ({freq, byHour, byMinute, bySetPos}: RuleParts): boolean => {
  if (freq === 'YEARLY' || bySetPos.length === 0) return true;
  const hours = freq === 'DAILY' ? Math.max(1, byHour.length) : 1;
  const times = freq === 'MINUTELY' ? 1 : hours * Math.max(1, byMinute.length);
  return bySetPos.some(position => Math.abs(position) <= times);
};

/** True if each list of days has the day. */
const hasDay = (parts: RuleParts, day: number): boolean => {
  const {byMonth, byMonthDay, byYearDay, byDay, byWeekNo, weekStart} = parts;
  const date = new Date(day);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  if (byMonth.length > 0 && !byMonth.includes(month + 1)) return false;
  if (byMonthDay.length > 0) {
    const nth = date.getUTCDate();
    if (!byMonthDay.includes(nth) && !byMonthDay.includes(nth - 1 - lengthOfMonth(year, month))) return false;
  }
  if (byYearDay.length > 0) {
    const nth = (day - Date.UTC(year, 0)) / DAY + 1;
    if (!byYearDay.includes(nth) && !byYearDay.includes(nth - 1 - lengthOfYear(year))) return false;
  }
  if (byDay.length > 0 && !byDay.some(part => isThatDay(part, parts, date))) return false;
  return byWeekNo.length === 0 || isInWeek(day, year, byWeekNo, RULE_DAYS.indexOf(weekStart));
};

/** A counted day counts within its month if the rule has months, otherwise within its year. */
const isThatDay = ({day, nth}: DayPart, {byMonth}: RuleParts, date: Date): boolean => {
  if (RULE_DAYS[weekdayOf(date)] !== day) return false;
  if (nth === undefined) return true;
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const isInMonth = byMonth.length > 0;
  const before = isInMonth ? date.getUTCDate() - 1 : (date.getTime() - Date.UTC(year, 0)) / DAY;
  const all = isInMonth ? lengthOfMonth(year, month) : lengthOfYear(year);
  return nth > 0 ? Math.floor(before / 7) + 1 === nth : -Math.floor((all - 1 - before) / 7) - 1 === nth;
};

/**
 * Week 1 is the first with four days in the year. A day near New Year may be in a week of the year beside it, which
 * doesn't count.
 */
const isInWeek = (day: number, year: number, weeks: readonly number[], weekStart: number): boolean => {
  const firstWeek = beginningOfWeek(Date.UTC(year, 0, 4), weekStart);
  const nextFirst = beginningOfWeek(Date.UTC(year + 1, 0, 4), weekStart);
  if (day < firstWeek || day >= nextFirst) return false;
  const nth = Math.floor((day - firstWeek) / (7 * DAY)) + 1;
  return weeks.includes(nth) || weeks.includes(nth - 1 - (nextFirst - firstWeek) / (7 * DAY));
};

const beginningOfWeek = (day: number, weekStart: number): number =>
  day - ((weekdayOf(new Date(day)) - weekStart + 7) % 7) * DAY;

/** Monday is 0. */
const weekdayOf = (date: Date): number => (date.getUTCDay() + 6) % 7;

const daysOfYear = (year: number): readonly number[] =>
  Array.from({length: lengthOfYear(year)}, (_, day) => Date.UTC(year, 0, 1 + day));

const lengthOfMonth = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
const lengthOfYear = (year: number): number => (Date.UTC(year + 1, 0) - Date.UTC(year, 0)) / DAY;
const floorTo = (wall: number, unit: number): number => Math.floor(wall / unit) * unit;

const UNITS = {MINUTELY: MINUTE, HOURLY: HOUR, DAILY: DAY, WEEKLY: DAY, MONTHLY: DAY} as const;
const LAST_WALL = Date.UTC(9999, 11, 31);
/** 29 February is a Monday every 28 years, or every 40 around 2100. */
const MOST_LOOKS = 20_000;
const YEAR_COST = 40;
const LONG_LIST = 31;
