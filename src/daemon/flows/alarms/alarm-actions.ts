// The alarm operations, shared by the tool, the command and the screen.
import type {AlarmId} from '../../../shared/records/ids.ts';
import type {Alarm, AlarmRequest, AlarmState, TimedAlarm} from '../../../shared/records/jobs/alarm.ts';
import type {Actor} from '../../routing/actor.ts';

/** The alarm's user is the actor, known from the turn or the socket. No field of a request sets it. */
type AlarmFilter = {
  readonly state?: AlarmState;
  readonly before?: AlarmId;
  readonly after?: AlarmId;
  readonly limit?: number;
};

export type AlarmService = {
  readonly set: (request: AlarmRequest, actor: Actor) => Promise<TimedAlarm>;
  /** Active alarms, earliest first, unless a state is given. */
  readonly list: (filter: AlarmFilter, actor: Actor) => readonly Alarm[];
  readonly get: (id: AlarmId, actor: Actor) => Alarm;
  /** Cancels the alarm. A turn that it has started continues. */
  readonly cancel: (id: AlarmId, actor: Actor) => Promise<Alarm>;
};
