// How a story quotes texts and says instants. Pure.
import {shortened} from '../../../shared/shortened.ts';
import type {EpochMs} from '../../../shared/time.ts';
import {isZone, wallTimeAt, zoneName} from '../../../shared/zone.ts';

/** `"the beginning of a text…"`, on one line. */
export const quoted = (text: string): string => `"${short(text)}"`;

export const short = (text: string, longest = LONGEST_QUOTE): string => shortened(text, longest);

/** `2026-11-21 15:04 CET`, the seconds where there are some. A story is read on another day than it is told of. */
export const zonedTime = (at: EpochMs, zone: string): string => {
  const known = isZone(zone) ? zone : 'UTC';
  const {year, month, day, hour, minute, second} = wallTimeAt(at, known);
  const seconds = second === 0 ? '' : `:${two(second)}`;
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}${seconds} ${zoneName(at, known)}`;
};

const two = (value: number): string => String(value).padStart(2, '0');
const LONGEST_QUOTE = 80;
