// Instants of a timetable that were left out, and how they are told.
import {zonedTime} from '../time/format-time.ts';
import type {EpochMs} from '../time/time.ts';

export type PassedInstants = {readonly count: number; readonly first: EpochMs; readonly last: EpochMs};

/** In the zone of the timetable. */
export const formatPassed = ({count, first, last}: PassedInstants, zone: string, why: string): string => {
  const many = count >= MOST_COUNTED ? `At least ${count}` : String(count);
  return count === 1
    ? `Its instant ${zonedTime(first, zone)} was passed over: ${why}.`
    : `${many} of its instants, from ${zonedTime(first, zone)} to ${zonedTime(last, zone)}, were passed over: ${why}.`;
};

/** Counting stops here. */
export const MOST_COUNTED = 10_000;
