// Keeps the daemon's sockets at their paths. systemd removes `$XDG_RUNTIME_DIR` when a user's last session ends, and
// anybody may remove a file. Without a socket a daemon can't be used, stopped or replaced.
import {socketPathTooLong} from '../../ipc/socket/dial.ts';
import {type ListenDeps, type Listener, listen} from '../../ipc/socket/listen.ts';
import {passedSocket} from '../../ipc/socket/passed-socket.ts';
import type {Environment} from '../../shared/records/places.ts';
import type {Problem} from '../../shared/records/problem.ts';
import {errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';
import {type Clock, LOOK_AGAIN_MS} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import type {Log} from '../ports/system.ts';

type SocketsDeps = Pick<ListenDeps, 'onConnection' | 'onError'> & {
  /** In the order in which clients try them. */
  readonly paths: readonly string[];
  /** Variables of this process: they say whether a service manager passed it a socket. */
  readonly env: Environment;
  readonly clock: Clock;
  readonly log: Log;
};

export type Sockets = AsyncDisposable & {
  /** The sockets that can't be opened now. */
  readonly problems: () => readonly Problem[];
};

/**
 * Listens on every path until disposed, and recreates a deleted socket after a moment, or within 30 s where its folder
 * can't be watched. Rejects with the first path's reason if that path is unsafe or no socket can be opened.
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
  const check = async (): Promise<void> => {
    for (const socket of sockets) await socket.keep();
  };
  const ticking = clock.lookAgain('sockets', check);
  for (const {path, problem} of sockets)
    if (problem() !== undefined) log.warn({socket: path}, `Couldn't create a socket: ${problem()}`);
  return {
    problems: () =>
      sockets.flatMap(({path, problem}) => {
        const reason = problem();
        return reason === undefined
          ? []
          : [{key: 'socket', reason: `Couldn't create ${path}: ${reason}`, inForce: inForce(sockets)}];
      }),
    [Symbol.asyncDispose]: async () => {
      ticking[Symbol.dispose]();
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

const createSocket = ({onConnection, onError, env, clock, log}: SocketsDeps, path: string): Socket => {
  let soon: Disposable | undefined;
  const onGone = (): void => {
    soon?.[Symbol.dispose]();
    soon = clock.after(MOMENT_MS, keep);
  };
  const deps = {path, onConnection, onGone, onError};
  let listener: Listener | undefined;
  let reason: string | undefined;
  let keeping: Promise<void> | undefined;
  let reopens = false;
  let closed = false;

  const open: Socket['open'] = async ({patient}) => {
    try {
      // A socket that was removed and comes back is our own.
      const passed = reopens ? undefined : passedSocket(path, env);
      reopens = true;
      listener = await (patient ? listenPatiently({...deps, passed}, clock) : listen({...deps, passed}));
      reason = undefined;
      return undefined;
    } catch (error) {
      reason = errorMessage(error);
      return error;
    }
  };
  const release = async (): Promise<void> => {
    await listener?.[Symbol.asyncDispose]();
    listener = undefined;
  };
  const openAgain = async (): Promise<void> => {
    const wasThere = reason === undefined;
    await release();
    await open({patient: false});
    if (reason === undefined) log.warn({socket: path}, 'Recreated a socket that was removed.');
    else if (wasThere) log.error({socket: path}, `A socket was removed and couldn't be recreated: ${reason}`);
  };
  const keep = async (): Promise<void> => {
    if (closed || listener?.isThere() === true) return;
    keeping ??= openAgain().finally(() => {
      keeping = undefined;
    });
    await keeping;
  };
  return {
    path,
    problem: () => reason,
    open,
    keep,
    close: async () => {
      closed = true;
      soon?.[Symbol.dispose]();
      await keeping;
      await release();
    },
  };
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

/**
 * True if the daemon may start with its other socket. A missing folder may appear later; an unsafe one stays refused.
 */
const isTemporary = (refusal: unknown): boolean =>
  refusal === undefined || (refusal instanceof GatewayError && refusal.code === 'unavailable');

const inForce = (sockets: readonly Socket[]): string => {
  const used = sockets.find(({problem}) => problem() === undefined);
  const again = `Rooster retries every ${LOOK_AGAIN_MS / SECOND} seconds.`;
  return used === undefined ? again : `Clients use ${used.path}. ${again}`;
};

/** Whoever removes the socket may be removing its folder, and a new file in there would make that fail. */
const MOMENT_MS = 250;
const PATIENCE_MS = 2 * SECOND;
const BETWEEN_TRIES_MS = 50;
