// What is counted for a person's question. Each answer is bounded.
import type {EpochMs} from '../../shared/time/time.ts';

export interface StatsStore {
  /** Tokens of the newest turns since an instant, summed over slots of ten minutes. */
  tokens(since: EpochMs): readonly {readonly at: EpochMs; readonly tokens: number}[];
  /** Runs of jobs since an instant, those that fail most often first. */
  jobs(
    since: EpochMs,
    limit: number,
  ): readonly {readonly name: string; readonly runs: number; readonly failed: number}[];
}
