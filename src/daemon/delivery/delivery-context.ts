// The context of every delivery event: its session and its cause.

import type {EventContext} from '../../shared/events/gateway-event.ts';
import type {Delivery} from '../../shared/records/delivery/delivery.ts';

export const deliveryContext = ({session, runId, turnId, id}: Delivery): EventContext => ({
  session,
  cause: runId ?? turnId ?? id,
});
