// Alarm operations for the agent's tool, limited to the turn's user.

import type {AlarmId} from '../../../shared/records/ids.ts';
import type {Alarm, AlarmRequest} from '../../../shared/records/jobs/alarm.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {DAY} from '../../../shared/time/time.ts';
import type {ToolContext} from '../../ports/tool.ts';
import {actorOf} from '../../routing/actor.ts';
import type {AlarmService} from './alarm-actions.ts';

export const agentAlarms = (alarmService: AlarmService, clock: Pick<Clock, 'now'>) => ({
  set: (request: AlarmRequest, by: ToolContext) => alarmService.set(request, actorOf(by)),
  /** Active alarms, and recently ended ones. */
  list: (by: ToolContext): readonly Alarm[] => {
    const actor = actorOf(by);
    const since = clock.now() - DAY;
    const over = (['fired', 'failed'] as const)
      .flatMap(state => alarmService.list({state, limit: MOST_OVER}, actor))
      .filter(({endedAt = 0}) => endedAt > since);
    return [...alarmService.list({limit: MOST}, actor), ...over];
  },
  get: (id: string, by: ToolContext) => alarmService.get(idOf(id), actorOf(by)),
  cancel: (id: string, by: ToolContext) => alarmService.cancel(idOf(id), actorOf(by)),
});

const idOf = (text: string): AlarmId => {
  if (isAlarmId(text)) return text;
  throw new GatewayError('invalid', `"${text}" isn't an alarm ID. IDs look like alm_… and are in the list.`);
};

const isAlarmId = (text: string): text is AlarmId => text.startsWith('alm_');

const MOST = 200;
const MOST_OVER = 10;
