// Sends the waiting deliveries of one channel, addresses in parallel. One delivery delays another to the same address
// for a second at most; only the replies of one conversation wait for each other. Stores the result of each attempt.
// While the channel or a target can't be used, its deliveries wait together and no attempt counts.

import {type Address, channelOf} from '../../shared/records/address.ts';
import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import {type EpochMs, SECOND} from '../../shared/time/time.ts';
import type {Channel} from '../ports/channel.ts';
import {afterCutOff} from './after-send.ts';
import {type AttemptDeps, attempt} from './attempt.ts';
import {deliveryContext} from './delivery-context.ts';

export type OutboxDrain = AsyncDisposable & {
  /**
   * Looks for due deliveries now, for example when the channel is up again. New deliveries are noticed without this
   * call.
   */
  readonly reschedule: () => void;
};

/**
 * Starts sending. Deliveries found `sending` were interrupted with unknown result, so they are sent once more with
 * `repeat`. Disposing sends due deliveries for a short time, because turns have just ended. Then it starts nothing new,
 * waits a short time for active sends and leaves them `sending`.
 */
export const startOutboxDrain = (deps: AttemptDeps): OutboxDrain => {
  const {channel, store, clock, log} = deps;
  const sending = new Map<Delivery['id'], Sending>();
  /** Services that said when to try again. An attempt would only repeat that. */
  const paused = new Map<string, EpochMs>();
  const stop = new AbortController();
  let timer: Disposable | undefined;
  let closed = false;

  /** Without a time, the next tick looks again. */
  const checkIn = (ms?: number): void => {
    timer?.[Symbol.dispose]();
    timer = closed || ms === undefined ? undefined : clock.after(ms, check);
  };

  const check = (): void => {
    if (closed) return;
    try {
      checkIn(sendReady());
    } catch (error) {
      log.error({channel: channel.name, error}, `Couldn't process the outbox: ${errorMessage(error)}`);
      checkIn(WHILE_DOWN_MS);
    }
  };

  /** A paused service keeps all its deliveries; another send to the address is waited for a little, and then passed. */
  const mayLeaveAt = ({address}: Delivery, now: EpochMs): EpochMs => {
    const pause = paused.get(serviceOf(channel, address)) ?? now;
    const others = [...sending.values()].filter(other => other.address === address);
    if (others.length >= MOST_AT_ADDRESS) return UNTIL_ANOTHER_ENDS;
    return Math.max(pause, ...others.map(({since}) => since + PASSED_AFTER_MS));
  };

  const start = (delivery: Delivery, now: EpochMs): void => {
    const {id, address} = delivery;
    const ended = attempt(deps, delivery, stop.signal).then(end => {
      const service = serviceOf(channel, address);
      if (end.pauseMs > 0) paused.set(service, clock.now() + end.pauseMs);
      else paused.delete(service);
      sending.delete(id);
      // Others end in the same commit.
      checkIn(0);
    });
    sending.set(id, {address, since: now, ended});
  };

  /** Starts the deliveries that may leave. Returns the time until the next one may, in ms, if that is known. */
  const sendReady = (): number | undefined => {
    const now = clock.now();
    if (channel.status().outbound !== 'up')
      return store.deliveries.ready(channel.name, now, 1).length > 0 ? WHILE_DOWN_MS : undefined;
    const room = MOST_AT_ONCE - sending.size;
    // One that has started is ready until its commit, which may wait for a full disk.
    const found = room <= 0 ? [] : store.deliveries.ready(channel.name, now, MOST_AT_ONCE + paused.size);
    const ready = found.filter(({id}) => !sending.has(id));
    const waits: EpochMs[] = [];
    for (const delivery of ready) {
      const waitsUntil = mayLeaveAt(delivery, now);
      if (waitsUntil > now) waits.push(waitsUntil);
      else if (sending.size < MOST_AT_ONCE) start(delivery, now);
    }
    const next = store.deliveries.nextAttemptAt(channel.name, now);
    if (sending.size >= MOST_AT_ONCE) return undefined;
    // A further delivery to an address that one has just left for.
    if (ready.length > waits.length) waits.push(now + PASSED_AFTER_MS);
    const soonest = Math.min(...waits, next ?? UNTIL_ANOTHER_ENDS);
    return soonest === UNTIL_ANOTHER_ENDS ? undefined : Math.max(soonest - now, SHORTEST_SLEEP_MS);
  };

  /** Sends until nothing is due, for a limited time. */
  const flush = async (): Promise<void> => {
    let isOver = false;
    const {promise: over, resolve} = Promise.withResolvers<void>();
    using _limit = clock.after(FLUSH_MS, () => {
      isOver = true;
      resolve();
    });
    for (check(); sending.size > 0 && !isOver; check())
      await Promise.race([over, ...[...sending.values()].map(({ended}) => ended)]);
  };

  requeueInterrupted(deps);
  const listening = store.onCommitted(events => {
    const isOurs = events.some(
      event => event.type === 'delivery.queued' && channelOf(event.delivery.address) === channel.name,
    );
    if (isOurs) checkIn(0);
  });
  check();
  const ticking = clock.lookAgain(`outbox of ${channel.name}`, check);
  return {
    reschedule: check,
    [Symbol.asyncDispose]: async () => {
      using _grace = clock.after(GRACE_MS, () => stop.abort());
      await flush();
      closed = true;
      ticking[Symbol.dispose]();
      timer?.[Symbol.dispose]();
      listening[Symbol.dispose]();
      await Promise.all([...sending.values()].map(({ended}) => ended));
    },
  };
};

type Sending = {readonly address: Address; readonly since: EpochMs; readonly ended: Promise<void>};

/** The answerer of a wait: each target is a program of its own; the people of a channel share its service. */
const serviceOf = ({name, receivers}: Channel, address: Address): string => (receivers === 'programs' ? address : name);

const requeueInterrupted = ({store, channel, clock}: AttemptDeps): void =>
  store.transact(emit => {
    for (const found of store.deliveries.list({state: 'sending', limit: MOST_FOUND})) {
      if (channelOf(found.address) !== channel.name) continue;
      const delivery: Delivery =
        found.discarded === true ? {...found, state: 'dead'} : afterCutOff(found, clock.now(), channel.receivers);
      store.deliveries.update(delivery);
      const type = delivery.state === 'dead' ? 'delivery.dead' : 'delivery.failed';
      emit({type, ...deliveryContext(delivery), delivery});
    }
  });

/** Turns that end while the daemon closes have just queued their replies. */
const FLUSH_MS = SECOND;
/** Time for active sends after the daemon begins to close. */
const GRACE_MS = 3 * SECOND;
const MOST_AT_ONCE = 16;
/** Sends that hang must not take all the room. */
const MOST_AT_ADDRESS = 4;
/** A send that takes longer is passed by others to the same address. */
const PASSED_AFTER_MS = SECOND;
const MOST_FOUND = 10_000;
const WHILE_DOWN_MS = 5 * SECOND;
const SHORTEST_SLEEP_MS = 10;
/** No instant: the end of a send looks again. */
const UNTIL_ANOTHER_ENDS = Number.POSITIVE_INFINITY;
