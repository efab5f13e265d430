// Follows a delivery from before its creation, so that no event is missed.
import type {Client} from '../../../ipc/protocol.ts';
import type {Wire} from '../../../shared/fields/wire.ts';
import type {Delivery} from '../../../shared/records/delivery/delivery.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import type {Connect, OnNotice} from './connect.ts';

export type DeliveryFollower = AsyncDisposable & {
  readonly client: Client;
  /** The delivery once it was accepted or given up; after the timeout, its current state. */
  readonly settled: (delivery: Wire<Delivery>, patienceMs: number) => Promise<Wire<Delivery>>;
};

export const followDeliveries = async ({
  connect,
  clock,
}: {
  readonly connect: Connect;
  readonly clock: Clock;
}): Promise<DeliveryFollower> => {
  const latest = new Map<string, Wire<Delivery>>();
  let changed = Promise.withResolvers<void>();
  const onNotice: OnNotice = notice => {
    if (notice.method !== 'event' || !('delivery' in notice.params)) return;
    latest.set(notice.params.delivery.id, notice.params.delivery);
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const connection = await connect({onNotice});
  const {client} = connection;
  await client.call('events.subscribe', {since: connection.hello.seq});
  return {
    client,
    settled: async (delivery, patienceMs) => {
      const {promise: over, resolve: end} = Promise.withResolvers<'over'>();
      // A running timer would keep the command from ending.
      using _ = clock.after(patienceMs, () => end('over'));
      void client.closed.then(() => end('over'));
      for (;;) {
        const now = latest.get(delivery.id) ?? delivery;
        if (isSettled(now)) return now;
        if ((await Promise.race([changed.promise, over])) === 'over') return latest.get(delivery.id) ?? now;
      }
    },
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
};

export const isSettled = ({state}: Pick<Delivery, 'state'>): boolean => state !== 'queued' && state !== 'sending';
