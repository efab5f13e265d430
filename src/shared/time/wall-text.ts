// Dates and times as text: as people write them in a file (`2026-12-24 18:00`), with or without a zone, and as a
// recurrence starts. Pure.
import {type EpochMs, instantOfIso, isoOf, twoDigits} from './time.ts';
import {instantAt, type WallTime, wallTimeAt} from './zone.ts';

/** `2026-12-24T18:00`; undefined for anything but a valid date and a time in minutes. */
const readWallText = (text: string): string | undefined => {
  const wall = wallIn(text);
  if (wall === undefined) return undefined;
  const {year, month, day, hour, minute} = wall;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isDay || hour > 23 || minute > 59) return undefined;
  return formatWall(wall).slice(0, TO_THE_MINUTE);
};

/** `2026-12-24`; undefined for anything but a valid date. */
export const readDayText = (text: string): string | undefined =>
  /^\d{4}-\d{2}-\d{2}$/u.test(text) ? readWallText(`${text} 00:00`)?.slice(0, 10) : undefined;

/**
 * The wall time of a job, as `readWallText`, or an exact instant with `Z` or an offset; undefined for anything else.
 */
export const readMomentText = (text: string): string | undefined => {
  const exact = instantOfIso(text.trim());
  return exact === undefined ? readWallText(text) : isoOf(exact).replace('.000Z', 'Z');
};

/** The instant of a result of `readMomentText`; a wall time is in this zone. */
export const instantOfMomentText = (text: string, zone: string): EpochMs | undefined =>
  instantOfIso(text) ?? instantOfWallText(text, zone);

/** A result of `readMomentText` for people, with the zone of a wall time. */
export const formatMomentText = (text: string, zone: string): string =>
  instantOfIso(text) === undefined ? `${text.replace('T', ' ')} in ${zone}` : text;

/** The instant in a zone of a result of `readWallText`. */
export const instantOfWallText = (text: string, zone: string): EpochMs | undefined => {
  const wall = wallIn(text);
  return wall && instantAt(wall, zone);
};

/** The wall time in the zone at an instant, to the minute. */
export const wallTextAt = (at: EpochMs, zone: string): string =>
  formatWall(wallTimeAt(at, zone)).slice(0, TO_THE_MINUTE).replace('T', ' ');

/** `2026-12-24T18:00:00`, as the start of a recurrence is written. */
export const formatWall = ({year, month, day, hour, minute, second}: WallTime): string =>
  `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}T${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}`;

const wallIn = (text: string): WallTime | undefined => {
  const found = WALL.exec(text.trim());
  if (found === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = found.slice(1, 6).map(Number);
  return {year, month, day, hour, minute, second: 0, millisecond: 0};
};

const WALL = /^(\d{4})-(\d{1,2})-(\d{1,2})[T ](\d{1,2}):(\d{2})(?::00)?$/u;
const TO_THE_MINUTE = '2026-12-24T18:00'.length;

/** `2026-12-13` at midnight. */
export const wallOfDate = (date: string): WallTime => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return {year, month, day, hour: 0, minute: 0, second: 0, millisecond: 0};
};
