// What every event about a delivery says of it: whose conversation it is in, and what led to it.
import type {Delivery} from '../../shared/delivery.ts';
import type {EventContext} from '../../shared/gateway-event.ts';
import {present} from '../../shared/present.ts';

export const deliveryContext = ({session, runId, turnId, id}: Delivery): EventContext => ({
  ...present({session}),
  cause: runId ?? turnId ?? id,
});
