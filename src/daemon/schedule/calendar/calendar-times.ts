// Parses dates, durations and zones of a calendar file.
import {DAY, type EpochMs, HOUR, MINUTE, SECOND} from '../../../shared/time/time.ts';
import {isZone} from '../../../shared/time/zone.ts';
import {instantOfWall, zoneOffset} from '../recurrence/wall-instants.ts';
import {type Component, type Property, propertyOf} from './calendar-lines.ts';
import {definedZone} from './defined-zones.ts';

export type CalendarTime = {
  /** The wall time, in milliseconds as if in UTC. */
  readonly wall: number;
  readonly zone: string;
  /** A date without a time. */
  readonly isDay: boolean;
};

/** Zones by their names in the file. Times without a zone are in `usual`. */
export type Zones = {readonly usual: string; readonly named: ReadonlyMap<string, string>};

/** Outlook uses Windows zone names. Other programs put a path before the name, or the name into X-LIC-LOCATION. */
export const zonesOf = (calendars: readonly Component[], usual: string): Zones => {
  const named = new Map<string, string>(Object.entries(WINDOWS_ZONES));
  for (const part of calendars.flatMap(({parts}) => parts)) {
    const name = propertyOf(part, 'TZID')?.value.trim();
    const location = propertyOf(part, 'X-LIC-LOCATION')?.value.trim();
    if (part.name !== 'VTIMEZONE' || name === undefined) continue;
    if (location !== undefined && isZone(location)) named.set(name, location);
    else if (zoneOf(name, {usual, named}) === undefined) {
      const defined = definedZone(part, [usual, ...Object.values(WINDOWS_ZONES)]);
      if (defined !== undefined) named.set(name, defined);
    }
  }
  return {usual, named};
};

/** Returns undefined for an invalid date or time, and a reason for an unknown zone. */
export const readTime = ({value, params}: Property, zones: Zones): CalendarTime | string | undefined => {
  const [, year, month, day, time, hour = '0', minute = '0', second = '0', utc] = TIME.exec(value.trim()) ?? [];
  const fields = [hour, minute, second].map(Number);
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), ...fields);
  if (day === undefined || Number.isNaN(wall) || new Date(wall).getUTCDate() !== Number(day)) return undefined;
  if (utc !== undefined) return {wall, zone: 'UTC', isDay: false};
  const zone = zoneOf(params.get('TZID'), zones);
  return zone === undefined
    ? `Its time zone "${params.get('TZID')}" is unknown.`
    : {wall, zone, isDay: time === undefined};
};

export const instantOf = ({wall, zone}: CalendarTime): EpochMs => instantOfWall(wall, zone);

/** The wall time of an instant. */
export const wallOf = (at: EpochMs, zone: string): number => at + zoneOffset(at, zone);

/** Days are days of the calendar, which a clock change makes shorter or longer. Hours and less are elapsed time. */
export type CalendarSpan = {readonly daysMs: number; readonly timeMs: number};

/** Parses `-PT15M`, `P1DT2H` or `P1W`. */
export const readDuration = (text: string): CalendarSpan | undefined => {
  const found = DURATION.exec(text.trim().toUpperCase());
  if (found === null || !/\d/u.test(text)) return undefined;
  const [mark, ...counts] = found.slice(1);
  const sign = mark === '-' ? -1 : 1;
  if (counts.some(count => (count?.length ?? 0) > MOST_DIGITS)) return undefined;
  const [weeks = 0, days = 0, ...times] = UNITS.map((unit, index) => sign * Number(counts[index] ?? 0) * unit);
  return {daysMs: weeks + days, timeMs: times.reduce((sum, ms) => sum + ms, 0)};
};

/** Formats a wall time as `2026-12-01T09:00:00`. */
export const wallText = (wall: number): string => new Date(wall).toISOString().slice(0, 19);

const zoneOf = (name: string | undefined, {usual, named}: Zones): string | undefined => {
  if (name === undefined) return usual;
  const plain = name.trim();
  const path = /[^/]+\/[^/]+$/u.exec(plain)?.[0];
  return [named.get(plain), plain, path].find(zone => zone !== undefined && isZone(zone));
};

const TIME = /^(\d{4})(\d{2})(\d{2})(T([01]\d|2[0-3])([0-5]\d)([0-5]\d)(Z)?)?$/u;
const DURATION = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/u;
/** Longer numbers leave the calendar. */
const MOST_DIGITS = 6;
const UNITS = [7 * DAY, DAY, HOUR, MINUTE, SECOND] as const;
const WINDOWS_ZONES = {
  'GMT Standard Time': 'Europe/London',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Romance Standard Time': 'Europe/Paris',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Central European Standard Time': 'Europe/Warsaw',
  'E. Europe Standard Time': 'Europe/Chisinau',
  'FLE Standard Time': 'Europe/Kyiv',
  'GTB Standard Time': 'Europe/Bucharest',
  'Turkey Standard Time': 'Europe/Istanbul',
  'Israel Standard Time': 'Asia/Jerusalem',
  'South Africa Standard Time': 'Africa/Johannesburg',
  'India Standard Time': 'Asia/Kolkata',
  'China Standard Time': 'Asia/Shanghai',
  'Singapore Standard Time': 'Asia/Singapore',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'New Zealand Standard Time': 'Pacific/Auckland',
  'Eastern Standard Time': 'America/New_York',
  'Central Standard Time': 'America/Chicago',
  'Mountain Standard Time': 'America/Denver',
  'Pacific Standard Time': 'America/Los_Angeles',
  'E. South America Standard Time': 'America/Sao_Paulo',
} as const;
