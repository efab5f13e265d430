// The daemon's sockets, kept where clients look for them. systemd removes `$XDG_RUNTIME_DIR` when the last session of a user
// ends, and anybody may remove a file: a daemon that nobody finds could be neither used nor stopped nor replaced.
import {socketPathTooLong} from '../../ipc/dial.ts';
import {type ListenDeps, type Listener, listen} from '../../ipc/listen.ts';
import type {ConfigProblem} from '../../shared/events/gateway-event.ts';
import {present} from '../../shared/fields/present.ts';
import {errorMessage, GatewayError} from '../../shared/records/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import type {Log} from '../ports/system.ts';

type SocketsDeps = Pick<ListenDeps, 'onConnection' | 'onError'> & {
  /** In the order in which a client tries them. */
  readonly paths: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
};

export type Sockets = AsyncDisposable & {
  /** The sockets that cannot be made at present. */
  readonly problems: () => readonly ConfigProblem[];
};

/**
 * Listens on every path until disposed, and makes a socket that vanished again within seconds. Rejects with the reason of the first
 * path where nothing can be opened, or where the first one is unsafe.
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
          : [{key: 'socket', reason: `${path} could not be made: ${reason}`, inForce: inForce(sockets)}];
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
  /** Why it is not there; undefined while it is. */
  readonly problem: () => string | undefined;
  /** Gives what stood in the way, if anything did. */
  readonly open: (how: {readonly patient: boolean}) => Promise<unknown>;
  /** Makes it again where it is gone. */
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

/** A folder that may not even be looked into holds no socket that a client could use. */
const isThere = (listener: Listener | undefined): boolean => {
  try {
    return listener?.isThere() ?? false;
  } catch {
    return false;
  }
};

/** A daemon that was killed a moment ago may still hold its socket open. This one has the lock, so nobody living can. */
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

/** Whether the daemon may go on with its other socket: a folder that is not there may come, one that is unsafe stays refused. */
const isTemporary = (refusal: unknown): boolean =>
  refusal === undefined || (refusal instanceof GatewayError && refusal.code === 'unavailable');

const inForce = (sockets: readonly Socket[]): string => {
  const used = sockets.find(({problem}) => problem() === undefined);
  const again = `It is tried again every ${LOOK_AGAIN_MS / SECOND} seconds.`;
  return used === undefined ? again : `Clients use ${used.path}. ${again}`;
};

const LOOK_AGAIN_MS = 5 * SECOND;
const PATIENCE_MS = 2 * SECOND;
const BETWEEN_TRIES_MS = 50;
