// Reaching the daemon: dial, and where none runs start one and dial until it answers. Two clients that start at once end
// with one daemon: the lock is the daemon's, the loser ends with code 0, and both go on dialling.

import {type Client, type ClientDeps, createClient} from '../../../ipc/client.ts';
import {DialError, type Dialling, type DialOptions} from '../../../ipc/dial.ts';
import {type Notices, PROTOCOL, type Result} from '../../../ipc/protocol.ts';
import {errorMessage, GatewayError} from '../../../shared/records/gateway-error.ts';
import {type Places, socketsOf} from '../../../shared/records/places.ts';
import type {Names} from '../../../shared/text/names.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {DaemonProgram, StartedDaemon} from './daemon-program.ts';
import {HungDaemonError, LostSocketError, NoDaemonError, type Silence} from './no-daemon-error.ts';

export type Connection = AsyncDisposable & {readonly client: Client; readonly hello: Result<'hello'>};

export type OnNotice = ClientDeps<Notices>['onNotice'];

export type ConnectOptions = {
  readonly onNotice?: OnNotice;
  /** Whether a daemon is started where none runs. @default true */
  readonly starts?: boolean;
  /** For how long an answer is waited for. @default 10 seconds */
  readonly patienceMs?: number;
  readonly signal?: AbortSignal;
  /**
   * Called for each daemon that is met, once the greeting is on its way and before it is answered: what it asks leaves in the
   * same write. Only for questions, since a daemon of another version is found out with the answer.
   */
  readonly along?: (client: Client) => void;
};

/** Rejects with a NoDaemonError, or with the reason of the signal. */
export type Connect = (options?: ConnectOptions) => Promise<Connection>;

export type ConnectDeps = {
  readonly places: Places;
  readonly version: string;
  readonly clock: Clock;
  readonly dial: (path: string, options?: DialOptions) => Dialling;
  readonly program: () => Promise<DaemonProgram>;
  /** The process that holds this home although nobody answers. @default none */
  readonly lockHolder?: () => Promise<number | undefined>;
  /** The zone of the person at the terminal, before anything that was asked is answered. */
  readonly onZone?: (zone: string | undefined) => void;
  /** What people and conversations are called, at the same moment. */
  readonly onNames?: (names: Names | undefined) => void;
  /** A daemon was started on the way. */
  readonly onStarted?: () => void;
  /** A daemon runs without its socket, and is waited for. */
  readonly onWaiting?: (pid: number) => void;
};

export const createConnect =
  (deps: ConnectDeps): Connect =>
  async ({onNotice = ignore, starts = true, patienceMs = PATIENCE_MS, signal, along = ignore} = {}) => {
    const {clock} = deps;
    const giveUpAt = clock.now() + patienceMs;
    const noteWaiting = createWaitingNote(clock, deps.onWaiting);
    let started: StartedDaemon | undefined;
    try {
      for (;;) {
        signal?.throwIfAborted();
        const met = await greetAny(deps, {onNotice, signal, along, timeoutMs: giveUpAt - clock.now()});
        if (met.kind === 'met') {
          if (started !== undefined) deps.onStarted?.();
          return met.connection;
        }
        if (!starts) throw new NoDaemonError('No daemon is running.', {silence: met.silence, cause: met.cause});
        const holder = started === undefined ? await deps.lockHolder?.() : undefined;
        if (clock.now() >= giveUpAt) throw gaveUp(deps, holder, met.cause);
        // It opens its socket, makes it again, or is ending: a second one could not start.
        if (holder !== undefined) {
          noteWaiting(holder);
          await pause(clock, BETWEEN_DIALS_MS);
          continue;
        }
        started ??= await start(deps);
        const end = await Promise.race([started.ended, pause(clock, BETWEEN_DIALS_MS)]);
        if (end === undefined) continue;
        if (end.code !== 0) throw new NoDaemonError(end.words);
        // Somebody else's daemon runs: it may still be opening its socket, or be closing, and then it is our turn again.
        started = undefined;
        await pause(clock, AFTER_LOSING_MS);
      }
    } finally {
      started?.release();
    }
  };

/** A pause that says nothing. */
export const pause = (clock: Clock, ms: number): Promise<undefined> =>
  new Promise(resolve => {
    clock.after(ms, () => resolve(undefined));
  });

const start = async ({program}: ConnectDeps): Promise<StartedDaemon> => {
  try {
    return (await program()).start();
  } catch (cause) {
    throw new NoDaemonError(errorMessage(cause), {cause});
  }
};

type Met =
  | {readonly kind: 'met'; readonly connection: Connection}
  | {readonly kind: 'nobody'; readonly silence: Silence; readonly cause: unknown};

type GreetOptions = {
  readonly onNotice: OnNotice;
  readonly signal: AbortSignal | undefined;
  readonly along: (client: Client) => void;
  readonly timeoutMs: number;
};

/** Tries each socket in turn; where nobody is met, the first one says why. */
const greetAny = async (deps: ConnectDeps, options: GreetOptions): Promise<Met> => {
  const [first, ...others] = socketsOf(deps.places);
  const met = await greet(deps, first ?? deps.places.socket, options);
  if (met.kind === 'met') return met;
  for (const socket of others) {
    const other = await greet(deps, socket, options);
    if (other.kind === 'met') return other;
  }
  return met;
};

/** Dials once and says hello. */
const greet = async (
  {dial, clock, version, onZone, onNames}: ConnectDeps,
  socket: string,
  {onNotice, signal, along, timeoutMs}: GreetOptions,
): Promise<Met> => {
  let dialling: Dialling;
  try {
    dialling = dial(socket, signal === undefined ? {} : {signal});
  } catch (cause) {
    return nobodyAt(cause, signal);
  }
  const client = createClient({transport: dialling.transport, clock, onNotice});
  let over = false;
  void client.closed.then(() => {
    over = true;
  });
  // Said before anybody listens: with a daemon there it is the first thing to arrive, and else the way there has the reason.
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
    // Closed before it answered: it is ending, and a moment later nobody listens.
    const [ended, isLate] = [over, clock.now() >= giveUpAt];
    await client[Symbol.asyncDispose]();
    if (ended) return {kind: 'nobody', silence: 'absent', cause};
    if (isLate) throw new HungDaemonError(cause);
    const words = errorMessage(cause);
    const isOther = cause instanceof GatewayError && cause.code === 'conflict';
    const advice = isOther ? '' : ' The daemon may be another version.';
    throw new NoDaemonError(`${words}${advice} Run "rooster daemon restart".`, {cause});
  }
};

/** What a way that leads nowhere means: nobody is there, or it throws that nobody can be reached. */
const nobodyAt = (cause: unknown, signal: AbortSignal | undefined): Met => {
  signal?.throwIfAborted();
  const silence = silenceIn(cause);
  if (silence !== undefined) return {kind: 'nobody', silence, cause};
  throw new NoDaemonError(errorMessage(cause), {cause});
};

const silenceIn = (thrown: unknown): Silence | undefined => {
  if (!(thrown instanceof DialError)) return undefined;
  return thrown.reason === 'absent' || thrown.reason === 'stale' ? thrown.reason : undefined;
};

const gaveUp = ({places}: ConnectDeps, holder: number | undefined, cause: unknown): NoDaemonError =>
  holder === undefined
    ? new NoDaemonError(tooLate(places), {cause})
    : new LostSocketError(holder, places.socket, cause);

/** Says once, and not before a second has passed, that a daemon without a socket is waited for. */
export const createWaitingNote = (clock: Clock, onWaiting: ConnectDeps['onWaiting']): ((pid: number) => void) => {
  const notBefore = clock.now() + NOTE_AFTER_MS;
  let isSaid = false;
  return pid => {
    if (isSaid || clock.now() < notBefore) return;
    isSaid = true;
    onWaiting?.(pid);
  };
};

const tooLate = ({log}: Places): string =>
  `Started the daemon, but it did not answer within ${PATIENCE_MS / SECOND} seconds. See its log: ${log}`;

const ignore = (): void => {};

/** Longer than a daemon needs to make a lost socket again. */
const PATIENCE_MS = 10 * SECOND;
/** A daemon that starts or ends is back sooner. */
const NOTE_AFTER_MS = SECOND;
const BETWEEN_DIALS_MS = 10;
const AFTER_LOSING_MS = 200;
