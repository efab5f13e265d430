// The address of a server: an address and a port, or a Unix socket. Pure.

export type ListenAddress =
  | {readonly kind: 'socket'; readonly path: string}
  | {readonly kind: 'tcp'; readonly host: string; readonly port: number};

/**
 * `127.0.0.1:8787`, `[::1]:8787`, `localhost:8787`, `/path/to/socket`, `unix:/path/to/socket`. Undefined for anything
 * else.
 */
export const readListenAddress = (text: string): ListenAddress | undefined => {
  const path = /^(?:unix:)?(\/[^\0\n]+)$/u.exec(text)?.[1];
  if (path !== undefined) return {kind: 'socket', path};
  const {
    v6,
    v4,
    port = '',
  } = /^(?:\[(?<v6>[\da-f:.]+)\]|(?<v4>localhost|\d{1,3}(?:\.\d{1,3}){3})):(?<port>\d{1,5})$/iu.exec(text)?.groups ??
  {};
  const host = v6 ?? v4;
  const number = Number(port);
  if (host === undefined || number > HIGHEST_PORT || host.split('.').some(part => Number(part) > 255)) return undefined;
  return {kind: 'tcp', host: host.toLowerCase(), port: number};
};

export const formatListenAddress = (address: ListenAddress): string => {
  if (address.kind === 'socket') return address.path;
  return `${address.host.includes(':') ? `[${address.host}]` : address.host}:${address.port}`;
};

/** True if only this machine can connect. */
export const isLocalAddress = (address: ListenAddress): boolean =>
  address.kind === 'socket' ||
  address.host === 'localhost' ||
  address.host === '::1' ||
  address.host.startsWith('127.');

const HIGHEST_PORT = 65_535;
