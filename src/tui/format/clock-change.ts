// What happened to the clock between two instants that are told one after the other: it was put forward or back for summer or
// winter, or it was set. Each row keeps its own time; without a word between them the times would seem wrong.
import type {CronJob} from '../../shared/records/cron-job.ts';
import {DAY, type EpochMs, MINUTE} from '../../shared/time/time.ts';
import {isZone, skippedFrom} from '../../shared/time/zone.ts';

/** A few words; undefined where time simply went on. `isAhead`: it is still to come. */
export const clockChange = (before: EpochMs, after: EpochMs, isAhead = false): string | undefined => {
  if (before - after > SET_BACK_MS) return `the clock was set back by ${formatSpan(before - after)}`;
  // Months apart nobody expects the clocks to agree.
  if (after - before > NEAR_MS) return undefined;
  const moved = new Date(before).getTimezoneOffset() - new Date(after).getTimezoneOffset();
  if (moved === 0) return undefined;
  return `clocks ${isAhead ? 'go' : 'went'} ${moved > 0 ? 'forward' : 'back'} by ${formatSpan(Math.abs(moved) * MINUTE)}`;
};

/** `clocks go forward from 02:00`, of an instant of a job to which they do: what its schedule names between the two runs then. */
export const forwardTo = (at: EpochMs, zone: string): string | undefined => {
  const from = isZone(zone) ? skippedFrom(at, zone) : undefined;
  if (from === undefined) return undefined;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `clocks go forward from ${two(from.hour)}:${two(from.minute)}`;
};

/** The same of a job, which has no instants while it is paused or disabled. */
export const forwardOf = (
  {enabled, paused, zone}: Pick<CronJob, 'enabled' | 'paused' | 'zone'>,
  at: EpochMs | undefined,
): string | undefined => (at === undefined || !enabled || paused ? undefined : forwardTo(at, zone));

const formatSpan = (ms: number): string => {
  const minutes = Math.round(ms / MINUTE);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 || hours === 0 ? [`${rest} min`] : [])].join(' ');
};

/** Records of one moment are told in any order. */
const SET_BACK_MS = MINUTE;
const NEAR_MS = 2 * DAY;
