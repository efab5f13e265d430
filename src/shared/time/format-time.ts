// Formats instants and durations for people: clock times, dates, moments (date and clock time), distances from now, and
// spans. Without a zone an instant has the reader's wall time. That comes from Date, because loading Intl costs half as
// much as a whole process.
import {DAY, type EpochMs, HOUR, instantOfIso, MINUTE, SECOND, twoDigits} from './time.ts';
import {isZone, plusDays, type WallTime, wallTimeAt, weekdayOf, zoneName} from './zone.ts';

/** `14:03` */
export const clockTime = (at: EpochMs, zone?: string): string => {
  const {hour, minute} = wallTime(at, zone);
  return `${twoDigits(hour)}:${twoDigits(minute)}`;
};

/** `07:30:04` */
export const clockTimeWithSeconds = (at: EpochMs): string => `${clockTime(at)}:${twoDigits(wallTime(at).second)}`;

/** `21:03:05`, or `Sat 22 Nov 21:03:05` on another day: the timestamp of a line. */
export const timestamp = (iso: string, now: EpochMs): string => {
  const at = instantOfIso(iso);
  if (at === undefined) return iso;
  return isSameDay(at, now)
    ? clockTimeWithSeconds(at)
    : `${relativeDate(wallTime(at), wallTime(now))} ${clockTimeWithSeconds(at)}`;
};

/** `Sat 21 Nov` */
export const shortDate = (at: EpochMs): string => dateOf(wallTime(at));

/** `today`, `yesterday`, `Fri 27 Nov`, `Sat 27 Nov 2027`. */
const relativeDate = (wall: WallTime, today: WallTime): string => {
  for (const [name, distance] of NEAR_DAYS) if (isSameDate(wall, plusDays(today, distance))) return name;
  return wall.year === today.year ? dateOf(wall) : `${dateOf(wall)} ${wall.year}`;
};

/** By the calendar here. */
export const isSameDay = (a: EpochMs, b: EpochMs): boolean => isSameDate(wallTime(a), wallTime(b));

/** True if an instant is this many calendar days after another; negative numbers mean before. */
export const isDaysLater = (at: EpochMs, from: EpochMs, days: number): boolean =>
  isSameDate(wallTime(at), plusDays(wallTime(from), days));

export const isThisYear = (at: EpochMs, now: EpochMs): boolean => wallTime(at).year === wallTime(now).year;

/**
 * `today 15:00`, `tomorrow 09:00`, `Fri 27 Nov 09:00`, `Sat 27 Nov 2027 09:00`. Instants less than two minutes away
 * have seconds.
 */
export const formatMoment = (at: EpochMs, now: EpochMs, zone?: string): string => {
  const wall = wallTime(at, zone);
  const seconds = Math.abs(at - now) < 2 * MINUTE && wall.second > 0 ? `:${twoDigits(wall.second)}` : '';
  return `${relativeDate(wall, wallTime(now, zone))} ${clockTime(at, zone)}${seconds}`;
};

/** `formatMoment` with the zone's name: `tomorrow 09:00 CET`. */
export const momentWithZone = (at: EpochMs, now: EpochMs, zone: string): string =>
  `${formatMoment(at, now, zone)} ${zoneName(at, zone)}`;

/** `15:04` on the day of `now`, else the moment. */
export const clockTimeOrMoment = (at: EpochMs, now: EpochMs, zone: string): string => {
  const wall = wallTime(at, zone);
  const today = wallTime(now, zone);
  return isSameDate(wall, today) ? clockTime(at, zone) : `${relativeDate(wall, today)} ${clockTime(at, zone)}`;
};

/** `14:03` today, `tomorrow 14:03`, else `Sat 21 Nov 14:03`, or `21 Nov 2027 14:03` in another year. */
export const formatWhen = (at: EpochMs, now: EpochMs): string => {
  if (isSameDay(at, now)) return clockTime(at);
  if (isDaysLater(at, now, 1)) return `tomorrow ${clockTime(at)}`;
  const {day, month, year} = wallTime(at);
  return `${isThisYear(at, now) ? shortDate(at) : `${day} ${MONTHS[month - 1]} ${year}`} ${clockTime(at)}`;
};

/** A shorter form: `8:03`, `Mon 8:00`, from a week on `21 Nov`. */
export const briefMoment = (at: EpochMs, now: EpochMs): string => {
  const time = clockTime(at).replace(/^0/u, '');
  if (isSameDay(at, now)) return time;
  const wall = wallTime(at);
  return Math.abs(at - now) < 6 * DAY
    ? `${WEEKDAYS[weekdayOf(wall)]} ${time}`
    : `${wall.day} ${MONTHS[wall.month - 1]}`;
};

/** `2026-11-21 15:04 CET`, with seconds if they aren't zero. For text that is read on another day. */
export const fullMoment = (at: EpochMs, zone: string): string => {
  const known = isZone(zone) ? zone : 'UTC';
  const {year, month, day, second} = wallTime(at, known);
  const seconds = second === 0 ? '' : `:${twoDigits(second)}`;
  return `${year}-${twoDigits(month)}-${twoDigits(day)} ${clockTime(at, known)}${seconds} ${zoneName(at, known)}`;
};

/** `in 20m`, `now`, `3h 4m ago`. */
export const formatDistance = (at: EpochMs, now: EpochMs): string => {
  const left = at - now;
  if (Math.abs(left) < SECOND) return 'now';
  return left > 0 ? `in ${countdown(left)}` : `${countdown(-left)} ago`;
};

/** `today 21:03 (in 20m)`, `yesterday 09:00 (12h 3m ago)`. */
export const momentAndDistance = (at: EpochMs, now: EpochMs, zone?: string): string =>
  `${formatMoment(at, now, zone)} (${formatDistance(at, now)})`;

/** `momentAndDistance` for an instant in wire form; a dash for none. */
export const whenOf = (iso: string | undefined, now: EpochMs): string => {
  const at = iso === undefined ? undefined : instantOfIso(iso);
  return at === undefined ? '-' : momentAndDistance(at, now);
};

/** `whenOf` without the distance, for a table that is too wide. */
export const shortWhenOf = (iso: string | undefined, now: EpochMs): string => {
  const at = iso === undefined ? undefined : instantOfIso(iso);
  return at === undefined ? '-' : formatMoment(at, now);
};

/** For sentences: `tomorrow 09:00 CET (Europe/Berlin), in 11 hours 57 minutes`, followed by the note, if any. */
export const zonedSentence = (iso: string, zone: string, now: EpochMs, note?: string): string => {
  const at = instantOfIso(iso);
  if (at === undefined) return iso;
  const left = at - now;
  const moment = isZone(zone) ? momentInZone(at, now, zone) : formatMoment(at, now);
  const shown = left < SECOND ? moment : `${moment}, in ${formatDuration(left)}`;
  return note === undefined ? shown : `${shown} (${note})`;
};

/** Adds the zone's IANA name where the abbreviation doesn't say enough. */
const momentInZone = (at: EpochMs, now: EpochMs, zone: string): string => {
  const moment = momentWithZone(at, now, zone);
  return zoneName(at, zone) === zone ? moment : `${moment} (${zone})`;
};

/**
 * Time left: `1:42`, `12m`, `3h 27m`, `1d 17h`, `120d`, `29y`; past instants are `0:00`. Under two minutes seconds are
 * shown, rounded up, so that `0:00` means now. Above that, times round to the nearest minute or hour: "in 20 minutes"
 * is still 20m a moment later.
 */
export const countdown = (ms: number): string => {
  const left = Math.max(0, ms);
  const seconds = Math.ceil(left / SECOND);
  if (seconds < 120) return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
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

/** Time left: `1:42`, `12m`, `3h 27m`, `1d 17h`, whole days from a hundred on; `now` once it is due. */
export const formatUntil = (at: EpochMs, now: EpochMs): string => (at <= now ? 'now' : countdown(at - now));

/** True if less than a minute is left: countdowns then have the colour of a warning. */
export const isLastMinute = (at: EpochMs, now: EpochMs): boolean => at - now <= MINUTE;

/** The instant at which `formatUntil` changes next; undefined when it stays `now`. */
export const untilChangesAt = (at: EpochMs, now: EpochMs): EpochMs | undefined => {
  const left = at - now;
  if (left <= 0) return undefined;
  const seconds = Math.ceil(left / SECOND);
  if (seconds < 120) return at - (seconds - 1) * SECOND;
  const minutes = Math.round(left / MINUTE);
  // Below 2 minutes the text changes every second, below a rounded day every minute.
  if (minutes < 24 * 60) return at - Math.max((minutes - 0.5) * MINUTE - 1, 119 * SECOND);
  return at - Math.max((Math.round(left / HOUR) - 0.5) * HOUR - 1, DAY - MINUTE / 2 - 1);
};

/** Wall time in a zone, or the reader's. */
export const wallTime = (at: EpochMs, zone?: string): WallTime => {
  if (zone !== undefined) return wallTimeAt(at, zone);
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

const dateOf = (wall: WallTime): string => `${WEEKDAYS[weekdayOf(wall)]} ${wall.day} ${MONTHS[wall.month - 1]}`;

const isSameDate = (a: WallTime, b: WallTime): boolean => a.day === b.day && a.month === b.month && a.year === b.year;

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
