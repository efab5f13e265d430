// The HTTP server for hooks and other endpoints.
import type {IncomingMessage} from 'node:http';
import {isLocalAddress, type ListenAddress} from '../../../shared/records/listen-address.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {type EpochMs, MINUTE, SECOND} from '../../../shared/time/time.ts';
import type {Log} from '../../ports/system.ts';
import {type HttpAnswer, json, problem, text} from './answers.ts';
import type {DoorDeps, Endpoints, IncomingRequest} from './endpoint.ts';
import {type HttpDoor, openHttpServer, urlOf} from './http-server.ts';

/** Rejects with a GatewayError if the address can't be used. */
export const openHttpDoor = (
  given: Omit<DoorDeps, 'closing'>,
  listen: ListenAddress,
  endpoints: Endpoints,
): Promise<HttpDoor> =>
  openHttpServer({...given, listen}, closing => {
    const deps: Served = {...given, closing, listen, endpoints};
    const logRefusal = createRefusalLog(deps);
    const slowDown = createSlowdown(deps);
    return async request => {
      const answer = await answerOf(deps, request);
      if (answer.status !== 401) return answer;
      logRefusal(urlOf(request)?.pathname ?? '');
      await slowDown();
      return answer;
    };
  });

type Served = DoorDeps & {readonly listen: ListenAddress; readonly endpoints: Endpoints};

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
  if (deps.closing.aborted) return problem(503, STOPPING, AGAIN);
  const asked: IncomingRequest = {request, url};
  return hook === undefined ? deps.endpoints.wake(deps, asked) : deps.endpoints.hook(deps, asked, hook);
};

const READS: Readonly<Record<string, (deps: Served, request: IncomingMessage) => HttpAnswer>> = {
  '/health': () => json(200, {status: 'ok'}),
  '/ready': ({notReady, closing}) => {
    const why = closing.aborted ? STOPPING : notReady();
    return why === undefined ? json(200, {status: 'ready'}) : problem(503, why, AGAIN);
  },
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

const STOPPING = 'The daemon is stopping. Try again later.';
const AGAIN = {'retry-after': '10'};

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
