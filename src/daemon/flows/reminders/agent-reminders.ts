// Reminder actions for the agent's tool, limited to the person that the turn belongs to.

import type {ReminderId} from '../../../shared/records/ids.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {DAY} from '../../../shared/time/time.ts';
import type {ToolContext} from '../../ports/tool.ts';
import {actorOf} from '../../routing/actor.ts';
import type {Moment} from '../../schedule/moments/read-moment.ts';
import type {NewReminder, ReminderChange, ReminderService} from './reminder-actions.ts';

export const agentReminders = (reminderService: ReminderService, clock: Clock) => ({
  set: ({by, ...request}: NewReminder & {readonly by: ToolContext}) => reminderService.set(request, actorOf(by)),
  list: (by: ToolContext) => {
    const actor = actorOf(by);
    const since = clock.now() - DAY;
    const fired = reminderService.list({state: 'fired', limit: MOST}, actor).filter(({firedAt = 0}) => firedAt > since);
    return [...reminderService.list({limit: MOST}, actor), ...fired].sort((a, b) => a.fireAt - b.fireAt);
  },
  cancel: (id: string, by: ToolContext) => reminderService.cancel(idOf(id), actorOf(by)),
  snooze: (id: string, moment: Moment, by: ToolContext) => reminderService.snooze(idOf(id), moment, actorOf(by)),
  done: (id: string, by: ToolContext) => reminderService.done(idOf(id), actorOf(by)),
  skip: (id: string, at: string | undefined, by: ToolContext) => reminderService.skip(idOf(id), at, actorOf(by)),
  pause: (id: string, until: string | undefined, by: ToolContext) =>
    reminderService.pause(idOf(id), until, actorOf(by)),
  resume: (id: string, by: ToolContext) => reminderService.resume(idOf(id), actorOf(by)),
  undo: (by: ToolContext) => reminderService.undo(actorOf(by)),
  edit: (id: string, change: ReminderChange, by: ToolContext) => reminderService.edit(idOf(id), change, actorOf(by)),
});

const idOf = (text: string): ReminderId => {
  if (isReminderId(text)) return text;
  throw new GatewayError('invalid', `"${text}" isn't a reminder ID. IDs look like rem_… and are in the list.`);
};

const isReminderId = (text: string): text is ReminderId => text.startsWith('rem_');

/** More than a person can have pending. */
const MOST = 1_000;
