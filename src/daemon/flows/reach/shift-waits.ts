// Corrects the waits of deliveries and escalations after the clock was set back. They count from the moment at which
// they were planned, so they would last longer by as much: a retry of two seconds could hold up a chat for a day.

import type {EpochMs} from '../../../shared/time/time.ts';
import type {Store} from '../../ports/store.ts';
import {shifted} from '../../schedule/set-back.ts';

/** Runs in the current transaction. The outbox looks for due deliveries often enough by itself. */
export const shiftWaits = ({deliveries, escalations}: Store, now: EpochMs, byMs: number): void => {
  for (const delivery of deliveries.list({state: 'queued', limit: MOST_WAITING})) {
    const {nextAttemptAt} = delivery;
    if (nextAttemptAt !== undefined && nextAttemptAt > now)
      deliveries.update({...delivery, nextAttemptAt: shifted(nextAttemptAt, now, byMs)}, delivery);
  }
  for (const escalation of escalations.open(MOST_WAITING)) {
    const {nextAt} = escalation;
    if (nextAt !== undefined && nextAt > now) escalations.update({...escalation, nextAt: shifted(nextAt, now, byMs)});
  }
};

const MOST_WAITING = 100_000;
