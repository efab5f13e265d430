// Formats durations and instants for people. The daemon's answers and the screen use the same forms, whatever the locale.
import {DAY, type EpochMs, HOUR, MINUTE, SECOND} from './time.ts';
import {isZone, plusDays, type WallTime, wallTimeAt, weekdayOf, zoneName} from './zone.ts';

/**
 * Time left: `1:42`, `12m`, `3h 27m`, `1d 17h`, `120d`, `29y`; past instants are `0:00`. Under two minutes seconds are shown, rounded up,
 * so that `0:00` means now. Above that, times round to the nearest minute or hour: "in 20 minutes" is still 20m a moment later.
 */
export const countdown = (ms: number): string => {
  const left = Math.max(0, ms);
  const seconds = Math.ceil(left / SECOND);
  if (seconds < 120) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  const minutes = Math.round(left / MINUTE);
  if (minutes < 60) return `${minutes}m`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
  const days = Math.round(left / DAY);
  if (days >= MANY_DAYS) return days >= 2 * 365 ? `${Math.round(days / YEAR_DAYS)}y` : `${days}d`;
  const hours = Math.round(left / HOUR);
  return `${Math.floor(hours / 24)}d ${hours % 24}h`;
};

/** A duration with at most two units: `45 seconds`, `1 minute`, `2 hours 5 minutes`, `3 days`, `29 years`. */
export const formatDuration = (ms: number): string => {
  if (ms >= 2 * 365 * DAY) return `${Math.round(ms / (YEAR_DAYS * DAY))} years`;
  let left = Math.round(Math.max(0, ms) / SECOND) * SECOND;
  if (left >= DAY) left = Math.round(left / HOUR) * HOUR;
  else if (left >= HOUR) left = Math.round(left / MINUTE) * MINUTE;
  const parts: string[] = [];
  for (const [unit, name] of UNITS) {
    const count = Math.floor(left / unit);
    left -= count * unit;
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
    if (parts.length === 2) break;
  }
  return parts.length === 0 ? '0 seconds' : parts.join(' ');
};

/** The interval after "every": `15 minutes`, `hour`, `1 hour 30 minutes`. */
export const formatInterval = (ms: number): string => formatDuration(ms).replace(/^1 (?=[a-z]+$)/u, '');

/**
 * An instant in a zone: `today 15:00`, `tomorrow 09:00`, `Fri 27 Nov 09:00`, `Sat 27 Nov 2027 09:00`. Instants less than two minutes away
 * have seconds. `zoned` adds the zone (`tomorrow 09:00 CET`).
 */
export const formatMoment = (at: EpochMs, now: EpochMs, zone: string, {zoned = false} = {}): string => {
  const moment = formatWallTime(wallTimeAt(at, zone), wallTimeAt(now, zone), Math.abs(at - now) < 2 * MINUTE);
  return zoned ? `${moment} ${zoneName(at, zone)}` : moment;
};

/** `15:04` on the day of `now`, else with the day. */
export const timeOfDay = (at: EpochMs, now: EpochMs, zone: string): string => {
  const [wall, today] = [wallTimeAt(at, zone), wallTimeAt(now, zone)];
  return sameDay(wall, today) ? `${two(wall.hour)}:${two(wall.minute)}` : formatWallTime(wall, today, false);
};

/** `formatMoment` from wall times, for callers that have them; `near` adds the seconds. */
export const formatWallTime = (wall: WallTime, today: WallTime, near: boolean): string => {
  const seconds = near && wall.second > 0 ? `:${two(wall.second)}` : '';
  return `${formatDay(wall, today)} ${two(wall.hour)}:${two(wall.minute)}${seconds}`;
};

/** `2026-11-21 15:04 CET`, with seconds if they aren't zero. For text that is read on another day. */
export const zonedTime = (at: EpochMs, zone: string): string => {
  const known = isZone(zone) ? zone : 'UTC';
  const {year, month, day, hour, minute, second} = wallTimeAt(at, known);
  const seconds = second === 0 ? '' : `:${two(second)}`;
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}${seconds} ${zoneName(at, known)}`;
};

/** `today`, `yesterday`, `Fri 27 Nov`, `Sat 27 Nov 2027`. */
export const formatDay = (wall: WallTime, today: WallTime): string => {
  for (const [name, distance] of NEAR_DAYS) if (sameDay(wall, plusDays(today, distance))) return name;
  const day = `${WEEKDAYS[weekdayOf(wall)]} ${wall.day} ${MONTHS[wall.month - 1]}`;
  return wall.year === today.year ? day : `${day} ${wall.year}`;
};

const sameDay = (one: WallTime, other: WallTime): boolean =>
  one.day === other.day && one.month === other.month && one.year === other.year;

const two = (value: number): string => String(value).padStart(2, '0');

const MANY_DAYS = 100;
const YEAR_DAYS = 365.25;
const UNITS = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
  [SECOND, 'second'],
] as const;
const NEAR_DAYS = [
  ['today', 0],
  ['tomorrow', 1],
  ['yesterday', -1],
] as const;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
