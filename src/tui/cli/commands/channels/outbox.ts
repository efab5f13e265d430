// `rooster outbox`: pending, sent and dead deliveries.

import type {Wire} from '../../../../shared/fields/wire.ts';
import {addressName} from '../../../../shared/record-text/names.ts';
import {DELIVERY_STATES, type Delivery} from '../../../../shared/records/delivery/delivery.ts';
import type {HeldMessage} from '../../../../shared/records/delivery/escalation.ts';
import type {DeliveryId} from '../../../../shared/records/ids.ts';
import {shortId} from '../../../../shared/text/short-id.ts';
import type {Given, Run} from '../../arguments.ts';
import {ask, show} from '../../ask.ts';
import type {CommandWorld} from '../../command.ts';
import {deliveryList, deliveryShown, heldList} from '../../format/format-delivery.ts';
import {choiceOf, wordAt} from '../../given.ts';
import {withNamed} from '../../named.ts';
import {inPages, wantedCount} from '../../pages.ts';
import {deliveryCandidates} from '../candidates.ts';
import {dismissedOr, orDismissed} from '../damaged.ts';

export const listOutbox: Run = async (world, given) => {
  const state = choiceOf(given, 'state', DELIVERY_STATES);
  const filter = {state};
  let waiting: readonly Wire<HeldMessage>[] = [];
  const listed = inPages<Wire<Delivery>>(world, wantedCount(given), async ({call}, {limit, last}) => {
    const page = {limit, before: last?.id};
    const {deliveries, waiting: held} = await call('outbox.list', {...filter, ...page});
    waiting = held ?? waiting;
    return {rows: deliveries, more: deliveries.length === limit};
  });
  const answer = listed.then(({rows}) => ({deliveries: rows, waiting: waiting.length > 0 ? waiting : undefined}));
  return await show(world, given, answer, ({deliveries}) => [
    ...heldList(world, waiting),
    ...(deliveries.length === 0 && waiting.length > 0 ? [] : deliveryList(world, deliveries, state)),
  ]);
};

export const showDelivery: Run = async (world, given) => {
  const shown = deliveryNamed(world, given, id => ask(world, 'outbox.get', {id}));
  return await show(world, given, shown, delivery => deliveryShown(world, delivery));
};

export const retryDelivery: Run = async (world, given) => {
  const retried = deliveryNamed(world, given, id => ask(world, 'outbox.retry', {id}));
  return await show(
    world,
    given,
    retried,
    ({id, address}) =>
      `Sending ${shortId(id)} to ${addressName(address, world.names())} again: rooster outbox show ${shortId(id)}`,
  );
};

export const holdDelivery: Run = async (world, given) => {
  const held = deliveryNamed(world, given, id => ask(world, 'outbox.hold', {id}));
  return await show(
    world,
    given,
    held,
    ({id, address}) =>
      `Held ${shortId(id)} to ${addressName(address, world.names())}. To send it: rooster outbox release ${shortId(id)}`,
  );
};

/** A delivery that a person held back, or what quiet hours hold back, by the id of its run, turn or request. */
export const releaseDelivery: Run = async (world, given) => {
  const id = wordAt(given, 0);
  if (HELD_ID.test(id))
    return await show(world, given, ask(world, 'reach.digest', {id}), () => `Released ${id}. It is sent now.`);
  const released = deliveryNamed(world, given, id => ask(world, 'outbox.release', {id}));
  return await show(
    world,
    given,
    released,
    ({id, address}) => `Released ${shortId(id)}. It is sent to ${addressName(address, world.names())}.`,
  );
};

export const discardDelivery: Run = async (world, given) => {
  const discarded = deliveryNamed(world, given, id => orDismissed(world, id, ask(world, 'outbox.discard', {id})));
  return await show(world, given, discarded, delivery =>
    dismissedOr(
      delivery,
      ({id, address}) => `Discarded ${shortId(id)}. It will not be sent to ${addressName(address, world.names())}.`,
    ),
  );
};

/** Finds a delivery by id, part of an id, or a unique word. */
const deliveryNamed = <T>(world: CommandWorld, given: Given, use: (id: DeliveryId) => Promise<T>): Promise<T> =>
  withNamed(deliveryCandidates(world), wordAt(given, 0), use);

const HELD_ID = /^(?:run|turn|req)_/u;
