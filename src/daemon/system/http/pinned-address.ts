// Resolves a host and pins a connection to the checked addresses, so that a changed DNS answer can't redirect it.
import {lookup} from 'node:dns/promises';
import {isIP, type LookupFunction} from 'node:net';

export type ResolvedAddress = {readonly address: string; readonly family: number};

export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

export const systemResolve: Resolve = host => lookup(host, {all: true});

/** The addresses of a URL's host. An IP address means itself. */
export const addressesOfHost = async (resolve: Resolve, url: URL): Promise<readonly ResolvedAddress[]> => {
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  const family = isIP(host);
  return family === 0 ? await resolve(host) : [{address: host, family}];
};

/** The `lookup` of a request that connects to one of these addresses. */
export const pinnedTo =
  (addresses: readonly ResolvedAddress[]): LookupFunction =>
  (_host, {all}, answer) => {
    const [first] = addresses;
    if (all === true) answer(null, [...addresses]);
    else answer(null, first?.address ?? '', first?.family);
  };
