// Formats instants for the reader: local wall time and the distance from now. Wall time comes from Date, because loading Intl costs half as
// much as a whole process.
import {countdown, formatDay, formatDuration, formatMoment, formatWallTime} from '../../shared/time/format-time.ts';
import {type EpochMs, instantOfIso, MINUTE, SECOND} from '../../shared/time/time.ts';
import {isZone, type WallTime} from '../../shared/time/zone.ts';

/** `today 21:03`, `tomorrow 09:00`, `Fri 28 Nov 09:00`, `Mon 1 Mar 2027 09:00`; near instants have seconds. */
export const wallClock = (at: EpochMs, now: EpochMs): string =>
  formatWallTime(wallHere(at), wallHere(now), Math.abs(at - now) < 2 * MINUTE);

/** `today 21:03 (in 20m)`, `yesterday 09:00 (12h 3m ago)`. */
export const whenAndAway = (at: EpochMs, now: EpochMs): string => `${wallClock(at, now)} (${away(at, now)})`;

/** `whenAndAway` for an instant in wire form; a dash for none. */
export const whenOf = (iso: string | undefined, now: EpochMs): string => {
  const at = iso === undefined ? undefined : instantOfIso(iso);
  return at === undefined ? '-' : whenAndAway(at, now);
};

/** `whenOf` without the distance, for a table that is too wide. */
export const shortWhenOf = (iso: string | undefined, now: EpochMs): string => {
  const at = iso === undefined ? undefined : instantOfIso(iso);
  return at === undefined ? '-' : wallClock(at, now);
};

/** `whenAndAway` in a zone, beside an instant of that zone. */
export const whenIn = (iso: string, zone: string, now: EpochMs): string => {
  const at = instantOfIso(iso);
  return at === undefined || !isZone(zone) ? whenOf(iso, now) : `${formatMoment(at, now, zone)} (${away(at, now)})`;
};

/** For sentences: `tomorrow 09:00 CET (Europe/Berlin), in 11 hours 57 minutes`, followed by the note, if any. */
export const zonedSentence = (iso: string, zone: string, now: EpochMs, note?: string): string => {
  const at = instantOfIso(iso);
  if (at === undefined) return iso;
  const clock = isZone(zone) ? named(formatMoment(at, now, zone, {zoned: true}), zone) : wallClock(at, now);
  const left = at - now;
  const shown = left < SECOND ? clock : `${clock}, in ${formatDuration(left)}`;
  return note === undefined ? shown : `${shown} (${note})`;
};

/** `in 20m`, `now`, `3h 4m ago`. */
export const away = (at: EpochMs, now: EpochMs): string => {
  const left = at - now;
  if (Math.abs(left) < SECOND) return 'now';
  return left > 0 ? `in ${countdown(left)}` : `${countdown(-left)} ago`;
};

/** `21:03:05`, or `Sat 22 Nov 21:03:05` on another day: the timestamp of a line. */
export const lineTime = (iso: string, now: EpochMs): string => {
  const at = instantOfIso(iso);
  if (at === undefined) return iso;
  const wall = wallHere(at);
  const today = wallHere(now);
  const time = [wall.hour, wall.minute, wall.second].map(two).join(':');
  const isToday = wall.year === today.year && wall.month === today.month && wall.day === today.day;
  return isToday ? time : `${formatDay(wall, today)} ${time}`;
};

/** Adds the zone's IANA name where the abbreviation doesn't say enough. */
const named = (clock: string, zone: string): string => (clock.endsWith(` ${zone}`) ? clock : `${clock} (${zone})`);

export const wallHere = (at: EpochMs): WallTime => {
  const date = new Date(at);
  return {
    year: date.getFullYear(),
    month: date.getMonth() + 1,
    day: date.getDate(),
    hour: date.getHours(),
    minute: date.getMinutes(),
    second: date.getSeconds(),
    millisecond: date.getMilliseconds(),
  };
};

const two = (value: number): string => String(value).padStart(2, '0');
