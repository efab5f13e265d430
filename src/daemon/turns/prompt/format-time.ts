// Formats the time for a model, in the user's zone and in UTC, so that the model needn't convert it.
import {MONTH_NAMES, WEEKDAY_NAMES} from '../../../shared/time/calendar-names.ts';
import {type EpochMs, isoOf, MINUTE, twoDigits} from '../../../shared/time/time.ts';
import {isZone, offsetAt, wallTimeAt, weekdayOf} from '../../../shared/time/zone.ts';

/** An unknown time zone falls back to UTC, and the text says UTC. */
export const formatTime = (now: EpochMs, zone: string): string => {
  const known = isZone(zone) ? zone : 'UTC';
  const {weekday, date, clock} = parts(now, known);
  return `${weekday}, ${date}, ${clock} in ${known} (${localIso(now, known)}; in UTC ${isoOf(now)}). A time without a zone means ${known}.`;
};

const parts = (now: EpochMs, zone: string): {weekday: string; date: string; clock: string} => {
  const wall = wallTimeAt(now, zone);
  return {
    weekday: WEEKDAY_NAMES[weekdayOf(wall)] ?? '',
    date: `${wall.day} ${MONTH_NAMES[wall.month - 1]} ${wall.year}`,
    clock: `${twoDigits(wall.hour)}:${twoDigits(wall.minute)}`,
  };
};

/** `2026-11-21T21:03:00+01:00` */
const localIso = (now: EpochMs, zone: string): string => {
  const offset = offsetAt(now, zone);
  const minutes = Math.abs(Math.round(offset / MINUTE));
  const wall = isoOf(now + offset).slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  return `${wall}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
};
