// The context of every delivery event: its session and its cause.

import type {EventContext} from '../../shared/events/gateway-event.ts';
import {present} from '../../shared/fields/present.ts';
import type {Delivery} from '../../shared/records/delivery/delivery.ts';

export const deliveryContext = ({session, runId, turnId, id}: Delivery): EventContext => ({
  ...present({session}),
  cause: runId ?? turnId ?? id,
});
