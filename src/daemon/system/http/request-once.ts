// One HTTP request to a service that the configuration names. Follows no redirect, and reads a limited part of the
// answer. The host is resolved once, and the connection goes to the checked address.
import type {IncomingHttpHeaders, RequestOptions} from 'node:http';
import {isIP} from 'node:net';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {addressPlace} from './address-place.ts';
import {openRequest} from './open-request.ts';
import {addressesOfHost, pinnedTo, type Resolve, systemResolve} from './pinned-address.ts';

export type ServiceRequest = {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The host name may mean a private address. */
  readonly mayBePrivate: boolean;
  /** The part of the answer to read, in bytes. */
  readonly limitBytes: number;
  readonly signal: AbortSignal;
};

export type ServiceAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
};

export type RequestOnce = (request: ServiceRequest) => Promise<ServiceAnswer>;

/** The service has an address that is never asked, whatever the configuration says. */
export class ForbiddenAddress extends GatewayError {
  constructor(host: string) {
    super('refused', `${host} is a link-local or metadata address, which is never asked.`);
  }
}

/**
 * Rejects with a GatewayError (`refused`) for an address that the configuration doesn't name, and with Node's error for
 * a broken connection. The text of an answer that breaks off is what arrived.
 */
export const createRequestOnce =
  (resolve: Resolve = systemResolve): RequestOnce =>
  async asked => {
    const url = new URL(asked.url);
    const addresses = await addressesOfHost(resolve, url);
    if (addresses.some(({address}) => addressPlace(address) === 'metadata')) throw new ForbiddenAddress(url.host);
    const reason = whyRefused(url, asked.mayBePrivate, addresses);
    if (reason !== undefined) throw new GatewayError('refused', reason);
    return await send(url, asked, {lookup: pinnedTo(addresses)});
  };

/** An IP address in the URL, or localhost, names itself. */
const whyRefused = (
  url: URL,
  mayBePrivate: boolean,
  addresses: readonly {readonly address: string}[],
): string | undefined => {
  if (addresses.length === 0) return `${url.hostname} has no address.`;
  const places = addresses.map(({address}) => addressPlace(address));
  const isNamed = mayBePrivate || url.hostname === 'localhost' || isIP(url.hostname.replace(/^\[|\]$/gu, '')) !== 0;
  if (isNamed || places.every(place => place === 'internet')) return undefined;
  return `${url.hostname} has a private address. If that is right, set "private": true for it.`;
};

const send = async (
  url: URL,
  {method, headers, body, limitBytes, signal}: ServiceRequest,
  pinned: Pick<RequestOptions, 'lookup'>,
): Promise<ServiceAnswer> => {
  const size = body === undefined ? {} : {'content-length': String(Buffer.byteLength(body))};
  // No connection is reused, because another request may need another address.
  const request = await openRequest(url, {...pinned, method, headers: {...headers, ...size}, signal});
  return await new Promise((resolve, reject) => {
    request.on('error', reject);
    request.once('response', response => {
      const chunks: Buffer[] = [];
      let length = 0;
      const finish = (): void => {
        const text = Buffer.concat(chunks).subarray(0, limitBytes).toString('utf8');
        resolve({status: response.statusCode ?? 0, headers: response.headers, text});
        response.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length >= limitBytes) finish();
      });
      response.once('end', finish);
      response.once('error', finish);
      response.once('aborted', finish);
    });
    request.end(body);
  });
};
