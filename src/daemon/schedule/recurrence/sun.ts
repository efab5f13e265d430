// Computes sunrise and sunset instants. Days without a sunrise or sunset are left out.
import {getTimes} from 'suncalc';
import type {RuleParts, SunPart} from '../../../shared/recurrence/rule-parts.ts';
import {DAY, type EpochMs, HOUR, MINUTE} from '../../../shared/time/time.ts';
import {wallsOfRule} from './rule-walls.ts';
import {earliestWall, instantOfWall} from './wall-instants.ts';

/** In degrees, north and east positive. */
export type Coordinates = {readonly latitude: number; readonly longitude: number};

/** Instants of a sun rule at or after `from`, rounded to the minute. */
export function* instantsOfSun(
  parts: RuleParts & {readonly sun: SunPart},
  start: number,
  from: EpochMs,
  zone: string,
  place: Coordinates | undefined,
): Generator<EpochMs> {
  const noonOfStart = noonOf(start);
  // With a large offset, yesterday's sunset may fall on today.
  const days = wallsOfRule(parts, noonOfStart, noonOf(earliestWall(from, zone)) - DAY);
  let missed = 0;
  for (const noon of days) {
    const at =
      place === undefined ? usualTime(parts.sun, noon, zone) : sunAt(parts.sun, instantOfWall(noon, zone), place);
    missed = at === undefined ? missed + 1 : 0;
    if (at !== undefined && at >= from) yield at;
    // No place lacks a sunrise for this many days, so the rule never occurs.
    if (missed > MOST_MISSED) return;
  }
}

const sunAt = (
  {event, offsetMinutes}: SunPart,
  noon: EpochMs,
  {latitude, longitude}: Coordinates,
): EpochMs | undefined => {
  const times = getTimes(new Date(noon), latitude, longitude);
  const time = event === 'RISE' ? times.sunrise : times.sunset;
  return time === null ? undefined : Math.round(time.getTime() / MINUTE) * MINUTE + offsetMinutes * MINUTE;
};

/** The default time keeps a reminder alive after the place was deleted from the configuration. */
const usualTime = ({event, offsetMinutes}: SunPart, noon: number, zone: string): EpochMs =>
  instantOfWall(noon + (event === 'RISE' ? -6 : 6) * HOUR + offsetMinutes * MINUTE, zone);

const noonOf = (wall: number): number => Math.floor(wall / DAY) * DAY + 12 * HOUR;

const MOST_MISSED = 400;
