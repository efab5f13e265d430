// Formats deliveries: a list, and one delivery with its text and status.

import type {Wire} from '../../../shared/fields/wire.ts';
import type {DeliveryState, ShownDelivery} from '../../../shared/records/delivery/delivery.ts';
import type {HeldMessage} from '../../../shared/records/delivery/escalation.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {counted} from '../../../shared/text/sentences.ts';
import {shortId} from '../../../shared/text/short-id.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import {whenOf} from '../../../shared/time/format-time.ts';
import {deliveryRecord, formatWait} from '../../nouns/delivery.ts';
import {placed} from '../../nouns/noun-record.ts';
import type {CommandWorld} from '../command.ts';
import {nounLines, nounTable} from './fields.ts';

export const deliveryList = (
  world: CommandWorld,
  deliveries: readonly Wire<ShownDelivery>[],
  state: DeliveryState | undefined,
): readonly string[] =>
  nounTable(world, deliveryRecord, deliveries, state === undefined ? undefined : `No ${state} deliveries.`);

/**
 * The messages that quiet hours hold back, one line each: the end of the quiet hours, the recipient, and the command to
 * release it.
 */
export const heldList = (world: CommandWorld, held: readonly Wire<HeldMessage>[]): readonly string[] =>
  held.map(({id, person, text, untilAt}) => {
    const words = shortened(printableLine(text), LONGEST_HELD);
    return `Waits for ${person} until ${whenOf(untilAt, world.clock.now())}: ${words}  (now: rooster outbox release ${id})`;
  });

export const deliveryShown = (world: CommandWorld, delivery: Wire<ShownDelivery>): readonly string[] =>
  nounLines(world, deliveryRecord, delivery, delivery.text);

/** The outcome of a send attempt, as a sentence; `good` when the channel accepted it. */
export const deliverySettled = (
  world: CommandWorld,
  delivery: Wire<ShownDelivery>,
): {readonly good: boolean; readonly sentence: string} => {
  const {id, state, lastError, waits, missed = []} = delivery;
  const to = placed(delivery.address, world.names());
  const reason = waits === undefined ? lastError && printableLine(lastError) : formatWait(waits);
  const because = reason === undefined ? '' : ` ${reason}`;
  switch (state) {
    case 'sent':
    case 'delivered':
    case 'read': {
      const how = {sent: 'Sent to', delivered: 'Delivered to', read: 'Read by'}[state];
      if (missed.length === 0) return {good: true, sentence: `${how} ${to} (${shortId(id)}).`};
      const who = counted(missed.length, 'member');
      const reasons = missed.map(each => printableLine(each.reason)).join(' ');
      return {good: false, sentence: `${how} ${to} (${shortId(id)}), but not for ${who}: ${reasons}`};
    }
    case 'dead':
      return {
        good: false,
        sentence: `Couldn't send to ${to}.${because} To try again: rooster outbox retry ${shortId(id)}`,
      };
    default:
      return {
        good: false,
        sentence: `Not sent to ${to} yet; Rooster keeps trying.${because} See: rooster outbox show ${shortId(id)}`,
      };
  }
};

const LONGEST_HELD = 60;
