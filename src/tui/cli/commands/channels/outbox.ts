// `rooster outbox`: pending, sent and dead deliveries.

import type {Wire} from '../../../../shared/fields/wire.ts';
import {DELIVERY_STATES, type Delivery} from '../../../../shared/records/delivery/delivery.ts';
import type {HeldMessage} from '../../../../shared/records/delivery/escalation.ts';
import {choiceOf, wordAt} from '../../args.ts';
import type {Run} from '../../arguments.ts';
import {ask, show} from '../../ask.ts';
import {deliveryList, deliveryShown, heldList} from '../../format/format-delivery.ts';
import {withNamed} from '../../named.ts';
import {inPages, wantedCount} from '../../pages.ts';
import {deliveryCandidates} from '../candidates.ts';
import {operate} from '../operate.ts';

export const listOutbox: Run = async (world, args) => {
  const state = choiceOf(args, 'state', DELIVERY_STATES);
  const filter = {state};
  let waiting: readonly Wire<HeldMessage>[] = [];
  const listed = inPages<Wire<Delivery>>(world, wantedCount(args), async ({call}, {limit, last}) => {
    const page = {limit, before: last?.id};
    const {deliveries, waiting: held} = await call('outbox.list', {...filter, ...page});
    waiting = held ?? waiting;
    return {rows: deliveries, more: deliveries.length === limit};
  });
  const answer = listed.then(({rows}) => ({deliveries: rows, waiting: waiting.length > 0 ? waiting : undefined}));
  return await show(world, args, answer, ({deliveries}) => [
    ...heldList(world, waiting),
    ...(deliveries.length === 0 && waiting.length > 0 ? [] : deliveryList(world, deliveries, state)),
  ]);
};

export const showDelivery: Run = async (world, args) => {
  const shown = withNamed(deliveryCandidates(world), wordAt(args, 0), id => ask(world, 'outbox.get', {id}));
  return await show(world, args, shown, delivery => deliveryShown(world, delivery));
};

/** A delivery that a person held back, or what quiet hours hold back, by the id of its run, turn or request. */
export const releaseDelivery: Run = async (world, args) => {
  const id = wordAt(args, 0);
  if (HELD_ID.test(id))
    return await show(world, args, ask(world, 'reach.digest', {id}), () => `Released ${id}. It is sent now.`);
  return await operate('outbox.release')(world, args);
};

const HELD_ID = /^(?:run|turn|req)_/u;
