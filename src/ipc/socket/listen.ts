// The daemon's socket. The path appears in one step, with a listening socket of mode 0600. Publishing never replaces a
// live daemon's socket or another kind of file. Closing removes the path only if the socket is still ours.
import {chmodSync, type FSWatcher, linkSync, lstatSync, renameSync, rmSync, type Stats, watch} from 'node:fs';
import {createServer, type Server} from 'node:net';
import {basename, dirname, join, resolve} from 'node:path';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import {
  createLineRoom,
  createTurnEnd,
  FIRST_LINE_CAP,
  LINE_CAP,
  socketTransport,
  type Transport,
  UNFINISHED_CAP,
} from '../wire/index.ts';
import {DialError, dial, socketPathTooLong} from './dial.ts';
import {prepareSocketFolder} from './socket-folder.ts';

export type ListenDeps = {
  readonly path: string;
  /** The callback starts or aborts the transport. Accepted connections outlive the listener. */
  readonly onConnection: (transport: Transport) => void;
  /** A socket that listens at the path already. Its file belongs to the service manager that passed it. */
  readonly passed?: number;
  /** A connection could not be accepted, for example because no descriptors are left. Listening continues. */
  readonly onError?: (error: Error) => void;
  /** The socket's file was removed. Never called where the folder can't be watched. */
  readonly onGone?: () => void;
  /** The longest line of a client after `hello`, in bytes; before it, at most 64 KiB. @default 8 MiB */
  readonly lineCap?: number;
  /** The limit for the unfinished lines of all connections, in bytes. @default 64 MiB */
  readonly unfinishedCap?: number;
};

export type Listener = AsyncDisposable & {
  /** True if clients can find the socket: its file is still at the path. A removed file never returns. */
  readonly isThere: () => boolean;
};

/**
 * Listens until disposed. Rejects with a GatewayError: `conflict` when a live daemon owns the path, `refused` when the
 * path is unsafe.
 */
export const listen = async (deps: ListenDeps): Promise<Listener> => {
  const path = resolve(deps.path);
  const tooLong = socketPathTooLong(path);
  if (tooLong !== undefined) throw new GatewayError('invalid', tooLong);
  prepareSocketFolder(dirname(path));
  // Its file may have been removed, and a daemon's own socket may be there since.
  const passed = deps.passed !== undefined && (await isReachable(path)) ? deps.passed : undefined;
  if (passed === undefined) await removeStale(path);

  const {onConnection, lineCap = LINE_CAP, unfinishedCap = UNFINISHED_CAP} = deps;
  const shared = {
    lineCap,
    firstLineCap: Math.min(FIRST_LINE_CAP, lineCap),
    room: createLineRoom(unfinishedCap),
    lineByLine: true as const,
    turnEnd: createTurnEnd(),
  };
  const server = createServer({allowHalfOpen: true}, socket => onConnection(socketTransport({socket, ...shared})));
  const own = passed === undefined ? await publish(server, path) : await adopt(server, passed, path);
  // Without a listener, a failed accept would end the process.
  server.on('error', error => deps.onError?.(error));
  const isThere = (): boolean => {
    try {
      return isSameFile(look(path), own);
    } catch {
      // Clients can't use a path either that can't be looked at.
      return false;
    }
  };
  const watcher = watchFolder(dirname(path), () => {
    if (!isThere()) deps.onGone?.();
  });
  return {
    isThere,
    [Symbol.asyncDispose]: async () => {
      watcher?.close();
      // Node never closes a standard stream: a daemon that replaces itself finds the socket there again.
      server.close();
      try {
        if (passed === undefined && isThere()) rmSync(path);
      } catch {
        // The next daemon removes a stale socket.
      }
    },
  };
};

const isReachable = async (path: string): Promise<boolean> => {
  try {
    (await dial(path)).abort();
    return true;
  } catch {
    return false;
  }
};

/** Undefined if the system has no watchers left. A watcher that fails later ends. */
const watchFolder = (folder: string, onChange: () => void): FSWatcher | undefined => {
  try {
    const watcher = watch(folder, {persistent: false}, onChange);
    return watcher.on('error', () => watcher.close());
  } catch {
    return undefined;
  }
};

/** Removes a stale socket. Anything else at the path stays, and starting fails. */
const removeStale = async (path: string): Promise<void> => {
  const found = look(path);
  if (found === undefined) return;
  if (!found.isSocket()) throw new GatewayError('refused', `${path} exists but isn't a socket. Move it aside.`);
  try {
    (await dial(path)).abort();
  } catch (error) {
    if (!(error instanceof DialError) || error.reason === 'forbidden') throw error;
    if (error.reason === 'absent') return;
    // If two daemons find the same stale socket, the instance lock decides, not this code.
    if (error.reason === 'stale' && isSameFile(look(path), found)) {
      rmSync(path);
      return;
    }
  }
  throw taken(path);
};

/**
 * Binds under a temporary name and links it to the real one. So clients never see a socket that doesn't listen yet or
 * is open to others, and an existing path is never replaced. On close, Node unlinks the bound path whoever owns it
 * then, and finds nothing there.
 */
const publish = async (server: Server, path: string): Promise<Stats> => {
  const passing = passingName(path);
  await bind(server, {path: passing}, path);
  try {
    chmodSync(passing, 0o600);
    link(passing, path);
    return lstatSync(path);
  } catch (error) {
    server.close();
    throw error;
  } finally {
    rmSync(passing, {force: true});
  }
};

const adopt = async (server: Server, passed: number, path: string): Promise<Stats> => {
  chmodSync(path, 0o600);
  await bind(server, {fd: passed}, path);
  return lstatSync(path);
};

/** At most as long as the real name, whose length is checked already. */
const passingName = (path: string): string => {
  const name = `.${Math.random().toString(36).slice(2, 10)}`;
  return join(dirname(path), name.slice(0, Math.max(2, basename(path).length)));
};

const bind = (server: Server, at: {readonly path: string} | {readonly fd: number}, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (cause: Error): void =>
      reject(
        new GatewayError('unavailable', `Couldn't create a socket in ${dirname(path)}: ${cause.message}.`, {cause}),
      );
    server.once('error', fail);
    server.listen(at, () => {
      server.off('error', fail);
      resolve();
    });
  });

const link = (passing: string, path: string): void => {
  try {
    linkSync(passing, path);
  } catch {
    if (look(path) !== undefined) throw taken(path);
    // Without hard links, only the instance lock keeps two daemons apart.
    renameSync(passing, path);
  }
};

const look = (path: string): Stats | undefined => lstatSync(path, {throwIfNoEntry: false});

const isSameFile = (found: Stats | undefined, own: Stats): boolean => found?.ino === own.ino && found.dev === own.dev;

const taken = (path: string): GatewayError =>
  new GatewayError('conflict', `A daemon is already running on ${path}. Use it, or stop it with: rooster daemon stop`);
