// What can be done with alarms, by whom, and in which words it is asked for: the one door for the tool, the command and the screen.
import type {Alarm, AlarmState} from '../../../shared/records/alarm.ts';
import type {AlarmId} from '../../../shared/records/ids.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {Actor} from '../../routing/actor.ts';
import type {Moment} from '../../schedule/moments/read-moment.ts';

/** A moment, or a timetable: exactly one. */
export type NewAlarm = Moment & {
  /** Five fields, or a name such as `@daily`. */
  readonly cron?: string;
  /** The zone of the timetable, or of a moment without one. @default the person's */
  readonly timezone?: string;
  readonly message: string;
  /** JSON, as text. */
  readonly payload?: string;
  /** The conversation to wake. @default the one it is set in */
  readonly session?: SessionKey;
  readonly key?: string;
};

/** An alarm whose time was just named, with what is not plain from the instant. */
export type TimedAlarm = Alarm & {readonly note?: string};

/** Who asks is known from the turn or from the socket, and is the alarm's user: no field of a wish says so. */
type AlarmFilter = {
  readonly state?: AlarmState;
  readonly before?: AlarmId;
  readonly after?: AlarmId;
  readonly limit?: number;
};

export type AlarmService = {
  readonly set: (request: NewAlarm, actor: Actor) => Promise<TimedAlarm>;
  /** Active ones, earliest first, unless a state is named. */
  readonly list: (filter: AlarmFilter, actor: Actor) => readonly Alarm[];
  readonly get: (id: AlarmId, actor: Actor) => Alarm;
  /** It does not wake any more. A firing that was taken up goes on. */
  readonly cancel: (id: AlarmId, actor: Actor) => Promise<Alarm>;
};
