// Starts the bridge of an endpoint: a signal-cli of our own, or an external one. Also probes an external one.
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {type AttachDeps, startAttached} from './attach/attach.ts';
import {attachToHttp} from './attach/attach-http.ts';
import {createHttpCaller} from './attach/http-caller.ts';
import type {Bridge} from './bridge.ts';
import {failureOf, type SignalCaller} from './calls/call.ts';
import {createLineCaller} from './calls/line-caller.ts';
import {createSignalRpc} from './calls/signal-rpc.ts';
import type {Host} from './host.ts';
import {versionWarning} from './program.ts';
import {connectTo, greet, type SocketPlace} from './signal-cli-session.ts';
import {type SuperviseDeps, startSupervised} from './supervise.ts';

type BridgeDeps = Omit<SuperviseDeps, 'account'> & {
  readonly account?: string;
  /** `spawn`, `unix:PATH`, `tcp:HOST:PORT`, or the address of an HTTP server. */
  readonly endpoint: string;
};

type Endpoint =
  | {readonly kind: 'spawn'}
  | {readonly kind: 'socket'; readonly place: SocketPlace}
  | {readonly kind: 'http'; readonly base: string};

/** Throws `invalid` with instructions if signal-cli is to be started but no account is linked. */
export const checkLinked = ({account, endpoint}: Pick<BridgeDeps, 'account' | 'endpoint'>, host: Host): void => {
  if (account === undefined && endpoint === 'spawn') throw notLinked(host);
};

/** Throws `invalid` like checkLinked. */
export const startBridge = ({endpoint, ...deps}: BridgeDeps): Bridge => {
  const {account} = deps;
  const where = readEndpoint(endpoint);
  switch (where.kind) {
    case 'spawn':
      if (account === undefined) throw notLinked(deps.host);
      return startSupervised({...deps, account});
    case 'socket':
      return attachToSocket({...deps, place: where.place});
    case 'http':
      return attachToHttp({...deps, base: where.base});
  }
};

/** Subscribes in any mode. If signal-cli also sends messages without a subscription, duplicates are dropped. */
export const attachToSocket = ({place, ...deps}: AttachDeps & {readonly place: SocketPlace}): Bridge =>
  startAttached(deps, ({onReceived}) => greet({...deps, place, choose: {account: deps.account}, onReceived}));

const notLinked = ({link}: Host): GatewayError =>
  new GatewayError('invalid', `No Signal account is linked yet. Run: ${link}`);

/** Other texts count as the address of an HTTP server. */
export const readEndpoint = (endpoint: string): Endpoint => {
  if (endpoint === 'spawn') return {kind: 'spawn'};
  if (endpoint.startsWith('unix:')) return {kind: 'socket', place: {path: endpoint.slice('unix:'.length)}};
  const [, host, port] = /^tcp:(.+):(\d+)$/u.exec(endpoint) ?? [];
  if (host === undefined) return {kind: 'http', base: endpoint};
  return {kind: 'socket', place: {host: host.replaceAll(/[[\]]/gu, ''), port: Number(port)}};
};

export type EndpointProbe =
  | {
      readonly kind: 'answers';
      readonly version: string;
      readonly warning?: string;
      readonly accounts?: readonly string[];
    }
  | {readonly kind: 'silent'; readonly because: string};

/**
 * Asks a running signal-cli for its version and its accounts. Changes and receives nothing. Never rejects. Undefined
 * for `spawn`, where nothing has to run.
 */
export const probeEndpoint = async (endpoint: string, clock: Clock, host: Host): Promise<EndpointProbe | undefined> => {
  const where = readEndpoint(endpoint);
  switch (where.kind) {
    case 'spawn':
      return undefined;
    case 'http':
      return probeCaller(createHttpCaller({base: where.base, clock, host}));
    case 'socket':
      try {
        const transport = await connectTo(where.place, clock, host);
        await using line = createLineCaller({transport, clock, onReceived: () => {}});
        return await probeCaller(line);
      } catch (error) {
        return {kind: 'silent', because: errorMessage(error)};
      }
  }
};

const probeCaller = async (caller: SignalCaller): Promise<EndpointProbe> => {
  const rpc = createSignalRpc(caller);
  const version = await rpc.version();
  if (version.kind !== 'result') return {kind: 'silent', because: failureOf(version)};
  const accounts = await rpc.listAccounts();
  return {
    kind: 'answers',
    version: version.result,
    warning: versionWarning(version.result),
    // A signal-cli with a single account doesn't report it.
    accounts: accounts.kind === 'result' ? accounts.result : undefined,
  };
};
