// Computes Easter dates in the Gregorian calendar.
import type {RuleParts} from '../../../shared/recurrence/rule-parts.ts';
import {DAY} from '../../../shared/time/time.ts';

/** Wall times on the day `easter` days from Easter Sunday, at or after `from`. */
export function* wallsOfEaster(parts: RuleParts, easter: number, start: number, from: number): Generator<number> {
  const firstYear = new Date(start).getUTCFullYear();
  const fromYear = new Date(Math.max(start, from)).getUTCFullYear();
  // A day after Easter may fall in the next year, a day before Easter in the previous year.
  const periods = Math.max(0, Math.floor((fromYear - 1 - firstYear) / parts.interval));
  for (let year = firstYear + periods * parts.interval; year <= LAST_YEAR; year += parts.interval) {
    const day = easterSunday(year) + easter * DAY;
    for (const time of timesOfDay(parts, start)) if (day + time >= Math.max(start, from)) yield day + time;
  }
}

/**
 * Milliseconds since 1970, as if in UTC. Meeus/Jones/Butcher algorithm (Meeus, Astronomical Algorithms, chapter 8),
 * valid for every Gregorian year.
 */
export const easterSunday = (year: number): number => {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const [i, k] = [Math.floor(c / 4), c % 4];
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const days = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1);
};

/** Offsets from midnight, ascending; the start's time of day if the rule has none. */
const timesOfDay = ({byHour, byMinute, bySecond}: RuleParts, start: number): readonly number[] => {
  const date = new Date(start);
  const hours = byHour.length > 0 ? byHour : [date.getUTCHours()];
  const minutes = byMinute.length > 0 ? byMinute : [date.getUTCMinutes()];
  const [second = date.getUTCSeconds()] = bySecond;
  return hours.flatMap(hour => minutes.map(minute => ((hour * 60 + minute) * 60 + second) * 1_000));
};

const LAST_YEAR = 9999;
