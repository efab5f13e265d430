// Counts snoozes since the last time that a reminder got another time. Pure.
import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';

export type ReminderEvent = Extract<GatewayEvent, {readonly reminder: unknown}>;

export type Snoozes = {
  readonly id: ReminderId;
  readonly message: string;
  readonly times: number;
  /** Its reminder after each of them, oldest first. */
  readonly each: readonly ReminderEvent['reminder'][];
};

/** Most often first. `events`: in order of time. */
export const snoozesIn = (events: readonly ReminderEvent[]): readonly Snoozes[] => {
  const found = new Map<ReminderId, ReminderEvent['reminder'][]>();
  for (const {type, reminder} of events) {
    if (type === 'reminder.edited') found.delete(reminder.id);
    if (type !== 'reminder.snoozed') continue;
    const before = found.get(reminder.id);
    if (before === undefined) found.set(reminder.id, [reminder]);
    else before.push(reminder);
  }
  return [...found]
    .map(([id, each]) => ({id, message: each.at(-1)?.message ?? '', times: each.length, each}))
    .toSorted((a, b) => b.times - a.times);
};
