// Outbox: what was sent, newest first. What called a person on several ways is one row, that of the last way.
import {channelOf} from '../../shared/records/address.ts';
import {callOf, type Delivery, type ShownDelivery, type WayAttempt} from '../../shared/records/delivery/delivery.ts';
import type {AppState} from '../state/app-state.ts';
import {type ListRow, nounRow} from './list-row.ts';
import {beyond} from './with-older.ts';

export const outboxRows = ({gateway, ui}: AppState): readonly ListRow[] =>
  calls(beyond(gateway.deliveries, ui.past.deliveries)).map(delivery => nounRow({kind: 'delivery', item: delivery}));

/** One for each person and call, newest first. */
export const calls = (deliveries: readonly ShownDelivery[]): readonly ShownDelivery[] =>
  [...Map.groupBy(deliveries, item => (item.person === undefined ? item.id : callOf(item))).values()]
    .map(oneOfWays)
    .toSorted((a, b) => b.createdAt - a.createdAt);

/** A delivery with the ways before it. Those from the daemon are complete. */
const oneOfWays = (copies: readonly ShownDelivery[]): ShownDelivery => {
  const inOrder = copies.toSorted((a, b) => a.createdAt - b.createdAt);
  const [last] = inOrder.slice(-1) as [ShownDelivery];
  if (last.person === undefined || copies.length <= (last.attemptsBy?.length ?? 0)) return last;
  return {...last, attemptsBy: inOrder.map(attemptOf)};
};

const attemptOf = ({address, createdAt, state, discarded}: Delivery): WayAttempt => ({
  way: channelOf(address),
  address,
  at: createdAt,
  state: discarded === true ? 'withdrawn' : state,
});
