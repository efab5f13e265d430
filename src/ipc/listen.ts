// The daemon's socket. It appears under its name all at once, already listening and already 0600; it never takes the name
// from a living daemon or from a file that is no socket; and its name goes with it only if it is still its own.
import {chmodSync, linkSync, lstatSync, renameSync, rmSync, type Stats} from 'node:fs';
import {createServer, type Server} from 'node:net';
import {basename, dirname, join, resolve} from 'node:path';
import {GatewayError} from '../shared/records/gateway-error.ts';
import {DialError, dial, socketPathTooLong} from './dial.ts';
import {createLineRoom} from './line-room.ts';
import {FIRST_LINE_CAP, LINE_CAP, UNFINISHED_CAP} from './lines.ts';
import {prepareSocketFolder} from './socket-folder.ts';
import {socketTransport} from './socket-transport.ts';
import type {Transport} from './transport.ts';
import {createTurnEnd} from './turn-end.ts';

export type ListenDeps = {
  readonly path: string;
  /** Starts the transport, or aborts it. Connections are whoever's took them: they outlive the listener. */
  readonly onConnection: (transport: Transport) => void;
  /** A connection that could not be taken, for want of descriptors, say. Listening goes on. */
  readonly onError?: (error: Error) => void;
  /** The longest line of a client that has said hello, in bytes; of others it is 64 KiB at most. @default 8 MiB */
  readonly lineCap?: number;
  /** The longest that all unfinished lines may be together, in bytes. @default 64 MiB */
  readonly unfinishedCap?: number;
};

export type Listener = AsyncDisposable & {
  /** Whether clients still find it: its file is at its path. A file that was removed never comes back by itself. */
  readonly isThere: () => boolean;
};

/** Listens until disposed. Rejects with a GatewayError: `conflict` where a daemon lives on the path, `refused` where it is unsafe. */
export const listen = async (deps: ListenDeps): Promise<Listener> => {
  const path = resolve(deps.path);
  const tooLong = socketPathTooLong(path);
  if (tooLong !== undefined) throw new GatewayError('invalid', tooLong);
  prepareSocketFolder(dirname(path));
  await removeStale(path);

  const {onConnection, lineCap = LINE_CAP, unfinishedCap = UNFINISHED_CAP} = deps;
  const shared = {
    lineCap,
    firstLineCap: Math.min(FIRST_LINE_CAP, lineCap),
    room: createLineRoom(unfinishedCap),
    lineByLine: true as const,
    turnEnd: createTurnEnd(),
  };
  const server = createServer({allowHalfOpen: true}, socket => onConnection(socketTransport({socket, ...shared})));
  const own = await publish(server, path);
  // An accept that fails and finds no listener ends the process.
  server.on('error', error => deps.onError?.(error));
  const isThere = (): boolean => isSameFile(look(path), own);
  return {
    isThere,
    [Symbol.asyncDispose]: async () => {
      if (isThere()) rmSync(path);
      server.close();
    },
  };
};

/** A socket on which nobody answers is removed; anything else at the path is a reason to stop, and stays as it is. */
const removeStale = async (path: string): Promise<void> => {
  const found = look(path);
  if (found === undefined) return;
  if (!found.isSocket())
    throw new GatewayError('refused', `${path} is in the way: it is no socket. Move it elsewhere.`);
  try {
    (await dial(path)).abort();
  } catch (error) {
    if (!(error instanceof DialError) || error.reason === 'forbidden') throw error;
    if (error.reason === 'absent') return;
    // Two daemons that find the same stale socket are kept apart by the instance lock, not here.
    if (error.reason === 'stale' && isSameFile(look(path), found)) {
      rmSync(path);
      return;
    }
  }
  throw taken(path);
};

/**
 * Binds under a passing name and links it to the real one: so nobody meets a socket that does not listen yet or is open to
 * others, an existing name is never replaced, and Node, which on closing unlinks the path it was bound to whoever owns it by
 * then, finds nothing there.
 */
const publish = async (server: Server, path: string): Promise<Stats> => {
  const passing = passingName(path);
  await bind(server, passing);
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

/** No longer than the name it stands for, whose length has been checked. */
const passingName = (path: string): string => {
  const name = `.${Math.random().toString(36).slice(2, 10)}`;
  return join(dirname(path), name.slice(0, Math.max(2, basename(path).length)));
};

const bind = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (cause: Error): void =>
      reject(
        new GatewayError('unavailable', `No socket could be made in ${dirname(path)}: ${cause.message}.`, {cause}),
      );
    server.once('error', fail);
    server.listen({path}, () => {
      server.off('error', fail);
      resolve();
    });
  });

const link = (passing: string, path: string): void => {
  try {
    linkSync(passing, path);
  } catch {
    if (look(path) !== undefined) throw taken(path);
    // A file system without hard links: the instance lock alone keeps two daemons apart.
    renameSync(passing, path);
  }
};

const look = (path: string): Stats | undefined => lstatSync(path, {throwIfNoEntry: false});

const isSameFile = (found: Stats | undefined, own: Stats): boolean => found?.ino === own.ino && found.dev === own.dev;

const taken = (path: string): GatewayError =>
  new GatewayError('conflict', `A daemon is already running on ${path}. Use it, or stop it with: rooster daemon stop`);
