// Serves clients on the daemon's sockets: a daemon with a store, and one that only waits.
import {type Methods, PARAMS} from '../../ipc/method-table.ts';
import {type Handlers, type PeerConnection, servePeer, type Transport} from '../../ipc/wire/index.ts';
import {socketsOf} from '../../shared/records/places.ts';
import type {Problem} from '../../shared/records/problem.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import {type EpochMs, SECOND} from '../../shared/time/time.ts';
import {sayGoodbye} from '../rpc/goodbye.ts';
import {openSockets, type Sockets} from '../rpc/keep-sockets.ts';
import {inTime} from '../system/time-limit.ts';
import type {DaemonOptions} from './daemon-options.ts';

/** Disposing disconnects the clients. Dispose it last, so that they have received every event. */
type ClientServer = AsyncDisposable & {
  /** Opens the sockets. Disposing the result refuses new clients and keeps the connected ones. */
  readonly open: (handlers: Handlers<Methods>) => Promise<AsyncDisposable>;
  readonly connected: () => Connected;
};

/** The connected clients, and the problems of the sockets. */
export type Connected = {readonly clients: number; readonly problems: readonly Problem[]};

export const serveClients = ({
  places,
  env,
  clock,
  log,
}: Pick<DaemonOptions, 'places' | 'env' | 'clock' | 'log'>): ClientServer => {
  const clients = new Set<PeerConnection>();
  const open = new Set<Sockets>();
  return {
    open: async handlers => {
      const onConnection = (transport: Transport): void => {
        const connection = servePeer<Methods>({
          ...{greeting: 'hello', transport, handlers, parsers: PARAMS, clock},
          onError: (thrown, method) => log.error({error: thrown, method}, `${method} failed: ${errorMessage(thrown)}`),
          onClose: () => clients.delete(connection),
        });
        clients.add(connection);
      };
      const sockets = await openSockets({
        ...{paths: socketsOf(places), env, clock, log, onConnection},
        onError: error => log.warn({error}, `Couldn't accept a connection: ${errorMessage(error)}`),
      });
      open.add(sockets);
      return sockets;
    },
    connected: () => ({clients: clients.size, problems: [...open].flatMap(sockets => sockets.problems())}),
    [Symbol.asyncDispose]: async () => {
      for (const client of clients) sayGoodbye(client, 'The daemon is stopping.');
      await inTime(Promise.all([...clients].map(client => client.closed)), SECOND, clock);
    },
  };
};

/** Only one daemon runs in a home, so the start time identifies it. That saves loading the random id generator. */
export const bootIdAt = (startedAt: EpochMs): string => `boot_${startedAt.toString(36)}${process.pid.toString(36)}`;
