// The pump of one channel: takes what waits, one at a time per address and different addresses side by side, and writes
// down how each attempt ended. A channel that is down makes deliveries wait; only their own failures count against them.

import type {Delivery} from '../../shared/delivery.ts';
import {GatewayError, wordsFor} from '../../shared/gateway-error.ts';
import type {Outbound, Receipt} from '../../shared/injection.ts';
import {SECOND} from '../../shared/time.ts';
import type {Channel, World} from '../ports.ts';
import {afterFailure} from './retry-ladder.ts';

export type PumpDeps = World & {
  readonly channel: Channel;
  /** In [0, 1). */
  readonly jitter: () => number;
};

export type Pump = AsyncDisposable & {
  /** Looks for work: something was queued, or the channel came up. */
  readonly recheck: () => void;
};

/**
 * Starts pumping. What is found `sending` was cut off by the end of the previous daemon: nobody knows whether the channel
 * took it, so it is sent once more, and says so (`repeat`).
 */
export const startPump = (deps: PumpDeps): Pump => {
  const {channel, store, clock} = deps;
  const sending = new Map<string, Promise<void>>();
  const stop = new AbortController();
  let timer: Disposable | undefined;

  const look = (): void => {
    timer?.[Symbol.dispose]();
    timer = undefined;
    if (stop.signal.aborted) return;
    if (channel.status().outbound !== 'up') {
      timer = clock.after(WHILE_DOWN_MS, look);
      return;
    }
    const room = MOST_AT_ONCE - sending.size;
    const ready =
      room <= 0 ? [] : store.deliveries.ready(channel.name, clock.now()).filter(({address}) => !sending.has(address));
    for (const delivery of ready.slice(0, room)) {
      sending.set(
        delivery.address,
        attempt(deps, delivery, stop.signal).finally(() => {
          sending.delete(delivery.address);
          look();
        }),
      );
    }
    const next = store.deliveries.nextAttemptAt();
    if (next !== undefined && sending.size < MOST_AT_ONCE) {
      timer = clock.after(Math.min(Math.max(next - clock.now(), SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS), look);
    }
  };

  takeBackUnknown(deps);
  look();
  return {
    recheck: look,
    [Symbol.asyncDispose]: async () => {
      stop.abort('The daemon is closing.');
      timer?.[Symbol.dispose]();
      await Promise.all(sending.values());
    },
  };
};

const takeBackUnknown = ({store, channel}: PumpDeps): void =>
  store.transact(emit => {
    for (const found of store.deliveries.list({state: 'sending', limit: MOST_FOUND})) {
      if (!found.address.startsWith(`${channel.name}:`)) continue;
      const delivery: Delivery = {...found, state: 'queued', repeat: true};
      store.deliveries.update(delivery);
      emit({type: 'delivery.failed', ...contextOf(delivery), delivery: {...delivery, lastError: UNKNOWN}});
    }
  });

/** One try. Never rejects. */
const attempt = async (deps: PumpDeps, queued: Delivery, signal: AbortSignal): Promise<void> => {
  const {store, channel, log} = deps;
  const {nextAttemptAt: _, ...rest} = queued;
  const delivery: Delivery = {...rest, state: 'sending', attempts: queued.attempts + 1};
  store.transact(() => store.deliveries.update(delivery));
  const outbound: Outbound = {key: delivery.key, to: delivery.address, text: delivery.text, repeat: delivery.repeat};
  try {
    const receipt = await channel.send(outbound, signal);
    settleSent(deps, delivery, receipt);
  } catch (error) {
    log.warn({delivery: delivery.id, attempts: delivery.attempts}, `a delivery failed: ${wordsFor(error)}`);
    settleFailed(deps, delivery, error);
  }
};

const settleSent = ({store, clock}: PumpDeps, delivery: Delivery, receipt: Receipt): void =>
  store.transact(emit => {
    const {lastError: _, ...rest} = delivery;
    const sent: Delivery = {...rest, state: 'sent', sentAt: Math.max(receipt.at, 0) || clock.now()};
    store.deliveries.update(sent);
    emit({type: 'delivery.sent', ...contextOf(sent), delivery: sent});
  });

const settleFailed = ({store, clock, channel, jitter}: PumpDeps, delivery: Delivery, error: unknown): void =>
  store.transact(emit => {
    const lastError = wordsFor(error);
    const temporary = !(error instanceof GatewayError) || error.code === 'unavailable' || error.code === 'busy';
    // A channel that went away under the attempt is not this delivery's failure: it waits, it does not age.
    const down = channel.status().outbound !== 'up';
    const attempts = down ? delivery.attempts - 1 : delivery.attempts;
    const next = temporary ? afterFailure({...delivery, attempts: Math.max(1, attempts)}, clock.now(), jitter()) : DEAD;
    const failed: Delivery =
      next.kind === 'dead' && !down
        ? {...delivery, state: 'dead', lastError}
        : {
            ...delivery,
            state: 'queued',
            attempts,
            lastError,
            nextAttemptAt: next.kind === 'again' ? next.at : clock.now(),
          };
    store.deliveries.update(failed);
    emit({type: failed.state === 'dead' ? 'delivery.dead' : 'delivery.failed', ...contextOf(failed), delivery: failed});
  });

const contextOf = ({session, runId, turnId, id}: Delivery) => ({
  ...(session === undefined ? {} : {session}),
  cause: runId ?? turnId ?? id,
});

const DEAD = {kind: 'dead'} as const;
const UNKNOWN = 'The daemon ended while it was being sent; nobody knows whether it arrived.';
const MOST_AT_ONCE = 16;
const MOST_FOUND = 10_000;
const WHILE_DOWN_MS = 5 * SECOND;
const SHORTEST_SLEEP_MS = 10;
const LONGEST_SLEEP_MS = 30 * SECOND;
