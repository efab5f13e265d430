// Follows a daemon that only stands by to the one that does its work: over ssh, or at another socket of this machine.
import {startDialling} from '../../../ipc/socket/dial.ts';
import {type DaemonAddress, type Host, readDaemonAddress} from '../../../shared/records/host.ts';
import {type Places, socketsOf} from '../../../shared/records/places.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {clauseFromOutside} from '../../../shared/text/sentences.ts';
import {SECOND} from '../../../shared/time/time.ts';
import {hostsIn} from '../host/chosen-host.ts';
import {type Connect, type ConnectOptions, type DaemonConnection, greet} from './connect.ts';
import {MovedVerb, UnreachableHostError} from './no-daemon-error.ts';
import {type ReachedHost, reachHost} from './reach-host.ts';

type Way = Omit<ReachedHost, 'host'> & {
  readonly places: Places;
  /** The machine whose daemon is tried first; undefined for this one. */
  readonly host: Host | undefined;
  /** Only to daemons of this machine. @default to all */
  readonly follows: 'sockets' | undefined;
  /** The verb needs the machine of the daemon. */
  readonly needsMachine: boolean;
  /** Called with each connection: where it is, if it isn't at the usual place. */
  readonly onMoved: (at: DaemonAddress | undefined) => void;
};

/**
 * Connects as `first` does, and goes on to where that daemon says that its work is done. Rejects with an
 * UnreachableHostError when nobody is found there: for a moment while one daemon takes over from another.
 */
export const followMoved =
  (first: Connect, way: Way): Connect =>
  async (options = {}) => {
    let connection = await first(options);
    let isHere = way.host === undefined;
    const seen = way.host === undefined ? [...socketsOf(way.places)] : [way.host.destination];
    const steps = [way.host?.name ?? 'this machine'];
    while (connection.hello.moved !== undefined) {
      const text = connection.hello.moved;
      const at = knownAddress(text, way.places);
      if (at?.kind === 'host' && way.follows === 'sockets') return connection;
      await connection[Symbol.asyncDispose]();
      if (at === undefined || (at.kind === 'socket' && !isHere)) throw unusable(steps.at(-1) ?? '', text);
      const key = at.kind === 'host' ? at.host.destination : at.path;
      const isCircle = seen.includes(key);
      seen.push(key);
      steps.push(at.kind === 'host' ? at.host.name : at.path);
      if (isCircle) throw new UnreachableHostError(circle(steps));
      if (steps.length - 1 > MOST_STEPS) throw new UnreachableHostError(tooFar(steps));
      isHere = at.kind === 'socket';
      connection = {...(await reach(at, way, options)), at};
    }
    if (connection.at?.kind === 'host' && way.needsMachine) {
      await connection[Symbol.asyncDispose]();
      throw new MovedVerb(connection.at.host);
    }
    way.onMoved(connection.at);
    return connection;
  };

/** A machine of the configuration has its name there, and the program. */
const knownAddress = (text: string, {config}: Places): DaemonAddress | undefined => {
  const at = readDaemonAddress(text);
  if (at?.kind !== 'host') return at;
  const known = hostsIn(config).find(({destination}) => destination === at.host.destination);
  return known === undefined ? at : {kind: 'host', host: known};
};

/** No daemon is started there: the one that does the work runs, or another one takes over. */
const reach = async (at: DaemonAddress, way: Way, options: ConnectOptions): Promise<DaemonConnection> => {
  if (at.kind === 'host') return await reachHost({...way, host: at.host}).connect({...options, starts: false});
  const {onNotice = ignore, along = ignore, signal, patienceMs = PATIENCE_MS} = options;
  const dial = () => startDialling(at.path, {signal});
  const greeting = await greet(way, dial, {onNotice, along, signal, timeoutMs: patienceMs}).catch(thrown => {
    signal?.throwIfAborted();
    throw absent(at.path, thrown);
  });
  if (greeting.kind === 'met') return greeting.connection;
  throw absent(at.path, greeting.cause);
};

const absent = (path: string, cause: unknown): UnreachableHostError =>
  new UnreachableHostError(
    `The daemon at ${path} does the work, and can't be reached: ${clauseFromOutside(errorMessage(cause))}. Try again in some seconds.`,
    {cause},
  );

const circle = (steps: readonly string[]): string =>
  `The daemons send each other in a circle (${steps.join(' → ')}), so none of them does the work now. Try again in some seconds.`;

const tooFar = (steps: readonly string[]): string =>
  `More than ${MOST_STEPS} daemons sent this terminal on (${steps.join(' → ')}). Say where to go: rooster --host HOST`;

const unusable = (name: string, text: string): GatewayError =>
  new GatewayError(
    'failed',
    `The daemon of ${name} names a place that can't be used from here: ${clauseFromOutside(printableLine(text).slice(0, MOST_SHOWN))}. Check "fleet.address".`,
  );

const ignore = (): void => {};

const MOST_SHOWN = 200;
const MOST_STEPS = 3;
const PATIENCE_MS = 10 * SECOND;
