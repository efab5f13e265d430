// Log: the events as they came, oldest first. Only the newest are held.
import type {GatewayEvent} from '../../shared/gateway-event.ts';
import type {AppState} from '../store/app-state.ts';
import type {ListRow} from './list-row.ts';

export const logRows = ({ui}: AppState): readonly ListRow[] =>
  ui.log.map(event => ({kind: 'event', id: `event:${event.seq}`, selectable: true, event}));

/** The log with one more event; the oldest are forgotten. */
export const logged = (log: readonly GatewayEvent[], event: GatewayEvent): readonly GatewayEvent[] =>
  log.length < MOST_EVENTS ? [...log, event] : [...log.slice(log.length - MOST_EVENTS * 0.75), event];

const MOST_EVENTS = 2_000;
