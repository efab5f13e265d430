// Parses the header Retry-After: a number of seconds, or a date. Pure.
import {type EpochMs, SECOND} from '../../../shared/time/time.ts';

/** At least a second, at most `longestMs`; undefined without a valid header. */
export const waitIn = (header: string | undefined, now: EpochMs, longestMs: number): number | undefined => {
  if (header === undefined) return undefined;
  const ms = /^\d+$/u.test(header) ? Number(header) * SECOND : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, SECOND), longestMs) : undefined;
};
