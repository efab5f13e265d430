// Skipped instants of a schedule, and how they are shown.
import {fullMoment} from '../../time/format-time.ts';
import type {EpochMs} from '../../time/time.ts';

export type PassedInstants = {readonly count: number; readonly first: EpochMs; readonly last: EpochMs};

/** In the schedule's zone. */
export const formatPassed = ({count, first, last}: PassedInstants, zone: string, why: string): string => {
  const many = count >= MOST_COUNTED ? `At least ${count}` : String(count);
  return count === 1
    ? `The occurrence ${fullMoment(first, zone)} was skipped: ${why}.`
    : `${many} occurrences, from ${fullMoment(first, zone)} to ${fullMoment(last, zone)}, were skipped: ${why}.`;
};

/** The usual reason. */
export const NOT_RUNNING = 'Rooster was not running';

/** Counting stops here. */
export const MOST_COUNTED = 10_000;
