// Starts the configured bridge: a signal-cli of our own, or an external one.
import {GatewayError} from '../../../../shared/text/gateway-error.ts';
import type {SignalConfig} from '../../../config/config-schema.ts';
import {attachToHttp} from './attach/attach-http.ts';
import {attachToSocket} from './attach/attach-socket.ts';
import type {Bridge} from './bridge.ts';
import type {SocketPlace} from './connect.ts';
import {type SuperviseDeps, startSupervised} from './supervise.ts';

type BridgeDeps = Omit<SuperviseDeps, 'command' | 'account'> & {
  readonly config: Pick<SignalConfig, 'account' | 'command' | 'endpoint'>;
};

type Endpoint =
  | {readonly kind: 'spawn'}
  | {readonly kind: 'socket'; readonly place: SocketPlace}
  | {readonly kind: 'http'; readonly base: string};

/** Throws `invalid` with instructions if signal-cli is to be started but no account is linked. */
export const checkLinked = ({account, endpoint}: Pick<SignalConfig, 'account' | 'endpoint'>): void => {
  if (account === undefined && endpoint === 'spawn') throw new GatewayError('invalid', NO_ACCOUNT);
};

/** Throws `invalid` like checkLinked. */
export const startBridge = ({config: {account, command, endpoint}, ...deps}: BridgeDeps): Bridge => {
  const known = {account};
  const where = readEndpoint(endpoint);
  switch (where.kind) {
    case 'spawn':
      if (account === undefined) throw new GatewayError('invalid', NO_ACCOUNT);
      return startSupervised({...deps, command, account});
    case 'socket':
      return attachToSocket({...deps, ...known, place: where.place});
    case 'http':
      return attachToHttp({...deps, ...known, base: where.base});
  }
};

/** The configuration schema accepts no other value. */
export const readEndpoint = (endpoint: string): Endpoint => {
  if (endpoint === 'spawn') return {kind: 'spawn'};
  if (endpoint.startsWith('unix:')) return {kind: 'socket', place: {path: endpoint.slice('unix:'.length)}};
  const [, host, port] = /^tcp:(.+):(\d+)$/u.exec(endpoint) ?? [];
  if (host === undefined) return {kind: 'http', base: endpoint};
  return {kind: 'socket', place: {host: host.replaceAll(/[[\]]/gu, ''), port: Number(port)}};
};

const NO_ACCOUNT = 'No Signal account is linked yet. Run: rooster signal link';
