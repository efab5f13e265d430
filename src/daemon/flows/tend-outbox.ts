// The outbox by hand: what was given up is tried again, what should not go out any more is given up.
import {type Address, channelOf} from '../../shared/address.ts';
import {type Delivery, DISCARDED} from '../../shared/delivery.ts';
import {GatewayError} from '../../shared/gateway-error.ts';
import type {DeliveryId} from '../../shared/ids.ts';
import {deliveryContext} from '../delivery/delivery-context.ts';
import type {World} from '../ports.ts';

export type OutboxTender = {
  readonly get: (id: string) => Delivery;
  /** A dead delivery waits again, with its attempts forgotten; one that waits is tried at once. */
  readonly retry: (id: string) => Delivery;
  /** A waiting delivery is given up. */
  readonly discard: (id: string) => Delivery;
  /** A person mended what stood in the way of a channel, or of one address on it: what waits is tried at once. How many. */
  readonly mended: (channel: string, address?: Address) => number;
};

export const createOutboxTender = ({
  store,
  recheck,
}: Pick<World, 'store'> & {readonly recheck: () => void}): OutboxTender => {
  const get = (id: string): Delivery => {
    const delivery = store.deliveries.get(id as DeliveryId);
    if (delivery === undefined) throw new GatewayError('not_found', `There is no delivery ${id}.`);
    return delivery;
  };
  return {
    get,
    retry: id => {
      const retried = store.transact(emit => {
        const {nextAttemptAt: _, doubts: __, ...found} = get(id);
        if (found.state !== 'dead' && found.state !== 'queued') {
          throw new GatewayError('conflict', `Delivery ${id} is ${found.state}: there is nothing to try again.`);
        }
        const delivery: Delivery = {...found, state: 'queued', attempts: 0};
        store.deliveries.update(delivery);
        emit({type: 'delivery.queued', ...deliveryContext(delivery), delivery});
        return delivery;
      });
      recheck();
      return retried;
    },
    discard: id =>
      store.transact(emit => {
        const found = get(id);
        if (found.state !== 'queued') {
          throw new GatewayError('conflict', `Delivery ${id} is ${found.state}: only a waiting one can be discarded.`);
        }
        const delivery: Delivery = {...found, state: 'dead', lastError: DISCARDED};
        store.deliveries.update(delivery);
        emit({type: 'delivery.dead', ...deliveryContext(delivery), delivery});
        return delivery;
      }),
    mended: (channel, address) => {
      const count = store.transact(emit => {
        const waiting = store.deliveries
          .list({state: 'queued', limit: MOST_WAITING})
          .filter(each => channelOf(each.address) === channel && each.nextAttemptAt !== undefined)
          .filter(each => address === undefined || each.address === address);
        for (const {nextAttemptAt: _, ...delivery} of waiting) {
          store.deliveries.update(delivery);
          emit({type: 'delivery.queued', ...deliveryContext(delivery), delivery});
        }
        return waiting.length;
      });
      if (count > 0) recheck();
      return count;
    },
  };
};

const MOST_WAITING = 10_000;
