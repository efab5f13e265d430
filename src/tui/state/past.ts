// Past: what lists hold beyond the mirror: loaded pages of runs and deliveries, and the newest events. Bounded; a list
// never shows a period that is only partly loaded.

import type {GatewayEvent} from '../../shared/events/gateway-event.ts';
import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import type {Reminder, Run} from '../../shared/records/jobs/jobs.ts';
import type {Message} from '../../shared/records/message.ts';

export type Past = {
  /** Older than the mirror's runs, newest first. */
  readonly runs: readonly Run[];
  readonly deliveries: readonly Delivery[];
  /** True if the daemon may have older ones. */
  readonly moreRuns: boolean;
  readonly moreDeliveries: boolean;
  readonly moreEvents: boolean;
  /** A page is loading. */
  readonly fetching: boolean;
};

/** The daemon's results for these words. */
export type Sought = {
  readonly words: string;
  readonly messages: readonly Message[];
  readonly reminders: readonly Reminder[];
};

export const NO_PAST: Past = {
  runs: [],
  deliveries: [],
  moreRuns: true,
  moreDeliveries: true,
  moreEvents: true,
  fetching: false,
};

/** Adds an event to the log; drops the oldest. */
export const logged = (log: readonly GatewayEvent[], event: GatewayEvent): readonly GatewayEvent[] =>
  log.length < MOST_EVENTS ? [...log, event] : [...log.slice(-KEPT_EVENTS), event];

/** Adds older events at the log's start. */
export const withOlderEvents = (
  log: readonly GatewayEvent[],
  older: readonly GatewayEvent[],
): readonly GatewayEvent[] => {
  const first = log[0]?.seq ?? Number.POSITIVE_INFINITY;
  return [...older.filter(({seq}) => seq < first), ...log];
};

export const MOST_EVENTS = 4_000;
const KEPT_EVENTS = 3_000;
/** The maximum number of held runs or deliveries. `rooster runs` and `rooster outbox` list older ones. */
export const MOST_PAST = 5_000;
