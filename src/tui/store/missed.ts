// Events while nobody watched: counted from replayed events, or from the snapshot at the start, and shown in one line.
// Pure.
import type {GatewayEvent, Snapshot} from '../../shared/events/gateway-event.ts';
import type {GatewayState} from '../../shared/events/gateway-state.ts';
import {fromWire, type Wire} from '../../shared/fields/wire.ts';
import type {Run} from '../../shared/records/jobs/jobs.ts';
import type {Session} from '../../shared/records/session.ts';
import {kindOfSession} from '../../shared/records/session-key.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Missed} from '../state/ui-state.ts';
import {isSpoken} from './settled.ts';

export const nothingMissed: Missed = {
  events: 0,
  fired: 0,
  messages: 0,
  ran: [],
  failed: [],
  undelivered: 0,
  restarted: false,
};

/** Counts one replayed event. `before`: the state before it. */
export const withEvent = (missed: Missed, event: GatewayEvent, before: GatewayState): Missed => {
  const counted = {...missed, events: missed.events + 1};
  switch (event.type) {
    case 'daemon.started':
      return {...counted, restarted: true};
    case 'reminder.fired':
      return {...counted, fired: missed.fired + 1};
    case 'run.ended':
      return withRun(counted, fromWire<Run>(event.run));
    case 'delivery.dead':
      return event.delivery.discarded === true ? counted : {...counted, undelivered: missed.undelivered + 1};
    case 'message.added': {
      const {message} = event;
      const kind = kindOfSession(message.session);
      // A reminder's message counts as the reminder.
      const turn = message.turnId === undefined ? undefined : before.turns.get(message.turnId);
      const byReminder = message.source.kind === 'reminder' || turn?.source.kind === 'reminder';
      return kind === 'cron' || byReminder || !isSpoken(message) || (message.toolCalls?.length ?? 0) > 0
        ? counted
        : {...counted, messages: missed.messages + 1};
    }
    default:
      return counted;
  }
};

/** Unread messages in conversations with people. */
export const unreadIn = (sessions: Iterable<Pick<Session, 'kind' | 'unread'>>): number =>
  [...sessions].filter(({kind}) => kind !== 'cron').reduce((sum, {unread}) => sum + unread, 0);

/** Counts of a snapshot since `then`, when `unreadThen` messages were already unread. */
export const sinceThen = (wire: Wire<Snapshot>, then: EpochMs, unreadThen: number): Missed => {
  const {runs, deliveries, sessions} = fromWire<Snapshot>(wire);
  const since = runs.filter(({endedAt}) => endedAt !== undefined && endedAt > then).reverse();
  const fired = since.filter(({kind}) => kind === 'reminder').length;
  return {
    ...since.reduce(withRun, nothingMissed),
    fired,
    undelivered: deliveries.filter(({state, createdAt}) => state === 'dead' && createdAt > then).length,
    // Reminder messages are counted as reminders.
    messages: Math.max(0, unreadIn(sessions) - unreadThen - fired),
  };
};

/** `2 reminders rang, standup ran, price-watch failed`; empty when nothing matters to a person. */
export const formatMissedEvents = ({fired, messages, ran, failed, undelivered}: Missed): string =>
  [
    ...(fired === 0 ? [] : [`${count(fired, 'reminder')} rang`]),
    ...(messages === 0 ? [] : [count(messages, 'message')]),
    ...(ran.length === 0 ? [] : [`${names(ran)} ran`]),
    ...(failed.length === 0 ? [] : [`${names(failed)} failed`]),
    ...(undelivered === 0 ? [] : [`${count(undelivered, 'delivery', 'deliveries')} failed`]),
  ].join(', ');

export const count = (number: number, text: string, many = `${text}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? text : many}`;

const withRun = (missed: Missed, {kind, name, status}: Run): Missed => {
  const what = kind === 'cron' ? name : kind;
  if (status === 'failed') return {...missed, failed: [...missed.failed, what]};
  return status === 'ran' && kind === 'cron' ? {...missed, ran: [...missed.ran, what]} : missed;
};

/** Each name once, the first few in full. */
const names = (all: readonly string[]): string => {
  const each = [...new Set(all)];
  const more = each.length - MOST_NAMES;
  return more > 0 ? `${each.slice(0, MOST_NAMES).join(', ')} and ${more} more` : each.join(', ');
};

const MOST_NAMES = 3;
