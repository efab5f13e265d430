// A client that follows the events of a daemon from its start to its end, whenever that is.
import type {GatewayEvent} from '../../src/shared/events/gateway-event.ts';
import {placesOf} from '../../src/shared/records/places.ts';
import {connectTo, type DaemonClient} from './daemon-client.ts';

export type Watcher = Disposable & {readonly events: () => readonly GatewayEvent[]};

/** Begins before the daemon of this home answers. */
export const watchEvents = (home: string): Watcher => {
  const {socket} = placesOf({ROOSTER_HOME: home}, home);
  let hasEnded = false;
  let client: DaemonClient | undefined;
  const begin = async (): Promise<void> => {
    while (client === undefined && !hasEnded) {
      client = await connectTo(socket).catch(() => undefined);
      if (client === undefined) await new Promise(resolve => setTimeout(resolve, 10));
    }
    // It may end before it answers.
    await client?.call('events.subscribe', {since: 0}).catch(() => {});
    if (hasEnded) await client?.[Symbol.asyncDispose]();
  };
  void begin();
  return {
    events: () => client?.events ?? [],
    [Symbol.dispose]: () => {
      hasEnded = true;
      void client?.[Symbol.asyncDispose]();
    },
  };
};
