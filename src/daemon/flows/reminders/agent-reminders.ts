// The reminder deeds as the agent's tool has them: done for the person the turn belongs to, and for nobody else.
import {GatewayError} from '../../../shared/gateway-error.ts';
import type {ReminderId} from '../../../shared/ids.ts';
import {DAY} from '../../../shared/time.ts';
import type {Clock, ToolContext} from '../../ports.ts';
import {askerOf} from '../../routing/asker.ts';
import type {Moment} from '../../schedule/read-moment.ts';
import type {NewReminder, ReminderChange, ReminderKeeper} from './reminder-deeds.ts';

export const agentReminders = (keeper: ReminderKeeper, clock: Clock) => ({
  set: ({by, ...wish}: NewReminder & {readonly by: ToolContext}) => keeper.set(wish, askerOf(by)),
  list: (by: ToolContext) => {
    const asker = askerOf(by);
    const since = clock.now() - DAY;
    const fired = keeper.list({state: 'fired', limit: MOST}, asker).filter(({firedAt = 0}) => firedAt > since);
    return [...keeper.list({limit: MOST}, asker), ...fired].sort((a, b) => a.fireAt - b.fireAt);
  },
  cancel: (id: string, by: ToolContext) => keeper.cancel(idOf(id), askerOf(by)),
  snooze: (id: string, moment: Moment, by: ToolContext) => keeper.snooze(idOf(id), moment, askerOf(by)),
  done: (id: string, by: ToolContext) => keeper.done(idOf(id), askerOf(by)),
  edit: (id: string, change: ReminderChange, by: ToolContext) => keeper.edit(idOf(id), change, askerOf(by)),
});

const idOf = (text: string): ReminderId => {
  if (isReminderId(text)) return text;
  throw new GatewayError('invalid', `"${text}" is no reminder id; they look like rem_… and are in the list.`);
};

const isReminderId = (text: string): text is ReminderId => text.startsWith('rem_');

const MOST = 100;
