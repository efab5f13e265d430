// The context in which a time is resolved, and the result.
import type {TimeNote} from '../../../../shared/languages/answers.ts';
import type {TimeFault} from '../../../../shared/languages/times/meaning.ts';
import type {EpochMs} from '../../../../shared/time/time.ts';
import type {WallTime} from '../../../../shared/time/zone.ts';
import type {CalendarSettings} from '../../recurrence/occurrences.ts';
import type {BareHours} from '../reading.ts';

export type Resolved = {
  readonly at: EpochMs;
  /** The assumption about a missing part. */
  readonly assumed?: readonly TimeNote[];
  /** The intended wall time, which may not exist in the zone. Absent for a time with an offset. */
  readonly wall?: WallTime;
  /** Another possible instant of the same words. */
  readonly other?: EpochMs;
};

export type TimeContext = {
  readonly now: EpochMs;
  readonly zone: string;
  /** 3/12 is 12 March. */
  readonly monthFirst: boolean;
  readonly bareHours: BareHours;
  readonly morning: {readonly hour: number; readonly minute: number};
  /** A wake-up request, which means the first half of the day. */
  readonly wakes: boolean;
  /** Reads "14h" as a length, never as a time of day. */
  readonly isLength: boolean;
  /** The last hour that beside "night" is in the morning. */
  readonly lastNightHour: number;
  readonly calendar: CalendarSettings;
};

/** `isNamed`: the words still name one instant. */
export type Problem = {readonly problem: TimeFault; readonly isNamed?: true};
