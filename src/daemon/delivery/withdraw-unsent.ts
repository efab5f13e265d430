// Withdraws deliveries that nobody needs any more, and finds those of an answered reminder.
import {callOf, type Delivery} from '../../shared/records/delivery/delivery.ts';
import type {RunId} from '../../shared/records/ids.ts';
import type {Emit, Store} from '../ports/store.ts';
import {deliveryContext} from './delivery-context.ts';

/** A delivery that is never sent. */
export const asDiscarded = (delivery: Delivery): Delivery => ({
  ...delivery,
  nextAttemptAt: undefined,
  needs: undefined,
  onHold: undefined,
  state: 'dead',
  discarded: true,
});

/** Queued deliveries end as discarded. One that is being sent is marked, so that it isn't tried again if it fails. */
export const withdrawUnsent = (
  {deliveries}: Pick<Store, 'deliveries'>,
  unwanted: readonly Delivery[],
  reason: string,
  emit: Emit,
): void => {
  for (const delivery of unwanted) {
    if (delivery.state === 'sending') deliveries.update({...delivery, discarded: true, lastError: reason}, delivery);
    if (delivery.state !== 'queued') continue;
    const dead: Delivery = {...asDiscarded(delivery), lastError: reason};
    deliveries.update(dead, delivery);
    emit({type: 'delivery.dead', ...deliveryContext(dead), delivery: dead});
  }
};

/** Queues withdrawn deliveries again. */
export const requeueWithdrawn = (
  {deliveries}: Pick<Store, 'deliveries'>,
  withdrawn: readonly Delivery[],
  emit: Emit,
): void => {
  for (const found of withdrawn) {
    if (found.discarded !== true) continue;
    const wanted = {...found, discarded: undefined, lastError: undefined};
    if (found.state !== 'dead') {
      deliveries.update(wanted, found);
      continue;
    }
    const delivery: Delivery = {...wanted, state: 'queued'};
    deliveries.update(delivery, found);
    emit({type: 'delivery.queued', ...deliveryContext(delivery), delivery});
  }
};

/**
 * The deliveries of a run's own text and its repetitions: not a confirmation, and not a digest, which holds other
 * messages too.
 */
export const announcementsOf = (
  {deliveries, escalations}: Pick<Store, 'deliveries' | 'escalations'>,
  runId: RunId,
): readonly Delivery[] =>
  deliveries.ofRun(runId).filter(delivery => {
    const call = callOf(delivery);
    const isOwn = call === runId || call.startsWith(`${runId}#`);
    return isOwn && escalations.get(call)?.digest === undefined;
  });
