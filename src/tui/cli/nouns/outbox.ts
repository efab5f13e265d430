// `rooster outbox`: what is on its way to people, what arrived, and what was given up.
import {DELIVERY_STATES} from '../../../shared/delivery.ts';
import type {DeliveryId} from '../../../shared/ids.ts';
import type {Given} from '../arguments.ts';
import {tell} from '../ask.ts';
import type {Run} from '../command.ts';
import {choiceOf, countOf, idOf, wordAt} from '../given.ts';

export const listOutbox: Run = async (world, given) => {
  const state = choiceOf(given, 'state', DELIVERY_STATES);
  const limit = countOf(given, 'limit');
  const filter = {...(state === undefined ? {} : {state}), ...(limit === undefined ? {} : {limit})};
  return await tell(world, given, 'outbox.list', filter, (words, {deliveries}) =>
    words.deliveryList(world, deliveries, state),
  );
};

export const showDelivery: Run = async (world, given) =>
  tell(world, given, 'outbox.get', {id: idAt(given)}, (words, delivery) => words.deliveryShown(world, delivery));

export const retryDelivery: Run = async (world, given) =>
  tell(
    world,
    given,
    'outbox.retry',
    {id: idAt(given)},
    (_, {id, address}) => `${id} is sent again to ${address}: rooster outbox show ${id}`,
  );

export const discardDelivery: Run = async (world, given) =>
  tell(
    world,
    given,
    'outbox.discard',
    {id: idAt(given)},
    (_, {id, address}) => `Discarded ${id}: nothing more is sent to ${address}.`,
  );

const idAt = (given: Given): DeliveryId => idOf(wordAt(given, 0), 'dlv');
