// One connection to a signal-cli in manual mode: its version is checked, and it delivers messages while the connection
// lives.
import {connect as connectSocket, type Socket} from 'node:net';
import {ANSWER_LINE_CAP, createTurnEnd, socketTransport, type Transport} from '../../../ipc/wire/index.ts';
import {ReasonedError} from '../../../shared/text/gateway-error.ts';
import type {Reason} from '../../../shared/text/sentences.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {SECOND} from '../../../shared/time/time.ts';
import {type Chosen, chooseAccount} from './attach/account.ts';
import {failureOf} from './calls/call.ts';
import {createLineCaller} from './calls/line-caller.ts';
import {createSignalRpc} from './calls/signal-rpc.ts';
import type {Host} from './host.ts';
import type {Attachment} from './state/connection.ts';
import {within} from './waiting.ts';

export type Session = Attachment & {
  /** Runs work while receiving is stopped. Returns false, without running it, if receiving couldn't be stopped. */
  whileIdle(work: () => Promise<void>): Promise<boolean>;
};

type GreetDeps = {
  readonly place: SocketPlace;
  readonly clock: Clock;
  readonly host: Host;
  /** The wanted account, as far as known, if signal-cli may serve several. Unset if it serves one. */
  readonly choose?: {readonly account: string | undefined};
  readonly onReceived: (params: unknown) => void;
  readonly held?: Held | undefined;
};

/**
 * Undefined when received messages can be kept for good. Else resolves when they can: meanwhile, after a moment, they
 * are left at Signal.
 */
export type Held = () => Promise<void> | undefined;

/** Connects, checks the version and subscribes. Rejects with an `unavailable` ReasonedError. */
export const greet = async ({place, clock, host, choose, onReceived, held}: GreetDeps): Promise<Session> => {
  const transport = await connectTo(place, clock, host);
  const line = createLineCaller({transport, clock, onReceived});
  const give = async (reason: Reason): Promise<never> => {
    transport.abort();
    await line.closed;
    throw new ReasonedError('unavailable', reason);
  };
  const version = await createSignalRpc(line).version();
  if (version.kind !== 'result')
    return give({what: `signal-cli took the connection and does not answer (${failureOf(version)})`});
  const chosen: Chosen = choose === undefined ? {caller: line} : await chooseAccount(line, choose.account, host);
  if ('refusal' in chosen) return give(chosen.refusal);
  const {caller} = chosen;
  const rpc = createSignalRpc(caller);
  let subscribed = await rpc.subscribeReceive();
  if (subscribed.kind !== 'result') return give({what: `signal-cli hands over no messages (${failureOf(subscribed)})`});
  const unsubscribe = async (): Promise<boolean> =>
    subscribed.kind === 'result' && (await rpc.unsubscribeReceive(subscribed.result)).kind === 'result';

  const whileIdle: Session['whileIdle'] = async work => {
    if (!(await unsubscribe())) return false;
    try {
      await work();
    } finally {
      subscribed = await rpc.subscribeReceive();
      // The supervisor then reconnects and subscribes again.
      if (subscribed.kind !== 'result') transport.abort();
    }
    return true;
  };
  const looking = held && idleWhile(held, whileIdle, clock);

  return {
    caller,
    version: version.result,
    account: chosen.account,
    unsubscribe,
    whileIdle,
    closed: line.closed.finally(() => looking?.[Symbol.dispose]()),
    [Symbol.asyncDispose]: async () => {
      transport.abort();
      await line.closed;
    },
  };
};

/** Stops receiving while messages couldn't be kept. */
const idleWhile = (held: Held, whileIdle: Session['whileIdle'], clock: Clock): Disposable => {
  let timer: Disposable | undefined;
  let hasEnded = false;
  const look = async (): Promise<void> => {
    const kept = held();
    if (kept !== undefined && !(await within(clock, HELD_MS, kept)) && !hasEnded) await whileIdle(() => kept);
    if (!hasEnded) timer = clock.after(LOOK_EVERY_MS, () => void look());
  };
  void look();
  return {
    [Symbol.dispose]: () => {
      hasEnded = true;
      timer?.[Symbol.dispose]();
    },
  };
};

export type SocketPlace = {readonly path: string} | {readonly host: string; readonly port: number};

/** Connects to a signal-cli on a UNIX or TCP socket. Rejects with an `unavailable` ReasonedError after at most 10 s. */
export const connectTo = async (
  place: SocketPlace,
  clock: Clock,
  {longPath}: Pick<Host, 'longPath'>,
): Promise<Transport> => {
  const tooLong = 'path' in place ? longPath(place.path) : undefined;
  if (tooLong !== undefined) throw new ReasonedError('unavailable', tooLong);
  const socket = connectSocket({...place, allowHalfOpen: true});
  if ('port' in place) socket.setKeepAlive(true, 30 * SECOND).setNoDelay(true);
  try {
    await awaitConnection(socket, place, clock);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return socketTransport({socket, lineCap: ANSWER_LINE_CAP, turnEnd: createTurnEnd()});
};

const awaitConnection = async (socket: Socket, place: SocketPlace, clock: Clock): Promise<void> => {
  const {promise, resolve, reject} = Promise.withResolvers<void>();
  const where = 'path' in place ? place.path : `${place.host}:${place.port}`;
  const fail = (error: NodeJS.ErrnoException): void =>
    reject(new ReasonedError('unavailable', reasonOfError(error, where), {cause: error}));
  const late = (): void => reject(new ReasonedError('unavailable', {what: `Nothing at ${where} answered within 10 s`}));
  using _ = clock.after(CONNECT_MS, late);
  socket.once('connect', resolve).once('error', fail);
  try {
    await promise;
  } finally {
    socket.off('error', fail);
  }
};

const reasonOfError = (error: NodeJS.ErrnoException, where: string): Reason => {
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return {what: `No signal-cli at ${where}: no such socket`};
    case 'ECONNREFUSED':
      return {what: `No signal-cli answers at ${where}`};
    case 'EACCES':
    case 'EPERM':
      return {what: `The socket ${where} of signal-cli belongs to somebody else`};
    default:
      return {what: `signal-cli at ${where} could not be reached (${error.message})`};
  }
};

const CONNECT_MS = 10 * SECOND;
/** Longer than a change needs to be stored elsewhere. */
const HELD_MS = 2 * SECOND;
const LOOK_EVERY_MS = SECOND;
