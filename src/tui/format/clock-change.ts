// Detects a clock change between two consecutive entries: daylight saving, or a clock that was set. Entries keep their
// own times, which would look wrong without a note.
import type {CronJob} from '../../shared/records/jobs/cron-job.ts';
import {DAY, type EpochMs, MINUTE, twoDigits} from '../../shared/time/time.ts';
import {isZone, skippedFrom} from '../../shared/time/zone.ts';

/** A short note; undefined without a change. `isAhead`: the later instant is in the future. */
export const clockChange = (before: EpochMs, after: EpochMs, isAhead = false): string | undefined => {
  if (before - after > SET_BACK_MS) return `the clock was set back by ${formatSpan(before - after)}`;
  // After months nobody expects the offsets to match.
  if (after - before > NEAR_MS) return undefined;
  const moved = new Date(before).getTimezoneOffset() - new Date(after).getTimezoneOffset();
  if (moved === 0) return undefined;
  return `clocks ${isAhead ? 'go' : 'went'} ${moved > 0 ? 'forward' : 'back'} by ${formatSpan(Math.abs(moved) * MINUTE)}`;
};

/** `clocks go forward from 02:00`, for a job's instant at the jump: the clocks skip the time in its schedule. */
export const forwardTo = (at: EpochMs, zone: string): string | undefined => {
  const from = isZone(zone) ? skippedFrom(at, zone) : undefined;
  if (from === undefined) return undefined;
  return `clocks go forward from ${twoDigits(from.hour)}:${twoDigits(from.minute)}`;
};

/** `forwardTo` for a job. A paused or disabled job has no instant. */
export const forwardOf = (
  {enabled, paused, zone}: Pick<CronJob, 'enabled' | 'paused' | 'zone'>,
  at: EpochMs | undefined,
): string | undefined => (at === undefined || !enabled || paused ? undefined : forwardTo(at, zone));

const formatSpan = (ms: number): string => {
  const minutes = Math.round(ms / MINUTE);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 || hours === 0 ? [`${rest} min`] : [])].join(' ');
};

/** Records within this time may be in any order. */
const SET_BACK_MS = MINUTE;
const NEAR_MS = 2 * DAY;
