// What every event about a delivery says of it: whose conversation it is in, and what led to it.

import type {EventContext} from '../../shared/events/gateway-event.ts';
import {present} from '../../shared/fields/present.ts';
import type {Delivery} from '../../shared/records/delivery.ts';

export const deliveryContext = ({session, runId, turnId, id}: Delivery): EventContext => ({
  ...present({session}),
  cause: runId ?? turnId ?? id,
});
