// The alarm operations and their requests, shared by the tool, the command and the screen.
import type {Address} from '../../../shared/records/address.ts';
import type {AlarmId} from '../../../shared/records/ids.ts';
import type {Alarm, AlarmState} from '../../../shared/records/jobs/alarm.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {Actor} from '../../routing/actor.ts';
import type {Moment} from '../../schedule/moments/read-moment.ts';

/** An instant or a cron expression, exactly one. */
export type NewAlarm = Moment & {
  /** Five fields, or a name such as `@daily`. */
  readonly cron?: string;
  /** The zone of the cron expression, or of an instant without one. @default the user's */
  readonly timezone?: string;
  readonly message: string;
  /** JSON as text. */
  readonly payload?: string;
  /** The conversation to wake. @default the current one */
  readonly session?: SessionKey;
  /** A configured target (`hook:NAME`): the alarm wakes that program. */
  readonly deliver?: Address;
  /** The program's own conversation. Only with `deliver`. */
  readonly conversation?: string;
  readonly key?: string;
  /** Its answer rings in quiet hours. */
  readonly urgent?: boolean;
};

/** An alarm with a note on how its time was understood. */
export type TimedAlarm = Alarm & {readonly note?: string};

/** The alarm's user is the actor, known from the turn or the socket. No field of a request sets it. */
type AlarmFilter = {
  readonly state?: AlarmState;
  readonly before?: AlarmId;
  readonly after?: AlarmId;
  readonly limit?: number;
};

export type AlarmService = {
  readonly set: (request: NewAlarm, actor: Actor) => Promise<TimedAlarm>;
  /** Active alarms, earliest first, unless a state is given. */
  readonly list: (filter: AlarmFilter, actor: Actor) => readonly Alarm[];
  readonly get: (id: AlarmId, actor: Actor) => Alarm;
  /** Cancels the alarm. A turn that it has started continues. */
  readonly cancel: (id: AlarmId, actor: Actor) => Promise<Alarm>;
};
