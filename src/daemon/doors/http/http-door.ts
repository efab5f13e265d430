// The HTTP server for hooks and other endpoints. The server limits the cost per connection and in total. An error in a
// request ends only that request.
import {chmodSync, lstatSync, rmSync} from 'node:fs';
import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import {DialError, dial} from '../../../ipc/socket/dial.ts';
import {formatListenAddress, isLocalAddress, type ListenAddress} from '../../../shared/records/listen-address.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {type EpochMs, MINUTE, SECOND} from '../../../shared/time/time.ts';
import type {Log} from '../../ports/system.ts';
import {type HttpAnswer, json, problem, text} from './answers.ts';
import type {DoorDeps, IncomingRequest} from './endpoint.ts';
import {answerHook} from './hook-endpoint.ts';
import {answerWake} from './wake-endpoint.ts';

export type HttpDoor = AsyncDisposable & {
  /** The listen address: `127.0.0.1:8787` or a path. */
  readonly address: string;
};

/**
 * Rejects with a GatewayError if the address can't be used. Disposing rejects new requests and finishes the current
 * ones.
 */
export const openHttpDoor = async (given: Omit<DoorDeps, 'closing'>, listen: ListenAddress): Promise<HttpDoor> => {
  const closing = new AbortController();
  const deps: DoorDeps = {...given, closing: closing.signal};
  const logRefusal = createRefusalLog(deps);
  const slowDown = createSlowdown(deps);
  // Loaded with the first address, as in system/http/open-request.ts.
  const {createServer} = process.getBuiltinModule('node:http');
  const server = createServer(
    LIMITS,
    (request, response) =>
      void respond({...deps, listen}, request, response, async path => {
        logRefusal(path);
        await slowDown();
      }),
  );
  limitConnections(server, MOST_CONNECTIONS);
  if (listen.kind === 'socket') await removeStale(listen.path);
  await bind(server, listen);
  server.on('error', error => deps.log.warn({error}, "The HTTP server couldn't accept a connection."));
  if (listen.kind === 'socket') chmodSync(listen.path, 0o600);
  return {
    address: addressOf(server, listen),
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      const closed = new Promise(resolve => server.close(resolve));
      server.closeIdleConnections();
      using _limit = deps.clock.after(CLOSE_MS, () => server.closeAllConnections());
      await closed;
    },
  };
};

type Served = DoorDeps & {readonly listen: ListenAddress};

const respond = async (
  deps: Served,
  request: IncomingMessage,
  response: ServerResponse,
  onRefused: (path: string) => Promise<void>,
): Promise<void> => {
  // A lost connection ends request and response, so these errors need no handling.
  request.on('error', () => {});
  response.on('error', () => {});
  try {
    const answer = await answerOf(deps, request);
    if (answer.status === 401) await onRefused(urlOf(request)?.pathname ?? '');
    if (response.destroyed) return;
    const isUnread = !request.complete;
    response.writeHead(answer.status, {
      ...HEADERS,
      ...answer.headers,
      'content-length': Buffer.byteLength(answer.body),
      // Closes the connection, because the unread body would be parsed as the next request.
      ...((isUnread || deps.closing.aborted) && {connection: 'close'}),
    });
    response.end(request.method === 'HEAD' ? '' : answer.body);
    if (isUnread) request.resume();
  } catch (error) {
    if (!request.complete && request.destroyed) return;
    deps.log.error({error}, `A request over HTTP failed: ${errorMessage(error)}`);
    if (!response.headersSent) response.writeHead(500, {...HEADERS, connection: 'close'});
    response.end();
  }
};

const answerOf = async (deps: Served, request: IncomingMessage): Promise<HttpAnswer> => {
  const url = urlOf(request);
  if (url === undefined) return problem(400, 'The address of the request is not valid.');
  const {pathname} = url;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const look = READS[pathname];
  if (look !== undefined) return isRead ? look(deps, request) : notAllowed('GET, HEAD');
  const hook = /^\/hooks\/([^/]+)$/u.exec(pathname)?.[1];
  if (hook === undefined && pathname !== '/wake') return problem(404, 'There is nothing at this address.');
  if (request.method !== 'POST') return notAllowed('POST');
  if (deps.closing.aborted) return problem(503, 'The daemon is stopping. Try again later.', {'retry-after': '10'});
  const asked: IncomingRequest = {request, url};
  return hook === undefined ? answerWake(deps, asked) : answerHook(deps, asked, hook);
};

const READS: Readonly<Record<string, (deps: Served, request: IncomingMessage) => HttpAnswer>> = {
  '/health': () => json(200, {status: 'ok'}),
  '/ready': ({isReady, closing}) =>
    isReady() && !closing.aborted
      ? json(200, {status: 'ready'})
      : problem(503, 'The daemon cannot store messages now.', {'retry-after': '10'}),
  '/metrics': ({metrics, listen}, request) =>
    isAskedForHere(listen, request)
      ? text(metrics())
      : problem(403, 'Use the address of this machine in the Host field.'),
};

/** A web page could give its own name the address of this machine, and then read what the browser gets from here. */
const isAskedForHere = (listen: ListenAddress, {headers: {host}}: IncomingMessage): boolean =>
  listen.kind === 'socket' ||
  !isLocalAddress(listen) ||
  host === undefined ||
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/iu.test(host);

const notAllowed = (allow: string): HttpAnswer => problem(405, `Use ${allow}.`, {allow});

const urlOf = ({url = ''}: IncomingMessage): URL | undefined =>
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

/** `path`: the path of an existing endpoint. */
type RefusalLog = (path: string) => void;

/** Logs requests with wrong credentials, at most one line a minute, so that strangers can't flood the log. */
const createRefusalLog = ({clock, log}: {readonly clock: Clock; readonly log: Log}): RefusalLog => {
  let loggedAt: EpochMs | undefined;
  let unlogged = 0;
  return path => {
    const now = clock.now();
    unlogged += 1;
    if (loggedAt !== undefined && now - loggedAt < MINUTE && now >= loggedAt) return;
    const requests = unlogged;
    loggedAt = now;
    unlogged = 0;
    log.warn(
      {path, requests},
      'A request over HTTP had no credential, or a wrong one. Compare the secrets of both sides.',
    );
  };
};

type SlowdownDeps = {readonly clock: Clock; readonly closing: AbortSignal};

/**
 * Answers wrong credentials ever more slowly, so that nobody can try many. A program that still has an old secret
 * gets its answers at once. Call it for each wrong credential; it resolves when that may be answered.
 */
const createSlowdown = ({clock, closing}: SlowdownDeps): (() => Promise<void>) => {
  let recent: readonly EpochMs[] = [];
  return async () => {
    const now = clock.now();
    recent = [...recent.filter(at => Math.abs(now - at) < MINUTE), now].slice(-MOST_COUNTED);
    const waitMs = Math.min(LONGEST_MS, (recent.length - FREE) * STEP_MS);
    if (waitMs <= 0 || closing.aborted) return;
    const {promise, resolve} = Promise.withResolvers<void>();
    using _timer = clock.after(waitMs, resolve);
    const stop = (): void => resolve();
    closing.addEventListener('abort', stop);
    await promise;
    closing.removeEventListener('abort', stop);
  };
};

const FREE = 20;
const STEP_MS = 100;
const LONGEST_MS = 3 * SECOND;
const MOST_COUNTED = 100;
