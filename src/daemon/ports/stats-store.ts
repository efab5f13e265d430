// Numbers about turns and runs.
import type {EpochMs} from '../../shared/time/time.ts';

export interface StatsStore {
  /** Tokens of the turns that were queued from one instant until before another. */
  tokens(from: EpochMs, until: EpochMs): number;
  /** The newest runs of jobs since an instant, those that fail most often first. */
  jobs(
    since: EpochMs,
    limit: number,
  ): readonly {readonly name: string; readonly runs: number; readonly failed: number}[];
}
