// Keeps the daemon's sockets at their paths. systemd removes `$XDG_RUNTIME_DIR` when a user's last session ends, and anybody may remove
// a file. Without a socket a daemon can't be used, stopped or replaced.
import {socketPathTooLong} from '../../ipc/socket/dial.ts';
import {type ListenDeps, type Listener, listen} from '../../ipc/socket/listen.ts';
import type {Problem} from '../../shared/events/gateway-event.ts';
import {present} from '../../shared/fields/present.ts';
import {errorMessage, GatewayError} from '../../shared/records/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import type {Log} from '../ports/system.ts';

type SocketsDeps = Pick<ListenDeps, 'onConnection' | 'onError'> & {
  /** In the order in which clients try them. */
  readonly paths: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
};

export type Sockets = AsyncDisposable & {
  /** The sockets that can't be opened now. */
  readonly problems: () => readonly Problem[];
};

/**
 * Listens on every path until disposed, and recreates a deleted socket within seconds. Rejects with the first path's reason if that
 * path is unsafe or no socket can be opened.
 */
export const openSockets = async (deps: SocketsDeps): Promise<Sockets> => {
  const {clock, log} = deps;
  const paths = deps.paths.filter((path, index) => index === 0 || socketPathTooLong(path) === undefined);
  const sockets = paths.map(path => createSocket(deps, path));
  const [first, ...others] = sockets;
  const refusal = await first?.open({patient: true});
  for (const other of others) await other.open({patient: false});
  const isUsable = sockets.some(socket => socket.problem() === undefined) && isTemporary(refusal);
  if (!isUsable) {
    for (const socket of sockets) await socket.close();
    throw refusal;
  }
  let timer: Disposable | undefined;
  let closed = false;
  const look = async (): Promise<void> => {
    for (const socket of sockets) if (!closed) await socket.keep();
    if (!closed) timer = clock.after(LOOK_AGAIN_MS, () => void look());
  };
  timer = clock.after(LOOK_AGAIN_MS, () => void look());
  for (const {path, problem} of sockets)
    if (problem() !== undefined) log.warn({socket: path}, `a socket could not be made: ${problem()}`);
  return {
    problems: () =>
      sockets.flatMap(({path, problem}) => {
        const reason = problem();
        return reason === undefined
          ? []
          : [{key: 'socket', reason: `Couldn't create ${path}: ${reason}`, inForce: inForce(sockets)}];
      }),
    [Symbol.asyncDispose]: async () => {
      closed = true;
      timer?.[Symbol.dispose]();
      for (const socket of sockets) await socket.close();
    },
  };
};

type Socket = {
  readonly path: string;
  /** The reason why the socket isn't open. Undefined while it is. */
  readonly problem: () => string | undefined;
  /** Resolves with the error, if there was one. */
  readonly open: (how: {readonly patient: boolean}) => Promise<unknown>;
  /** Recreates the socket if it is gone. */
  readonly keep: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const createSocket = ({onConnection, onError, clock, log}: SocketsDeps, path: string): Socket => {
  const deps = {path, onConnection, ...present({onError})};
  let listener: Listener | undefined;
  let reason: string | undefined;

  const open: Socket['open'] = async ({patient}) => {
    try {
      listener = await (patient ? listenPatiently(deps, clock) : listen(deps));
      reason = undefined;
      return undefined;
    } catch (error) {
      reason = errorMessage(error);
      return error;
    }
  };
  const close = async (): Promise<void> => {
    await listener?.[Symbol.asyncDispose]();
    listener = undefined;
  };
  return {
    path,
    problem: () => reason,
    open,
    keep: async () => {
      if (isThere(listener)) return;
      const wasThere = reason === undefined;
      await close();
      await open({patient: false});
      if (reason === undefined) log.warn({socket: path}, 'the socket was gone, and was made again');
      else if (wasThere) log.error({socket: path}, `the socket is gone and could not be made again: ${reason}`);
    },
    close,
  };
};

/** A socket in a folder without access isn't usable for clients either. */
const isThere = (listener: Listener | undefined): boolean => {
  try {
    return listener?.isThere() ?? false;
  } catch {
    return false;
  }
};

/** A daemon that was killed a moment ago may still hold its socket. This one has the lock, so no running daemon can. */
const listenPatiently = async (deps: ListenDeps, clock: Clock): Promise<Listener> => {
  const giveUpAt = clock.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await listen(deps);
    } catch (error) {
      const isTaken = error instanceof GatewayError && error.code === 'conflict';
      if (!isTaken || clock.now() >= giveUpAt) throw error;
    }
    await new Promise<void>(resolve => void clock.after(BETWEEN_TRIES_MS, resolve));
  }
};

/** True if the daemon may start with its other socket. A missing folder may appear later; an unsafe one stays refused. */
const isTemporary = (refusal: unknown): boolean =>
  refusal === undefined || (refusal instanceof GatewayError && refusal.code === 'unavailable');

const inForce = (sockets: readonly Socket[]): string => {
  const used = sockets.find(({problem}) => problem() === undefined);
  const again = `Rooster retries every ${LOOK_AGAIN_MS / SECOND} seconds.`;
  return used === undefined ? again : `Clients use ${used.path}. ${again}`;
};

const LOOK_AGAIN_MS = 5 * SECOND;
const PATIENCE_MS = 2 * SECOND;
const BETWEEN_TRIES_MS = 50;
