// One GET over http or https, with limits on time, size and redirects. The resolved address is checked, and the
// connection goes to exactly that address. So a changed DNS answer can't redirect it.
import type {IncomingMessage} from 'node:http';
import type {Readable} from 'node:stream';
import {type BrotliDecompress, createBrotliDecompress, createGunzip, type Gunzip} from 'node:zlib';
import {connectionFault} from '../../../shared/text/connection-fault.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {AddressPlace} from '../../system/http/address-place.ts';
import {openRequest} from '../../system/http/open-request.ts';
import {addressesOfHost, pinnedTo, type Resolve, type ResolvedAddress} from '../../system/http/pinned-address.ts';

export type GetPageDeps = {
  readonly clock: Clock;
  readonly resolve: Resolve;
  readonly placeOf: (address: string) => AddressPlace;
};

type PageRequest = {
  readonly url: string;
  /** The allowed kinds of address. */
  readonly allowed: readonly AddressPlace[];
  /** True if a redirect may lead to this address of another host. */
  readonly mayLead: (url: string) => boolean;
  readonly signal: AbortSignal;
};

export type Page = {
  /** The URL after redirects. */
  readonly url: string;
  readonly redirected: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly contentType: string;
  readonly body: Buffer;
  /** The page was longer than the limit. */
  readonly cut: boolean;
};

/** Rejects with a GatewayError: a refused address, an unreachable server, a timeout or too many redirects. */
export const getPage = async (deps: GetPageDeps, {url, signal, ...more}: PageRequest): Promise<Page> => {
  const over = new AbortController();
  using _limit = deps.clock.after(TIME_LIMIT_MS, () => over.abort());
  const both = AbortSignal.any([signal, over.signal]);
  try {
    return await follow(deps, parseUrl(url), {...more, signal: both});
  } catch (error) {
    if (signal.aborted) throw new GatewayError('failed', 'Stopped before it was done.', {cause: error});
    if (over.signal.aborted) {
      throw new GatewayError('unavailable', `${url} did not answer in ${TIME_LIMIT_MS / SECOND} s.`, {cause: error});
    }
    if (error instanceof GatewayError) throw error;
    throw new GatewayError('unavailable', `Couldn't fetch ${url}: ${reasonOf(error)}.`, {cause: error});
  }
};

const follow = async (
  deps: GetPageDeps,
  first: URL,
  {allowed: atFirst, mayLead, signal}: Omit<PageRequest, 'url'>,
): Promise<Page> => {
  let url = first;
  let allowed = atFirst;
  for (let hop = 0; hop <= REDIRECTS_AT_MOST; hop += 1) {
    const addresses = await orAborted(addressesOf(deps, url, allowed), signal);
    // A page of the internet must not redirect into a private network, even for a user who may go there.
    if (addresses.every(({address}) => deps.placeOf(address) === 'internet')) allowed = ['internet'];
    const response = await ask(url, addresses, signal);
    const {statusCode = 0, headers} = response;
    if (!REDIRECTS.has(statusCode) || headers.location === undefined) return await read(url, hop > 0, response);
    response.destroy();
    url = parseUrl(headers.location, url);
    // The message doesn't have its address: the model could then fetch that as one that it was given.
    if (siteOf(url) !== siteOf(first) && !mayLead(url.href))
      throw new GatewayError('refused', `${first.host} redirects to ${url.host}. The person can allow it; ask them.`);
  }
  throw new GatewayError('unavailable', `${first.href} redirects more than ${REDIRECTS_AT_MOST} times.`);
};

const siteOf = ({hostname}: URL): string => hostname.replace(/^www\./u, '');

/** The system's resolver can't be aborted. */
const orAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, {once: true});
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
};

const parseUrl = (text: string, base?: URL): URL => {
  if (!URL.canParse(text, base)) throw new GatewayError('invalid', `${JSON.stringify(text)} isn't a web address.`);
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new GatewayError('refused', `Only http and https addresses are fetched, not ${url.protocol}.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new GatewayError('refused', 'An address with a user name or password in it is not fetched.');
  }
  url.hash = '';
  return url;
};

const addressesOf = async (
  {resolve, placeOf}: GetPageDeps,
  url: URL,
  allowed: PageRequest['allowed'],
): Promise<readonly ResolvedAddress[]> => {
  const addresses = await addressesOfHost(resolve, url);
  if (addresses.length === 0) throw new GatewayError('unavailable', `${url.hostname} has no address.`);
  const places = addresses.map(({address}) => placeOf(address));
  const refused = places.find(place => place === 'metadata') ?? places.find(place => !allowed.includes(place));
  if (refused !== undefined) {
    const mayGoPrivate = allowed.includes('private') && refused === 'machine';
    throw new GatewayError('refused', `${url.host} ${mayGoPrivate ? ONLY_AT_TERMINAL : REFUSED[refused]}`);
  }
  return addresses;
};

const NOT_FROM_HERE = 'is on this machine or in a private network; that is not fetched from here.';
const ONLY_AT_TERMINAL = 'is on this machine; that is fetched only when you ask for it at the terminal.';
const REFUSED: Record<AddressPlace, string> = {
  internet: NOT_FROM_HERE,
  private: NOT_FROM_HERE,
  machine: NOT_FROM_HERE,
  metadata: 'is a link-local or metadata address; those are never fetched.',
};

const ask = async (url: URL, addresses: readonly ResolvedAddress[], signal: AbortSignal): Promise<IncomingMessage> => {
  // No connection is reused, because another request may need another address.
  const request = await openRequest(url, {method: 'GET', headers: HEADERS, signal, lookup: pinnedTo(addresses)});
  return await new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
    request.end();
  });
};

const read = async (url: URL, redirected: boolean, response: IncomingMessage): Promise<Page> => {
  const chunks: Buffer[] = [];
  let size = 0;
  let cut = false;
  const content = decoded(response);
  for await (const chunk of content) {
    if (!Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk.subarray(0, SIZE_LIMIT - size));
    size += chunk.length;
    cut = size > SIZE_LIMIT;
    if (cut) break;
  }
  response.destroy();
  return {
    url: url.href,
    redirected,
    status: response.statusCode ?? 0,
    statusText: response.statusMessage ?? '',
    contentType: response.headers['content-type'] ?? '',
    body: Buffer.concat(chunks),
    cut,
  };
};

const decoded = (response: IncomingMessage): Readable => {
  const unpack = UNPACKERS.get((response.headers['content-encoding'] ?? '').trim().toLowerCase())?.();
  if (unpack === undefined) return response;
  response.on('error', error => unpack.destroy(error));
  return response.pipe(unpack);
};

const reasonOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return connectionFault(code, errorMessage(error));
};

const UNPACKERS: ReadonlyMap<string, () => Gunzip | BrotliDecompress> = new Map<
  string,
  () => Gunzip | BrotliDecompress
>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
]);

const HEADERS = {
  'user-agent': 'Mozilla/5.0 (compatible; Rooster/0.1)',
  accept: 'text/html,application/xhtml+xml,text/markdown,text/plain,application/json;q=0.9,*/*;q=0.5',
  'accept-encoding': 'gzip, br',
};
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const REDIRECTS_AT_MOST = 5;
const TIME_LIMIT_MS = 30 * SECOND;
const SIZE_LIMIT = 2 * 2 ** 20;
