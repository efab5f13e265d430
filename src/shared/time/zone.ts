// Wall time in an IANA zone, and back. Decides both daylight-saving nights for one-time instants: a skipped wall time
// means the first instant after the gap, a repeated one its first occurrence. Series: wall-instants.ts. Cron:
// cron-expression.ts.
import {DAY, type EpochMs, MINUTE, twoDigits} from './time.ts';

/** Local date and time. Months count from 1; weekday 0 is Sunday. */
export type WallTime = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
};

/** True if the machine knows the time zone (`Europe/Berlin`, `UTC`). A bare offset isn't a zone. */
export const isZone = (text: string): boolean => {
  if (!/^[A-Za-z]/u.test(text)) return false;
  try {
    formatterOf(text);
    return true;
  } catch {
    return false;
  }
};

/** The local time in a zone at an instant. */
export const wallTimeAt = (at: EpochMs, zone: string): WallTime => {
  const fields = {year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0};
  for (const {type, value} of formatterOf(zone).formatToParts(at)) {
    if (type in fields) fields[type as keyof typeof fields] = Number(value);
  }
  return {...fields, millisecond: ((at % 1000) + 1000) % 1000};
};

/** 0 is Sunday. */
export const weekdayOf = (wall: WallTime): number => new Date(asUtc(wall)).getUTCDay();

/** The same time of day, `days` later in the calendar. */
export const plusDays = (wall: WallTime, days: number): WallTime => wallOfUtc(asUtc(wall) + days * DAY);

/** The same day at a minute of it. */
export const atMinute = (day: WallTime, minutes: number): WallTime => ({
  ...day,
  hour: Math.floor(minutes / 60),
  minute: minutes % 60,
  second: 0,
  millisecond: 0,
});

/** The instant of a wall time in a zone. Fields beyond their range carry over (day 32 is the next month's first). */
export const instantAt = (wall: WallTime, zone: string): EpochMs => {
  const target = asUtc(wall);
  const before = offsetAt(target - DAY, zone);
  const after = offsetAt(target + DAY, zone);
  // The offset before a transition gives the earlier of two occurrences.
  const [earlier, later] = [target - before, target - after];
  if (offsetAt(earlier, zone) === before) return earlier;
  if (offsetAt(later, zone) === after) return later;
  return firstWithOffset(Math.min(earlier, later) - 1, Math.max(earlier, later), zone, before);
};

/** Tells a wall time that daylight-saving changes skip in the zone, or repeat. */
export const oddityOf = (wall: WallTime, zone: string): 'skipped' | 'twice' | undefined => {
  const at = instantAt(wall, zone);
  if (asUtc(wallTimeAt(at, zone)) !== asUtc(wall)) return 'skipped';
  const again = asUtc(wall) - offsetAt(asUtc(wall) + DAY, zone);
  return again > at && asUtc(wallTimeAt(again, zone)) === asUtc(wall) ? 'twice' : undefined;
};

/** The wall time from which clocks jump forward at exactly this instant; undefined if they don't. */
export const skippedFrom = (at: EpochMs, zone: string): WallTime | undefined =>
  offsetAt(at, zone) > offsetAt(at - 1, zone) ? wallOfUtc(at + offsetAt(at - 1, zone)) : undefined;

/** The zone's offset from UTC at an instant, in milliseconds. */
export const offsetAt = (at: EpochMs, zone: string): number => asUtc(wallTimeAt(at, zone)) - at;

/** `CET`, `EDT`, `AEST`; `UTC+5:30` where no abbreviation exists. */
export const zoneName = (at: EpochMs, zone: string): string => {
  const names = namers(zone).map(
    namer => namer.formatToParts(at).find(({type}) => type === 'timeZoneName')?.value ?? '',
  );
  const letters = names.find(name => /^[A-Z]{2,5}$/u.test(name));
  return letters ?? (names[0] ?? zone).replace('GMT', 'UTC');
};

/** `UTC+9`, `UTC−3:30`; `UTC` for offset zero. */
export const offsetName = (offsetMs: number): string => {
  const minutes = Math.abs(Math.round(offsetMs / MINUTE));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (minutes === 0) return 'UTC';
  return `UTC${offsetMs < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${twoDigits(rest)}`}`;
};

const asUtc = ({year, month, day, hour, minute, second, millisecond}: WallTime): EpochMs => {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second, millisecond);
};

const wallOfUtc = (at: EpochMs): WallTime => {
  const date = new Date(at);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
  };
};

/** Finds the instant of the clock change by bisection: the wall time is in a gap. */
const firstWithOffset = (from: EpochMs, to: EpochMs, zone: string, before: number): EpochMs => {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
};

const formatterOf = (zone: string): Intl.DateTimeFormat => {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (formatters.size >= MOST_ZONES) formatters.clear();
  formatters.set(zone, formatter);
  return formatter;
};

/** Each English locale abbreviates only its own region's zones. */
const namers = (zone: string): readonly Intl.DateTimeFormat[] => {
  const known = namersByZone.get(zone);
  if (known !== undefined) return known;
  const made = NAMING_LOCALES.map(locale => new Intl.DateTimeFormat(locale, {timeZone: zone, timeZoneName: 'short'}));
  if (namersByZone.size >= MOST_ZONES) namersByZone.clear();
  namersByZone.set(zone, made);
  return made;
};

const NAMING_LOCALES = ['en-US', 'en-GB', 'en-AU', 'en-NZ', 'en-IN', 'en-CA'] as const;
const MOST_ZONES = 64;
const formatters = new Map<string, Intl.DateTimeFormat>();
const namersByZone = new Map<string, readonly Intl.DateTimeFormat[]>();
