// Handles deliveries whose channel isn't set up. They wait with that reason, because somebody may set it up, and fail
// after a week. So every delivery ends.

import {channelOf} from '../../shared/records/address.ts';
import {channelFacts} from '../../shared/records/channels.ts';
import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import type {Problem} from '../../shared/records/problem.ts';
import {counted} from '../../shared/text/sentences.ts';
import {DAY} from '../../shared/time/time.ts';
import type {Emit} from '../ports/store.ts';
import type {World} from '../ports/system.ts';
import {deliveryContext} from './delivery-context.ts';

type UnservedDeps = World & {
  /** The channels that can send. */
  readonly served: () => readonly string[];
};

type Unserved = Disposable & {
  /** One problem for each channel that isn't set up, with the number of waiting deliveries. */
  readonly problems: () => readonly Problem[];
};

/** Checks at the start, when something is queued, and with every tick: a channel may have been removed. */
export const watchUnserved = (deps: UnservedDeps): Unserved => {
  const {store, clock, served} = deps;
  let soon: Disposable | undefined;

  const checkSoon = (): void => {
    soon?.[Symbol.dispose]();
    soon = clock.after(0, check);
  };

  const check = (): void => {
    const found = store.deliveries.unserved(served(), AT_ONCE);
    const stale = found.flatMap(delivery => judged(delivery, clock.now()));
    if (stale.length > 0) store.transact(emit => stale.forEach(delivery => void settle(deps, delivery, emit)));
  };

  const listening = store.onCommitted(events => {
    const isOurs = events.some(
      event => event.type === 'delivery.queued' && !served().includes(channelOf(event.delivery.address)),
    );
    if (isOurs) checkSoon();
  });
  checkSoon();
  const ticking = clock.lookAgain('deliveries without a channel', check);
  return {
    problems: () => {
      const waiting = new Map<string, number>();
      for (const {address} of store.deliveries.unserved(served(), AT_ONCE)) {
        waiting.set(channelOf(address), (waiting.get(channelOf(address)) ?? 0) + 1);
      }
      return [...waiting].map(([channel, count]) => ({
        key: channel,
        reason: `${counted(count, 'delivery waits', 'deliveries wait')} for ${channel}, which is not set up. Set it up, or discard them (rooster outbox).`,
        inForce: 'they wait, for up to a week',
      }));
    },
    [Symbol.dispose]: () => {
      listening[Symbol.dispose]();
      ticking[Symbol.dispose]();
      soon?.[Symbol.dispose]();
    },
  };
};

/** The changed delivery, or an empty list if its state is already right. */
const judged = (delivery: Delivery, now: number): readonly Delivery[] => {
  const {state, createdAt, lastError} = delivery;
  const rest = {...delivery, lastError: undefined, nextAttemptAt: undefined};
  const reason = formatUnserved(channelOf(delivery.address));
  if (now - createdAt >= LONGEST_WAIT_MS) {
    return [{...rest, state: 'dead', lastError: `${reason} The delivery waited for a week.`}];
  }
  if (state === 'queued' && lastError === reason) return [];
  // The send was interrupted and its channel removed since, so the arrival is unknown.
  const repeat = delivery.repeat || state === 'sending';
  return [{...rest, state: 'queued', lastError: reason, repeat}];
};

const settle = ({store}: UnservedDeps, delivery: Delivery, emit: Emit): void => {
  store.deliveries.update(delivery);
  emit({type: delivery.state === 'dead' ? 'delivery.dead' : 'delivery.failed', ...deliveryContext(delivery), delivery});
};

const formatUnserved = (channel: string): string => {
  const {label, setUp} = channelFacts(channel) ?? {};
  return setUp === undefined ? `Nothing here sends to ${channel}.` : `${label} is not set up (${setUp}).`;
};

const LONGEST_WAIT_MS = 7 * DAY;
const AT_ONCE = 500;
