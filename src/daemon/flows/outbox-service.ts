// The outbox by hand: what was given up is tried again, what should not go out any more is given up.

import type {ChannelStatus, HeldChat} from '../../shared/events/gateway-event.ts';
import {omit} from '../../shared/fields/omit.ts';
import {channelOf} from '../../shared/records/address.ts';
import type {Delivery, ShownDelivery} from '../../shared/records/delivery.ts';
import {GatewayError} from '../../shared/records/gateway-error.ts';
import type {DeliveryId} from '../../shared/records/ids.ts';
import {deliveryContext} from '../delivery/delivery-context.ts';
import {heldChats, withWait} from '../delivery/why-waiting.ts';
import type {DeliveryStore} from '../ports/delivery-store.ts';
import type {World} from '../ports/system.ts';

export type OutboxService = {
  readonly get: (id: string) => ShownDelivery;
  /** Newest first. */
  readonly list: (filter: Parameters<DeliveryStore['list']>[0]) => readonly ShownDelivery[];
  /** The chats of a channel in which messages are held up. */
  readonly held: (channel: string) => readonly HeldChat[];
  /** A dead delivery waits again, with its attempts forgotten; one that waits is tried at once. */
  readonly retry: (id: string) => Delivery;
  /** A waiting delivery is given up, and a dead one is put away: nobody has to see to it any more. */
  readonly discard: (id: string) => Delivery;
  /**
   * A person fixed what stood in the way of a channel, or of some addresses on it: what waits there is tried at once. How many messages
   * waited, with those behind the ones that were held up.
   */
  readonly mended: (channel: string, fits?: (delivery: Delivery) => boolean) => number;
};

type OutboxServiceDeps = Pick<World, 'store'> & {
  readonly reschedule: () => void;
  /** How a channel fares. @default nothing is known of any */
  readonly statusOf?: (channel: string) => ChannelStatus | undefined;
};

export const createOutboxService = ({
  store,
  reschedule,
  statusOf = () => undefined,
}: OutboxServiceDeps): OutboxService => {
  const why = {deliveries: store.deliveries, statusOf};
  const get = (id: string): Delivery => {
    const delivery = store.deliveries.get(id as DeliveryId);
    if (delivery === undefined) throw new GatewayError('not_found', `There is no delivery ${id}.`);
    return delivery;
  };
  return {
    get: id => withWait(why, get(id)),
    list: filter => store.deliveries.list(filter).map(delivery => withWait(why, delivery)),
    held: channel => heldChats(why, channel),
    retry: id => {
      const retried = store.transact(emit => {
        const found = omit(get(id), 'nextAttemptAt', 'doubts', 'discarded', 'needs');
        if (found.state !== 'dead' && found.state !== 'queued') {
          throw new GatewayError('conflict', `Delivery ${id} is ${found.state}: there is nothing to try again.`);
        }
        const delivery: Delivery = {...found, state: 'queued', attempts: 0};
        store.deliveries.update(delivery);
        emit({type: 'delivery.queued', ...deliveryContext(delivery), delivery});
        return delivery;
      });
      reschedule();
      return retried;
    },
    discard: id =>
      store.transact(emit => {
        const found = get(id);
        if (found.discarded === true) return found;
        if (found.state !== 'queued' && found.state !== 'dead') {
          throw new GatewayError('conflict', `Delivery ${id} is ${found.state}: it can't be discarded any more.`);
        }
        const rest = omit(found, 'nextAttemptAt', 'needs');
        const delivery: Delivery = {...rest, state: 'dead', discarded: true};
        store.deliveries.update(delivery);
        emit({type: 'delivery.dead', ...deliveryContext(delivery), delivery});
        return delivery;
      }),
    mended: (channel, fits = () => true) => {
      const freed = store.transact(emit => {
        const waiting = store.deliveries
          .list({state: 'queued', limit: MOST_WAITING})
          .filter(each => channelOf(each.address) === channel);
        const held = waiting.filter(each => each.nextAttemptAt !== undefined && fits(each));
        for (const each of held) {
          const delivery = omit(each, 'nextAttemptAt', 'needs', 'lastError');
          store.deliveries.update(delivery);
          emit({type: 'delivery.queued', ...deliveryContext(delivery), delivery});
        }
        const chats = new Set(held.map(({address}) => address));
        return waiting.filter(({address}) => chats.has(address)).length;
      });
      if (freed > 0) reschedule();
      return freed;
    },
  };
};

const MOST_WAITING = 10_000;
