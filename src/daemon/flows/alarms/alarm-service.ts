// Sets, lists and cancels alarms, for the tool, the command and the screen. The actor decides which alarms are
// accessible.

import type {AlarmId} from '../../../shared/records/ids.ts';
import type {Alarm} from '../../../shared/records/jobs/alarm.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Core} from '../../core.ts';
import type {Emit, Store} from '../../ports/store.ts';
import type {World} from '../../ports/system.ts';
import {type Actor, askedFor} from '../../routing/actor.ts';
import {endRun} from '../../schedule/end-run.ts';
import {momentReader} from '../../schedule/moments/read-moment.ts';
import type {AlarmService} from './alarm-actions.ts';
import {createAlarmSetting} from './set-alarm.ts';
import {withdrawDelivery} from './wake-program.ts';

export const createAlarmService = (core: Core): AlarmService => {
  const {store, clock} = core;
  const own = (id: AlarmId, actor: Actor): Alarm => ownAlarm(store, id, actor);
  return {
    set: createAlarmSetting({
      ...core,
      instantOf: momentReader({clock, resolveWhen: core.times.resolveWhen, of: 'an alarm'}),
    }),
    list: ({before, after, limit = 100, ...filter}, actor) => {
      const {user, operator} = actor;
      if (!operator && user === undefined) return [];
      for (const cursor of [before, after]) if (cursor !== undefined) own(cursor, actor);
      return store.alarms.list({
        ...filter,
        user: operator ? undefined : user,
        before,
        after,
        limit,
      });
    },
    get: own,
    cancel: async (id, actor) => {
      const cancelled = await store.transactBatched(emit => {
        const alarm = own(id, actor);
        // A repeated cancel has no effect.
        if (alarm.state === 'cancelled') return alarm;
        if (alarm.state !== 'active') {
          const why = alarm.state === 'fired' ? 'it has already fired' : 'it has already failed';
          throw new GatewayError('conflict', `Alarm ${id} can't be cancelled: ${why}.`);
        }
        const rest = {...alarm, nextAt: undefined, retryAt: undefined};
        const after: Alarm = {...rest, state: 'cancelled', endedAt: clock.now()};
        store.alarms.update(after, alarm);
        if (alarm.retryAt !== undefined) endFiring(core, alarm, emit);
        withdrawDelivery(core, alarm, emit);
        emit({type: 'alarm.cancelled', session: alarm.session, ...askedFor(actor, id), alarm: after});
        return after;
      });
      core.reschedule();
      return cancelled;
    },
  };
};

/** Another user's alarm gives the same error as an unknown one. */
export const ownAlarm = ({alarms}: Pick<Store, 'alarms'>, id: AlarmId, {operator, user}: Actor): Alarm => {
  const alarm = alarms.get(id);
  if (alarm !== undefined && (operator || (user !== undefined && alarm.user === user))) return alarm;
  throw new GatewayError('not_found', `No alarm ${id}.`);
};

/** Ends a run whose turn hasn't started. */
const endFiring = ({store, clock}: Pick<World, 'store' | 'clock'>, {runId}: Alarm, emit: Emit): void => {
  const run = runId === undefined ? undefined : store.runs.get(runId);
  if (run?.status !== 'running') return;
  endRun({store, clock}, run, {status: 'skipped', error: 'The alarm was cancelled before the agent woke.'}, emit);
};
