// What every event about a delivery says of it: whose conversation it is in, and what led to it.
import type {Delivery} from '../../shared/delivery.ts';
import type {EventContext} from '../../shared/gateway-event.ts';

export const deliveryContext = ({session, runId, turnId, id}: Delivery): EventContext => ({
  ...(session === undefined ? {} : {session}),
  cause: runId ?? turnId ?? id,
});
