// Tells the owner about an answer to a person that was given up, or that may not have arrived.

import {channelOf} from '../../../shared/records/address.ts';
import {channelFacts} from '../../../shared/records/channels.ts';
import type {Delivery} from '../../../shared/records/delivery/delivery.ts';
import type {DeliveryId} from '../../../shared/records/ids.ts';
import {isOfPersonOnChannel, replyAddress, type Turn} from '../../../shared/records/turn.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {DAY, HOUR} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {Emit} from '../../ports/store.ts';
import {putNote} from './owner-note.ts';

/** Adds one note for each address and hour. Those that the last daemon didn't add follow at once. */
export const followUndelivered = (core: Core): Disposable => {
  const {store, clock, log} = core;
  const tell = (id: DeliveryId): void => {
    try {
      store.transact(emit => noteUndelivered(core, id, emit));
    } catch (error) {
      // The next start adds it.
      log.error({delivery: id, error}, `Couldn't note an undelivered answer: ${errorMessage(error)}`);
    }
  };
  const since = clock.now() - DAY;
  const recent = store.deliveries.list({state: 'dead', limit: MOST_LOOKED_AT});
  for (const delivery of recent.toReversed()) if (delivery.createdAt >= since) tell(delivery.id);
  return store.onCommitted(events => {
    for (const event of events) if (event.type === 'delivery.dead') tell(event.delivery.id);
  });
};

const noteUndelivered = (core: Core, id: DeliveryId, emit: Emit): void => {
  const delivery = core.store.deliveries.get(id);
  if (delivery === undefined) return;
  const {turnId, address, discarded, createdAt} = delivery;
  const turn = turnId === undefined ? undefined : core.store.turns.get(turnId);
  if (turn === undefined || discarded === true) return;
  if (!isOfPersonOnChannel(turn) || replyAddress(turn) !== address) return;
  putNote(core, `undelivered:${address}@${Math.floor(createdAt / HOUR)}`, formatUndelivered(turn, delivery), emit);
};

const formatUndelivered = ({user}: Turn, {address, lastError = '', doubts = 0}: Delivery): string => {
  const place = channelFacts(channelOf(address))?.place ?? `on ${channelOf(address)}`;
  const what = doubts > 0 ? 'may not have arrived' : 'did not arrive';
  return `The answer to ${user} ${place} ${what} (rooster outbox shows it). ${lastError}`.trimEnd();
};

const MOST_LOOKED_AT = 1_000;
