// Finds the escalations that an event concerns: receipts, failures, answers to reminders, and people's messages. The
// facts themselves are read from the store.
import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import type {Escalation} from '../../../shared/records/delivery/escalation.ts';
import type {Store} from '../../ports/store.ts';

/** The open escalations that an event may end or move. */
export const concerned = ({escalations}: Pick<Store, 'escalations'>, event: GatewayEvent): readonly Escalation[] => {
  switch (event.type) {
    case 'delivery.receipt':
    case 'delivery.dead': {
      const found = escalations.ofDelivery(event.delivery);
      return found === undefined ? [] : [found];
    }
    case 'reminder.done':
    case 'reminder.snoozed':
    case 'reminder.cancelled':
    case 'reminder.skipped':
      return event.reminder.runId === undefined ? [] : escalations.ofRun(event.reminder.runId);
    case 'message.added': {
      const {source} = event.message;
      return source.kind === 'user' ? escalations.open(MOST_OPEN, source.name) : [];
    }
    default:
      return [];
  }
};

/** The events that may end or move an escalation. */
export const FOLLOWED: ReadonlySet<GatewayEvent['type']> = new Set([
  'delivery.receipt',
  'delivery.dead',
  'reminder.done',
  'reminder.snoozed',
  'reminder.cancelled',
  'reminder.skipped',
  'message.added',
]);

const MOST_OPEN = 1_000;
