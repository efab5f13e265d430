// The facts about a time that its instant alone doesn't show. Each language has a sentence for each.
import type {Part} from './times/meaning.ts';

/** `time`: on the clock, `09:00`. `said`: the hour as it was written. `place`: the zone as it was named. */
export type TimeNote =
  /** Only a day is named. */
  | {readonly kind: 'no-time'; readonly time: string}
  /** Only a part of the day is named. */
  | {readonly kind: 'part'; readonly part: Part; readonly time: string}
  | {readonly kind: 'read-as'; readonly said: string; readonly time: string}
  /** The time on the clocks there, which differ from those here. */
  | {readonly kind: 'elsewhere'; readonly time: string; readonly place: string; readonly offset?: string}
  /** The words name several days, of which this is the first: `dec 3 to dec 5`. */
  | {readonly kind: 'first-day'; readonly said: string}
  /** A clock change leaves the time out, or repeats it. */
  | {readonly kind: 'skipped' | 'twice'; readonly time: string};
