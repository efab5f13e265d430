// Counts behind each view: unread messages in other conversations, planned items, deliveries in progress or given up.
import type {View} from '../nouns/views.ts';
import type {AppState} from '../state/app-state.ts';
import {sessionList} from '../state/selectors.ts';
import {calls} from './outbox-rows.ts';

export type TabCount = {
  readonly count: number;
  /** `new`: unread; `trouble`: somebody has to look; `plain`: a number. */
  readonly kind: 'new' | 'trouble' | 'plain';
};

/** Undefined where nothing waits. Trouble is counted alone, since it matters more than the rest. */
export const tabCount = (state: AppState, view: View): TabCount | undefined => {
  const {gateway} = state;
  switch (view) {
    case 'chat':
      return counted(unreadElsewhere(state), 'new');
    case 'plan': {
      const planned = gateway.reminders.length + gateway.hiddenReminders + gateway.alarms.length + gateway.cron.length;
      return counted(gateway.invalidCron.length, 'trouble') ?? counted(planned, 'plain');
    }
    case 'outbox': {
      const open = calls(gateway.deliveries).filter(({discarded}) => discarded !== true);
      const dead = open.filter(delivery => delivery.state === 'dead').length;
      const waiting = open.filter(delivery => delivery.state === 'queued' || delivery.state === 'sending').length;
      return counted(dead, 'trouble') ?? counted(waiting, 'plain');
    }
    case 'timeline':
    case 'log':
      return undefined;
  }
};

/** Unread messages in other conversations than the open one. */
export const unreadElsewhere = (state: AppState): number =>
  sessionList(state).reduce((sum, {key, unread}) => (key === state.ui.session ? sum : sum + unread), 0);

const counted = (count: number, kind: TabCount['kind']): TabCount | undefined =>
  count === 0 ? undefined : {count, kind};
