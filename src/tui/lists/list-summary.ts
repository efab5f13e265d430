// A list's summary for the header: counts, problems first.

import {assertNever} from '../../shared/text/gateway-error.ts';
import type {ListName} from '../nouns/views.ts';
import type {AppState} from '../state/app-state.ts';
import {calls} from './outbox-rows.ts';

export const listSummary = ({gateway, ui}: AppState, name: ListName): string => {
  switch (name) {
    case 'timeline':
      return 'past and upcoming';
    case 'plan': {
      const pings = ui.status?.expected ?? [];
      return formatCounts([
        [gateway.invalidCron.length, 'invalid'],
        [pings.filter(({overdueAt}) => overdueAt !== undefined).length, 'overdue ping', 'overdue pings'],
        [[...gateway.cron, ...gateway.reminders].filter(({paused}) => paused).length, 'paused'],
        [gateway.reminders.length + gateway.hiddenReminders, 'reminder', 'reminders'],
        [gateway.alarms.length, 'alarm', 'alarms'],
        [gateway.cron.length, 'job', 'jobs'],
        [pings.length, 'ping', 'pings'],
      ]);
    }
    case 'outbox': {
      const count = (...states: readonly string[]): number =>
        calls(gateway.deliveries).filter(({state, discarded}) => states.includes(state) && discarded !== true).length;
      return formatCounts([
        [count('dead'), 'dead'],
        [count('queued'), 'waiting'],
        [count('sending'), 'sending'],
        [count('sent', 'delivered', 'read'), 'sent'],
      ]);
    }
    case 'log':
      return ui.lists.log.selected === undefined ? 'following' : 'held, G follows';
    default:
      return assertNever(name);
  }
};

const formatCounts = (counts: readonly (readonly [count: number, one: string, many?: string])[]): string => {
  const text = counts
    .filter(([count]) => count > 0)
    .map(([count, one, many = one]) => `${count} ${count === 1 ? one : many}`);
  return text.length === 0 ? 'empty' : text.join(' · ');
};
