// A real socket that serves only the events of a source.

import {createSubscriptions} from '../../src/daemon/rpc/subscriptions.ts';
import type {Params, Result} from '../../src/ipc/method-table.ts';
import {listen} from '../../src/ipc/socket/listen.ts';
import {LINE_CAP, type PeerConnection, servePeer} from '../../src/ipc/wire/index.ts';
import {type EventSource, eventSource} from './event-source.ts';
import {type FakeClock, fakeClock} from './fake-clock.ts';
import {type RawClient, rawClient} from './raw-client.ts';
import {socketHome} from './socket-home.ts';

type SceneMethods = {
  'events.subscribe': {params: Params<'events.subscribe'>; result: Result<'events.subscribe'>};
};

export type EventScene = AsyncDisposable & {
  readonly path: string;
  readonly source: EventSource;
  readonly clock: FakeClock;
  readonly connections: ReadonlySet<PeerConnection>;
  /** A client with an acknowledged subscription. */
  follow(since?: number): Promise<RawClient>;
};

export const eventScene = async (): Promise<EventScene> => {
  const home = socketHome();
  const source = eventSource();
  const clock = fakeClock();
  const log = {debug: () => {}, info: () => {}, warn: () => {}, error: () => {}};
  const subscriptions = createSubscriptions({...source, clock, log});
  const connections = new Set<PeerConnection>();
  const listener = await listen({
    path: home.path,
    lineCap: LINE_CAP,
    onConnection: transport => {
      const connection = servePeer<SceneMethods>({
        transport,
        handlers: {'events.subscribe': ({since}, caller) => subscriptions.subscribe(caller, since)},
        parsers: {'events.subscribe': params => params as Params<'events.subscribe'>},
        clock,
        onError: thrown => {
          throw thrown;
        },
      });
      connections.add(connection);
      void connection.closed.then(() => connections.delete(connection));
    },
  });
  return {
    path: home.path,
    source,
    clock,
    connections,
    follow: async since => {
      const client = await rawClient(home.path);
      client.write(`${JSON.stringify({jsonrpc: '2.0', id: 1, method: 'events.subscribe', params: {since}})}\n`);
      await client.hear(1);
      return client;
    },
    [Symbol.asyncDispose]: async () => {
      subscriptions[Symbol.dispose]();
      await listener[Symbol.asyncDispose]();
      home[Symbol.dispose]();
    },
  };
};

/** The numbers of the events that a client got. */
export const seqsOf = (client: RawClient): readonly number[] =>
  client.messages.filter(({method}) => method === 'event').map(({params}) => Number(params?.['seq']));
