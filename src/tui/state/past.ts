// Past: what lists hold of it beyond the mirror: pages of runs and deliveries that were asked for, and the newest events. Bounded;
// a list never shows a stretch of time of which it holds only a part.

import type {GatewayEvent} from '../../shared/events/gateway-event.ts';
import type {Delivery} from '../../shared/records/delivery.ts';
import type {Run} from '../../shared/records/jobs.ts';

export type Past = {
  /** Older than those of the mirror, newest first. */
  readonly runs: readonly Run[];
  readonly deliveries: readonly Delivery[];
  /** Whether the daemon may have older ones still. */
  readonly moreRuns: boolean;
  readonly moreDeliveries: boolean;
  readonly moreEvents: boolean;
  /** A page is on its way. */
  readonly fetching: boolean;
};

export const NO_PAST: Past = {
  runs: [],
  deliveries: [],
  moreRuns: true,
  moreDeliveries: true,
  moreEvents: true,
  fetching: false,
};

/** The log with one more event; the oldest are forgotten. */
export const logged = (log: readonly GatewayEvent[], event: GatewayEvent): readonly GatewayEvent[] =>
  log.length < MOST_EVENTS ? [...log, event] : [...log.slice(-KEPT_EVENTS), event];

/** The log with older events before it. */
export const withOlderEvents = (
  log: readonly GatewayEvent[],
  older: readonly GatewayEvent[],
): readonly GatewayEvent[] => {
  const first = log[0]?.seq ?? Number.POSITIVE_INFINITY;
  return [...older.filter(({seq}) => seq < first), ...log];
};

export const MOST_EVENTS = 4_000;
const KEPT_EVENTS = 3_000;
/** So many runs or deliveries are held at most; further back, `rooster runs` and `rooster outbox` list them. */
export const MOST_PAST = 5_000;
