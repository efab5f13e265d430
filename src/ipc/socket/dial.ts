// Connects to a daemon. On failure: one sentence, and a reason that a client can act on.
import {connect, type Socket} from 'node:net';
import {longestSocketPath} from '../../shared/records/places.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import {formatReason, type Reason} from '../../shared/text/sentences.ts';
import {ANSWER_LINE_CAP, createTurnEnd, socketTransport, type Transport} from '../wire/index.ts';

/**
 * `absent`: no socket. `stale`: nobody listens on it. `forbidden`: another user owns it. `too-long`: the path exceeds
 * the system's limit.
 */
type DialReason = 'absent' | 'stale' | 'forbidden' | 'too-long' | 'aborted' | 'failed';

export class DialError extends GatewayError {
  readonly reason: DialReason;

  constructor(reason: DialReason, sentence: string, options?: ErrorOptions) {
    super('unavailable', sentence, options);
    this.reason = reason;
  }
}

export type DialOptions = {readonly signal?: AbortSignal};

/** A pending connection. Data sent before it opens leaves first when it does. */
export type Dialling = {
  readonly transport: Transport;
  /** Resolves once connected; rejects with a DialError after the transport has ended. */
  readonly connected: Promise<void>;
};

/** Throws a DialError when the path cannot be tried. */
export const startDialling = (path: string, {signal}: DialOptions = {}): Dialling => {
  const tooLong = socketPathTooLong(path);
  if (tooLong !== undefined) throw new DialError('too-long', tooLong);
  if (signal?.aborted) throw aborted(path);
  const socket = connect({path, allowHalfOpen: true});
  const transport = socketTransport({socket, lineCap: ANSWER_LINE_CAP, turnEnd: createTurnEnd()});
  return {transport, connected: connected(socket, path, signal)};
};

/** Resolves once connected; rejects with a DialError. */
export const dial = async (path: string, options?: DialOptions): Promise<Transport> => {
  const {transport, connected} = startDialling(path, options);
  await connected;
  return transport;
};

/** An error sentence for a path longer than a socket's may be, with the limit. */
export const socketPathTooLong = (path: string): string | undefined => {
  const reason = longPathReason(path);
  return reason === undefined ? undefined : formatReason(reason);
};

/** The reason why no socket can have this path. Undefined if it can. */
export const longPathReason = (path: string): Reason | undefined => {
  const limit = longestSocketPath(process.platform);
  const length = Buffer.byteLength(path);
  if (length <= limit) return undefined;
  return {
    what: `The socket path ${path} has ${length} bytes and this system takes ${limit} at most (${limit + 1} with the zero at its end)`,
    advice: 'Set ROOSTER_HOME to a shorter folder.',
  };
};

const connected = (socket: Socket, path: string, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      socket.destroy();
      reject(aborted(path));
    };
    const settle = (): void => {
      signal?.removeEventListener('abort', stop);
      socket.off('connect', succeed);
      socket.off('error', fail);
    };
    const succeed = (): void => {
      settle();
      resolve();
    };
    const fail = (error: NodeJS.ErrnoException): void => {
      settle();
      reject(dialError(error, path));
    };
    signal?.addEventListener('abort', stop, {once: true});
    socket.once('connect', succeed);
    socket.once('error', fail);
  });

const dialError = (cause: NodeJS.ErrnoException, path: string): DialError => {
  switch (cause.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new DialError('absent', `The daemon is not running at ${path}.`, {cause});
    // It died while the connection was opening.
    case 'ECONNRESET':
    case 'ECONNREFUSED':
      return new DialError('stale', `No daemon answers at ${path}: the daemon that made this socket is gone.`, {cause});
    case 'EACCES':
    case 'EPERM':
      return new DialError(
        'forbidden',
        `The socket ${path} belongs to another user. Set ROOSTER_HOME to a folder of your own.`,
        {
          cause,
        },
      );
    default:
      return new DialError('failed', `Couldn't reach the socket ${path}: ${cause.message}.`, {cause});
  }
};

const aborted = (path: string): DialError => new DialError('aborted', `The connection to ${path} was cancelled.`);
