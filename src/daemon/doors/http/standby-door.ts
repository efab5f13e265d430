// The HTTP server of a daemon that stands by: it sends each request to the daemon that does the work, and says to a
// load balancer that this one takes none.
import type {IncomingMessage} from 'node:http';
import type {ListenAddress} from '../../../shared/records/listen-address.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import type {Log} from '../../ports/system.ts';
import {elsewhere, type HttpAnswer, json, problem} from './answers.ts';
import {type HttpDoor, openHttpServer, urlOf} from './http-server.ts';
import {bytesOf, TOO_LARGE} from './read-body.ts';

type StandingBy = {
  readonly clock: Clock;
  readonly log: Log;
  /** The HTTP address of the daemon that does the work, as it wrote it. Undefined while none is known. */
  readonly holder: () => string | undefined | Promise<string | undefined>;
};

/** Rejects with a GatewayError if the address can't be used. */
export const openStandbyDoor = (deps: StandingBy, listen: ListenAddress): Promise<HttpDoor> =>
  openHttpServer({...deps, listen}, closing => async request => await answerOf(deps, closing, request));

const answerOf = async ({holder}: StandingBy, closing: AbortSignal, request: IncomingMessage): Promise<HttpAnswer> => {
  const url = urlOf(request);
  if (url === undefined) return problem(400, 'The address of the request is not valid.');
  if (OWN.has(url.pathname) && !isRead(request)) return problem(405, 'Use GET, HEAD.', {allow: 'GET, HEAD'});
  if (url.pathname === '/health') return json(200, {status: 'ok'});
  if (url.pathname === '/ready') return problem(503, 'This daemon stands by: another one does the work.', AGAIN);
  // Read first: a sender that is answered while it still sends may never see the answer.
  if (!isRead(request) && (await bytesOf(request)) === undefined) return problem(413, TOO_LARGE);
  const there = closing.aborted ? undefined : readHttpBase((await holder()) ?? '');
  return there === undefined
    ? problem(503, 'This daemon stands by, and no other one is known that does the work. Try again later.', AGAIN)
    : elsewhere(`${there}${url.pathname}${url.search}`);
};

/**
 * `https://host:port/path` without its last slash, in ASCII. Undefined for anything that is more than that: credentials
 * and queries have no place in it. A path of a request, which begins with a slash, can't change its host.
 */
export const readHttpBase = (text: string): string | undefined => {
  const url = /^https?:\/\/[^\s\\?#@]+$/u.test(text) ? URL.parse(text) : null;
  return url === null ? undefined : `${url.origin}${url.pathname.replace(/\/+$/u, '')}`;
};

const isRead = ({method}: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

const OWN: ReadonlySet<string> = new Set(['/health', '/ready']);
const AGAIN = {'retry-after': '10'};
