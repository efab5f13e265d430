// Stats: what stored facts say about the person's habits and the jobs.
import type {EpochMs} from '../time/time.ts';
import type {ReminderId} from './ids.ts';

export type Stats = {
  /** The beginning of what was counted. */
  readonly since: EpochMs;
  /** Most often first. */
  readonly snoozes: readonly Snoozed[];
  /** Time from firing to done, for reminders; absent without any. */
  readonly answers?: {
    readonly count: number;
    readonly medianMs: number;
    /** `upToMs`: not later than this; absent for the rest. */
    readonly within: readonly {readonly upToMs?: number; readonly count: number}[];
  };
  /** Those that fail most often first. */
  readonly jobs: readonly {readonly name: string; readonly runs: number; readonly failed: number}[];
  /** Of all turns, oldest day first; today is the last. */
  readonly tokens: readonly {readonly day: string; readonly tokens: number}[];
  /** A reminder that is snoozed so often that another time suits it; never again once it was refused. */
  readonly suggestion?: StatsSuggestion;
};

type Snoozed = {readonly id: ReminderId; readonly message: string; readonly times: number};

/** `to`: a time of day, to which it is mostly snoozed. */
export type StatsSuggestion = Snoozed & {readonly to: string};
