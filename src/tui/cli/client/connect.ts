// Connects to the daemon: dials, starts one if none runs, and dials until it answers. Two clients that start at once
// get one daemon: the second daemon finds the lock taken and exits with code 0, and both clients continue to dial.
import {PROTOCOL} from '../../../ipc/checks.ts';
import type {Result} from '../../../ipc/method-table.ts';
import {type Client, daemonClient, type Notices} from '../../../ipc/protocol.ts';
import {DialError, type Dialling, type DialOptions} from '../../../ipc/socket/dial.ts';
import type {ClientDeps} from '../../../ipc/wire/index.ts';
import type {Names} from '../../../shared/record-text/names.ts';
import type {DaemonAddress} from '../../../shared/records/host.ts';
import {type Places, socketsOf} from '../../../shared/records/places.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {DaemonProgram, StartedDaemon} from './daemon-program.ts';
import {type DaemonState, HungDaemonError, LostSocketError, NoDaemonError} from './no-daemon-error.ts';

export type DaemonConnection = AsyncDisposable & {
  readonly client: Client;
  readonly hello: Result<'hello'>;
  /** The daemon to which the one at the usual place has sent this client. */
  readonly at?: DaemonAddress;
};

export type OnNotice = ClientDeps<Notices>['onNotice'];

export type ConnectOptions = {
  readonly onNotice?: OnNotice;
  /** Starts a daemon if none runs. @default true */
  readonly starts?: boolean;
  /** Time to wait for an answer. @default 10 seconds */
  readonly patienceMs?: number;
  readonly signal?: AbortSignal;
  /** ssh may ask for a password on this terminal. @default true */
  readonly mayAsk?: boolean;
  /**
   * Called for each daemon that is reached, after `hello` was sent and before its response: its calls leave in the same
   * write. For reading calls only, since a version mismatch shows in the response.
   */
  readonly along?: (client: Client) => void;
};

/** Rejects with a NoDaemonError, or with the signal's reason. */
export type Connect = (options?: ConnectOptions) => Promise<DaemonConnection>;

export type ConnectDeps = {
  readonly places: Places;
  readonly version: string;
  readonly clock: Clock;
  readonly dial: (path: string, options?: DialOptions) => Dialling;
  readonly program: DaemonProgram;
  /** The process that holds this home's lock although nobody answers. @default none */
  readonly lockHolder?: () => number | undefined;
  /** Called with the zone of the person at the terminal, before any other response. */
  readonly onZone?: (zone: string | undefined) => void;
  /** Called with the names of people and conversations, at the same moment. */
  readonly onNames?: (names: Names | undefined) => void;
  /** Called when a daemon was started. */
  readonly onStarted?: () => void;
  /** Called when the connection waits for a daemon without a socket. */
  readonly onWaiting?: (pid: number) => void;
  /** Called now and then while a daemon that this command started gets ready. `ms`: the time since its start. */
  readonly onStarting?: (ms: number) => void;
};

export const createConnect =
  (deps: ConnectDeps): Connect =>
  async ({onNotice = ignore, starts = true, patienceMs = PATIENCE_MS, signal, along = ignore} = {}) => {
    const {clock} = deps;
    const giveUpAt = clock.now() + patienceMs;
    const noteWaiting = createWaitingNote(clock, deps.onWaiting);
    let started: StartedDaemon | undefined;
    const starting = createStartingNote(deps);
    /** A loaded machine or a large database takes longer, so a daemon of ours has time while its process lives. */
    const deadline = (): number => (started === undefined ? giveUpAt : Math.max(giveUpAt, starting.readyBy()));
    try {
      for (;;) {
        signal?.throwIfAborted();
        const isOurs = started !== undefined;
        const timeoutMs = isOurs ? GREETING_MS : giveUpAt - clock.now();
        const greeting = await greetAny(deps, {onNotice, signal, along, timeoutMs}).catch(error => {
          if (!isOurs || !(error instanceof HungDaemonError) || clock.now() >= deadline()) throw error;
          return {kind: 'starting'} as const;
        });
        if (isOurs) starting.note();
        if (greeting.kind === 'starting') continue;
        if (greeting.kind === 'met') {
          if (started !== undefined) deps.onStarted?.();
          return greeting.connection;
        }
        if (!starts)
          throw new NoDaemonError('The daemon is not running.', {
            daemonState: greeting.daemonState,
            cause: greeting.cause,
          });
        const holder = started === undefined ? deps.lockHolder?.() : undefined;
        if (clock.now() >= deadline()) throw gaveUp(deps, holder, greeting.cause);
        // The holder opens its socket, restores it, or stops. A second daemon could not start.
        if (holder !== undefined) {
          noteWaiting(holder);
          await pause(clock, BETWEEN_DIALS_MS);
          continue;
        }
        if (started === undefined) starting.begin();
        started ??= start(deps);
        const end = await Promise.race([started.ended, pause(clock, BETWEEN_DIALS_MS)]);
        if (end === undefined) continue;
        if (end.code !== 0) throw new NoDaemonError(end.output);
        // Another client's daemon runs. It may still open its socket, or be closing; then we start one again.
        started = undefined;
        await pause(clock, AFTER_LOSING_MS);
      }
    } finally {
      started?.release();
    }
  };

/** A pause that resolves with undefined. */
export const pause = (clock: Clock, ms: number): Promise<undefined> =>
  new Promise(resolve => {
    clock.after(ms, () => resolve(undefined));
  });

const start = ({program}: ConnectDeps): StartedDaemon => {
  try {
    return program.start();
  } catch (cause) {
    throw new NoDaemonError(errorMessage(cause), {cause});
  }
};

type Greeting =
  | {readonly kind: 'met'; readonly connection: DaemonConnection}
  | {readonly kind: 'nobody'; readonly daemonState: DaemonState; readonly cause: unknown};

type GreetOptions = {
  readonly onNotice: OnNotice;
  readonly signal: AbortSignal | undefined;
  readonly along: (client: Client) => void;
  readonly timeoutMs: number;
};

/** Tries each socket in order. If none answers, the first one's error counts. */
const greetAny = async (deps: ConnectDeps, options: GreetOptions): Promise<Greeting> => {
  const [first, ...others] = socketsOf(deps.places);
  const at = (socket: string) => greet(deps, () => deps.dial(socket, {signal: options.signal}), options);
  const greeting = await at(first ?? deps.places.socket);
  if (greeting.kind === 'met') return greeting;
  for (const socket of others) {
    const other = await at(socket);
    if (other.kind === 'met') return other;
  }
  return greeting;
};

/** Connects once and sends `hello`. */
export const greet = async (
  {clock, version, onZone, onNames}: Pick<ConnectDeps, 'clock' | 'version' | 'onZone' | 'onNames'>,
  dial: () => Dialling,
  {onNotice, signal, along, timeoutMs}: GreetOptions,
): Promise<Greeting> => {
  let dialling: Dialling;
  try {
    dialling = dial();
  } catch (cause) {
    return nobodyAt(cause, signal);
  }
  const client = daemonClient({transport: dialling.transport, clock, onNotice});
  let over = false;
  void client.closed.then(() => {
    over = true;
  });
  // Sent before the connection opens: it arrives first if a daemon listens; otherwise the connection's error has the
  // reason.
  const params = {protocol: PROTOCOL, client: `rooster ${version}`};
  const giveUpAt = clock.now() + Math.max(SECOND, timeoutMs);
  const greeting = client.call('hello', params, {timeoutMs: giveUpAt - clock.now()});
  greeting.catch(ignore);
  along(client);
  try {
    await dialling.connected;
  } catch (cause) {
    return nobodyAt(cause, signal);
  }
  try {
    const hello = await greeting;
    onZone?.(hello.zone);
    onNames?.(hello.names);
    return {kind: 'met', connection: {client, hello, [Symbol.asyncDispose]: () => client[Symbol.asyncDispose]()}};
  } catch (cause) {
    // The connection closed before the response: the daemon is stopping.
    const [ended, isLate] = [over, clock.now() >= giveUpAt];
    await client[Symbol.asyncDispose]();
    if (ended) return {kind: 'nobody', daemonState: 'absent', cause};
    if (isLate) throw new HungDaemonError(cause);
    const reason = errorMessage(cause);
    const isOther = cause instanceof GatewayError && cause.code === 'conflict';
    const advice = isOther ? '' : ' The daemon may be another version.';
    throw new NoDaemonError(`${reason}${advice} Run "rooster daemon restart".`, {cause});
  }
};

/** Classifies a failed connection: no daemon runs, or throws that none can be reached. */
const nobodyAt = (cause: unknown, signal: AbortSignal | undefined): Greeting => {
  signal?.throwIfAborted();
  const daemonState = daemonStateIn(cause);
  if (daemonState !== undefined) return {kind: 'nobody', daemonState, cause};
  throw new NoDaemonError(errorMessage(cause), {cause});
};

const daemonStateIn = (thrown: unknown): DaemonState | undefined => {
  if (!(thrown instanceof DialError)) return undefined;
  return thrown.reason === 'absent' || thrown.reason === 'stale' ? thrown.reason : undefined;
};

const gaveUp = ({places}: ConnectDeps, holder: number | undefined, cause: unknown): NoDaemonError =>
  holder === undefined
    ? new NoDaemonError(tooLate(places), {cause})
    : new LostSocketError(holder, places.socket, cause);

/** Announces once, after a second, that the command waits for a daemon without a socket. */
export const createWaitingNote = (clock: Clock, onWaiting: ConnectDeps['onWaiting']): ((pid: number) => void) => {
  const notBefore = clock.now() + NOTE_AFTER_MS;
  let hasPrinted = false;
  return pid => {
    if (hasPrinted || clock.now() < notBefore) return;
    hasPrinted = true;
    onWaiting?.(pid);
  };
};

const createStartingNote = ({clock, onStarting}: Pick<ConnectDeps, 'clock' | 'onStarting'>) => {
  let since = clock.now();
  let nextNoteAt = 0;
  return {
    begin: (): void => {
      since = clock.now();
      nextNoteAt = since + STARTING_NOTE_MS;
    },
    readyBy: (): number => since + READY_WITHIN_MS,
    note: (): void => {
      if (clock.now() < nextNoteAt) return;
      nextNoteAt = clock.now() + STARTING_NOTE_AGAIN_MS;
      onStarting?.(clock.now() - since);
    },
  };
};

const tooLate = ({log}: Places): string =>
  `Started the daemon, but it did not answer within ${READY_WITHIN_MS / SECOND} seconds. See its log: ${log}`;

const ignore = (): void => {};

/** Longer than a daemon needs to restore a lost socket. */
const PATIENCE_MS = 10 * SECOND;
/** For a daemon that this command started. */
const READY_WITHIN_MS = 120 * SECOND;
const GREETING_MS = 4 * SECOND;
const STARTING_NOTE_MS = 4 * SECOND;
const STARTING_NOTE_AGAIN_MS = 20 * SECOND;
/** A daemon that starts or stops needs less. */
const NOTE_AFTER_MS = SECOND;
const BETWEEN_DIALS_MS = 10;
const AFTER_LOSING_MS = 200;
