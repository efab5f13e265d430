// Manual outbox operations: retry a failed delivery, discard an unwanted one, hold a waiting one back.

import type {ChannelStatus, HeldChat} from '../../shared/events/gateway-event.ts';
import type {OperationName} from '../../shared/operations/operations.ts';
import {channelOf} from '../../shared/records/address.ts';
import type {Delivery, ShownDelivery} from '../../shared/records/delivery/delivery.ts';
import type {DeliveryId} from '../../shared/records/ids.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import {deliveryContext} from '../delivery/delivery-context.ts';
import {attemptsBy, isLastWay} from '../delivery/reach/copies.ts';
import {heldChats, withWait} from '../delivery/why-waiting.ts';
import {asDiscarded} from '../delivery/withdraw-unsent.ts';
import type {DeliveryStore} from '../ports/delivery-store.ts';
import type {Store} from '../ports/store.ts';
import type {World} from '../ports/system.ts';

export type OutboxService = {
  readonly get: (id: string) => ShownDelivery;
  /** Newest first. */
  readonly list: (filter: Parameters<DeliveryStore['list']>[0]) => readonly ShownDelivery[];
  /** The chats of a channel with blocked messages. */
  readonly held: (channel: string) => readonly HeldChat[];
  /** Does it in one transaction, or throws a `conflict` that says why its state forbids it. */
  readonly operate: (name: OperationName<'delivery'>, id: string) => Delivery;
  /**
   * Retries deliveries at once, because a person fixed the cause on a channel or on some of its addresses. Returns how
   * many were waiting, including those behind a blocked one.
   */
  readonly unblock: (channel: string, fits?: (delivery: Delivery) => boolean) => number;
};

type OutboxServiceDeps = Pick<World, 'store'> & {
  readonly reschedule: () => void;
  /** The status of a channel. @default unknown for all */
  readonly statusOf?: (channel: string) => ChannelStatus | undefined;
  /** A person's time zone. @default UTC for all */
  readonly zoneOf?: (person: string) => string;
};

export const createOutboxService = ({
  store,
  reschedule,
  statusOf = () => undefined,
  zoneOf = () => 'UTC',
}: OutboxServiceDeps): OutboxService => {
  const why = {deliveries: store.deliveries, statusOf};
  const get = (id: string): Delivery => {
    const delivery = store.deliveries.get(id as DeliveryId);
    if (delivery === undefined) throw new GatewayError('not_found', `No delivery ${id}.`);
    return delivery;
  };
  const shown = (delivery: Delivery): ShownDelivery => ({
    ...withWait(why, delivery),
    ...attemptsBy(store, delivery, zoneOf),
  });
  return {
    get: id => shown(get(id)),
    list: filter => listed(store, filter).map(shown),
    held: channel => heldChats(why, channel),
    operate: (name, id) => {
      const effect = EFFECTS[name];
      const {type, delivery} = store.transact(emit => {
        const found = get(id);
        const change = effect(found);
        if (change.type === undefined) return change;
        store.deliveries.update(change.delivery);
        emit({type: change.type, ...deliveryContext(change.delivery), delivery: change.delivery});
        return change;
      });
      if (type === 'delivery.queued') reschedule();
      return delivery;
    },
    unblock: (channel, fits = () => true) => {
      const freed = store.transact(emit => {
        const waiting = store.deliveries
          .list({state: 'queued', limit: MOST_WAITING})
          .filter(each => channelOf(each.address) === channel && !each.onHold);
        const held = waiting.filter(each => each.nextAttemptAt !== undefined && fits(each));
        for (const each of held) {
          const delivery = {...each, nextAttemptAt: undefined, needs: undefined, lastError: undefined};
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

/** A delivery as an operation leaves it, and the event of the change; no event if nothing changed. */
type Effect = {readonly type?: 'delivery.queued' | 'delivery.held' | 'delivery.dead'; readonly delivery: Delivery};

const EFFECTS: {readonly [M in OperationName<'delivery'>]: (found: Delivery) => Effect} = {
  /** Queues a dead delivery again with no attempts, or retries a waiting one now. */
  'outbox.retry': found => {
    const {id, state, onHold} = found;
    if (onHold) throw new GatewayError('conflict', `Delivery ${id} is held. Release it first.`);
    if (state !== 'dead' && state !== 'queued')
      throw new GatewayError('conflict', `Delivery ${id} is ${state}, so there is nothing to retry.`);
    const again = {nextAttemptAt: undefined, doubts: undefined, discarded: undefined, needs: undefined, attempts: 0};
    return {type: 'delivery.queued', delivery: {...found, ...again, state: 'queued'}};
  },
  /** So that nothing sends it before its release. Those behind it leave. */
  'outbox.hold': found => {
    const {id, state, onHold} = found;
    if (onHold) return {delivery: found};
    if (state !== 'queued')
      throw new GatewayError('conflict', `Delivery ${id} is ${state} and can't be held back any more.`);
    return {type: 'delivery.held', delivery: {...found, nextAttemptAt: undefined, onHold: true}};
  },
  'outbox.release': found => {
    if (!found.onHold)
      throw new GatewayError('conflict', `Delivery ${found.id} is not held, so there is nothing to release.`);
    return {type: 'delivery.queued', delivery: {...found, onHold: undefined}};
  },
  /** So that nobody needs to handle it. */
  'outbox.discard': found => {
    const {id, state, discarded} = found;
    if (discarded === true) return {delivery: found};
    if (state !== 'queued' && state !== 'dead')
      throw new GatewayError('conflict', `Delivery ${id} is ${state} and can't be discarded any more.`);
    return {type: 'delivery.dead', delivery: asDiscarded(found)};
  },
};

/** One delivery for each person and message: earlier ways are left out. */
const listed = (store: Store, filter: Parameters<DeliveryStore['list']>[0]): readonly Delivery[] => {
  const found: Delivery[] = [];
  let page: typeof filter | undefined = filter;
  while (page !== undefined && found.length < filter.limit) {
    const next: readonly Delivery[] = store.deliveries.list(page);
    found.push(...next.filter(delivery => isLastWay(store, delivery)));
    const before: DeliveryId | undefined = next.length < filter.limit ? undefined : next.at(-1)?.id;
    page = before && {...filter, before};
  }
  return found.slice(0, filter.limit);
};

const MOST_WAITING = 10_000;
