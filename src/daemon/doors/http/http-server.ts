// A server for HTTP on a port or a Unix socket. It limits the cost per connection and in total. An error in a request
// ends only that request.
import {chmodSync, lstatSync, rmSync} from 'node:fs';
import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import {DialError, dial} from '../../../ipc/socket/dial.ts';
import {formatListenAddress, type ListenAddress} from '../../../shared/records/listen-address.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {Log} from '../../ports/system.ts';
import type {HttpAnswer} from './answers.ts';

export type HttpDoor = AsyncDisposable & {
  /** The listen address: `127.0.0.1:8787` or a path. */
  readonly address: string;
};

type Served = {
  readonly clock: Clock;
  readonly log: Log;
  readonly listen: ListenAddress;
};

type Answering = (request: IncomingMessage) => Promise<HttpAnswer>;

/**
 * Rejects with a GatewayError if the address can't be used. Disposing aborts `closing`, rejects new requests and
 * finishes the current ones.
 */
export const openHttpServer = async (
  served: Served,
  answering: (closing: AbortSignal) => Answering,
): Promise<HttpDoor> => {
  const {clock, log, listen} = served;
  const closing = new AbortController();
  const answer = answering(closing.signal);
  // Loaded with the first address, as in system/http/open-request.ts.
  const {createServer} = process.getBuiltinModule('node:http');
  const server = createServer(
    LIMITS,
    (request, response) => void respond({log, answer, isClosing: () => closing.signal.aborted}, request, response),
  );
  limitConnections(server, MOST_CONNECTIONS);
  if (listen.kind === 'socket') await removeStale(listen.path);
  await bind(server, listen);
  server.on('error', error => log.warn({error}, "The HTTP server couldn't accept a connection."));
  if (listen.kind === 'socket') chmodSync(listen.path, 0o600);
  return {
    address: addressOf(server, listen),
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      const closed = new Promise(resolve => server.close(resolve));
      server.closeIdleConnections();
      using _limit = clock.after(CLOSE_MS, () => server.closeAllConnections());
      await closed;
    },
  };
};

type Responding = {readonly log: Log; readonly answer: Answering; readonly isClosing: () => boolean};

const respond = async (
  {log, answer, isClosing}: Responding,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  // A lost connection ends request and response, so these errors need no handling.
  request.on('error', () => {});
  response.on('error', () => {});
  try {
    const {status, headers, body} = await answer(request);
    if (response.destroyed) return;
    const isUnread = !request.complete;
    response.writeHead(status, {
      ...HEADERS,
      ...headers,
      'content-length': Buffer.byteLength(body),
      // Closes the connection, because the unread body would be parsed as the next request.
      ...((isUnread || isClosing()) && {connection: 'close'}),
    });
    response.end(request.method === 'HEAD' ? '' : body);
    if (isUnread) request.resume();
  } catch (error) {
    if (!request.complete && request.destroyed) return;
    log.error({error}, `A request over HTTP failed: ${errorMessage(error)}`);
    if (!response.headersSent) response.writeHead(500, {...HEADERS, connection: 'close'});
    response.end();
  }
};

/** The address of a request in origin form: a path. Undefined for any other, such as `http://other/` or `*`. */
export const urlOf = ({url = ''}: IncomingMessage): URL | undefined =>
  (url.startsWith('/') ? URL.parse(`http://door${url}`) : undefined) ?? undefined;

/** Removes a stale socket of a killed daemon. Any other file at the path stays. */
const removeStale = async (path: string): Promise<void> => {
  const found = lstatSync(path, {throwIfNoEntry: false});
  if (found === undefined) return;
  if (!found.isSocket()) throw new GatewayError('refused', `${path} exists but isn't a socket. Move it aside.`);
  try {
    (await dial(path)).abort();
  } catch (error) {
    if (!(error instanceof DialError)) throw error;
    if (error.reason === 'stale') rmSync(path);
    if (error.reason === 'stale' || error.reason === 'absent') return;
  }
  throw new GatewayError('conflict', `Another program listens on ${path}.`);
};

const bind = (server: Server, listen: ListenAddress): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (cause: Error): void => {
      const where = formatListenAddress(listen);
      reject(new GatewayError('unavailable', `Couldn't listen on ${where}: ${cause.message}.`, {cause}));
    };
    server.once('error', fail);
    server.listen(listen.kind === 'socket' ? {path: listen.path} : {host: listen.host, port: listen.port}, () => {
      server.off('error', fail);
      resolve();
    });
  });

const addressOf = (server: Server, listen: ListenAddress): string => {
  if (listen.kind === 'socket') return listen.path;
  const {port} = server.address() as AddressInfo;
  return formatListenAddress({...listen, port});
};

const HEADERS = {'cache-control': 'no-store', 'x-content-type-options': 'nosniff'};
const MOST_CONNECTIONS = 64;
/** Limits how long a slow sender can hold its connection. */
const LIMITS = {
  maxHeaderSize: 16_384,
  headersTimeout: 10 * SECOND,
  requestTimeout: 30 * SECOND,
  connectionsCheckingInterval: 2 * SECOND,
  keepAliveTimeout: 5 * SECOND,
};
const CLOSE_MS = 2 * SECOND;

/**
 * Limits the open connections. A full door closes the oldest connection whose request isn't complete, so that somebody
 * who sends nothing keeps nobody out.
 */
const limitConnections = (server: Server, most: number): void => {
  /** Oldest first. An answer makes its connection the newest. */
  const open = new Map<Socket, {isWorking: boolean}>();
  server.on('connection', (socket: Socket) => {
    const oldest = open.size < most ? undefined : [...open].find(([, {isWorking}]) => !isWorking)?.[0];
    if (open.size >= most && oldest === undefined) {
      socket.destroy();
      return;
    }
    if (oldest !== undefined) {
      open.delete(oldest);
      oldest.destroy();
    }
    open.set(socket, {isWorking: false});
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const {socket} = request;
    const become = (isWorking: boolean): void => {
      const connection = open.get(socket);
      if (connection !== undefined) connection.isWorking = isWorking;
    };
    request.once('end', () => become(true));
    response.once('close', () => {
      become(false);
      const connection = open.get(socket);
      if (connection === undefined) return;
      open.delete(socket);
      open.set(socket, connection);
    });
  });
};
