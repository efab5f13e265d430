// Formats elapsed time, for the screen, its log and the command.
import {type EpochMs, HOUR, MINUTE, SECOND} from '../../shared/time/time.ts';

/** Time taken: `0.4s`, `12s`, `1m 20s`, `1h 2m`. */
export const formatTook = (ms: number): string =>
  ms < 9_950 ? `${(Math.max(0, ms) / SECOND).toFixed(1)}s` : elapsed(ms);

/** Time since the start, in whole seconds: `3s`, `1m 20s`, `1h 2m`. */
export const elapsed = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / SECOND));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
  return `${Math.floor(seconds / 3600)}h ${Math.floor((seconds % 3600) / 60)}m`;
};

/** The instant at which `elapsed` changes next. */
export const elapsedChangesAt = (since: EpochMs, now: EpochMs): EpochMs => {
  const unit = now - since < HOUR ? SECOND : MINUTE;
  return since + (Math.floor(Math.max(0, now - since) / unit) + 1) * unit;
};
