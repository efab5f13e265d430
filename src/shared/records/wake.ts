// Wake: something that will happen by itself, and when.
import type {EpochMs} from '../time/time.ts';

export type Wake = {
  readonly kind: 'reminder' | 'cron' | 'heartbeat' | 'reflection' | 'alarm';
  /** The id of the reminder or the alarm, or the job's name. */
  readonly name: string;
  /** In a few words: what it will do. */
  readonly what: string;
  readonly wakeAt: EpochMs;
};
