// Reads the date that a sentence about a time names.
import type {WallTime} from '../time/zone.ts';

/** `2026-12-13` at midnight. */
export const wallOfDate = (date: string): WallTime => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return {year, month, day, hour: 0, minute: 0, second: 0, millisecond: 0};
};
