// The alarm deeds as the agent's tool has them: done for the person the turn belongs to, and for nobody else.
import type {Alarm} from '../../../shared/alarm.ts';
import {GatewayError} from '../../../shared/gateway-error.ts';
import type {AlarmId} from '../../../shared/ids.ts';
import {DAY} from '../../../shared/time.ts';
import type {Clock, ToolContext} from '../../ports.ts';
import {askerOf} from '../../routing/asker.ts';
import type {AlarmKeeper, NewAlarm} from './alarm-deeds.ts';

export const agentAlarms = (keeper: AlarmKeeper, clock: Pick<Clock, 'now'>) => ({
  set: (wish: NewAlarm, by: ToolContext) => keeper.set(wish, askerOf(by)),
  /** The active ones, and what became of the others lately. */
  list: (by: ToolContext): readonly Alarm[] => {
    const asker = askerOf(by);
    const since = clock.now() - DAY;
    const over = (['fired', 'failed'] as const)
      .flatMap(state => keeper.list({state, limit: MOST_OVER}, asker))
      .filter(({endedAt = 0}) => endedAt > since);
    return [...keeper.list({limit: MOST}, asker), ...over];
  },
  get: (id: string, by: ToolContext) => keeper.get(idOf(id), askerOf(by)),
  cancel: (id: string, by: ToolContext) => keeper.cancel(idOf(id), askerOf(by)),
});

const idOf = (text: string): AlarmId => {
  if (isAlarmId(text)) return text;
  throw new GatewayError('invalid', `"${text}" is no alarm id; they look like alm_… and are in the list.`);
};

const isAlarmId = (text: string): text is AlarmId => text.startsWith('alm_');

const MOST = 200;
const MOST_OVER = 10;
