// Checks that the open database file is still at its path. SQLite keeps writing into a deleted file, and those writes
// vanish with the process. A folder that was moved takes its files along, so nothing is lost then.
import {closeSync, fstatSync, openSync, readlinkSync, type Stats, statSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import type {DatabaseSync} from 'node:sqlite';
import {makeFolder} from '../../../ipc/socket/make-folder.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {makePrivateFile, publishFile} from './database-file.ts';

type FileLoss = 'deleted or moved' | 'replaced';

/** The place of the database's folder. `gone`: it was deleted, or moved to another disk. */
type HomePlace = 'in place' | 'gone' | {readonly movedTo: string};

type FileGuard = Disposable & {
  /**
   * Checks the file. Returns its loss, or undefined if it is in place. Before each transaction only the database file
   * is checked, which takes two microseconds. `whole` also checks its log.
   */
  readonly check: (how?: {readonly whole: boolean}) => FileLoss | undefined;
  /** Finds the folder. Moved folders are only found on Linux; elsewhere they are gone. */
  readonly home: () => HomePlace;
};

/** Guards the current files. A log that doesn't exist yet is guarded once it does. */
const guardFile = (path: string): FileGuard => {
  const guarded = [path, `${path}-wal`].map(file => ({file, own: identityOf(file)}));
  const folder = openFolder(dirname(path));
  return {
    check: ({whole} = {whole: true}) => {
      for (const item of whole ? guarded : guarded.slice(0, 1)) {
        const now = identityOf(item.file);
        // A file that can't be inspected proves nothing.
        if (now === 'unknown') continue;
        if (item.own === 'unknown' || item.own === undefined) item.own = now;
        else if (now === undefined) return 'deleted or moved';
        else if (now !== item.own) return 'replaced';
      }
      return undefined;
    },
    home: () => {
      if (folder === undefined) return 'in place';
      const now = identityOf(dirname(path));
      if (now === 'unknown' || now === idOf(fstatSync(folder))) return 'in place';
      const place = placeOf(folder);
      const isThere = place !== undefined && identityOf(join(place, basename(path))) === guarded[0]?.own;
      return isThere ? {movedTo: place} : 'gone';
    },
    [Symbol.dispose]: () => {
      if (folder !== undefined) closeSync(folder);
    },
  };
};

export type WatchedFile = {
  readonly path: string;
  /** File to save the content in if the database file is lost. @default the file isn't guarded */
  readonly savedPath?: () => string;
  /** Called once with the error when the file is lost. `home`: the place of its folder. */
  readonly onLost?: (error: GatewayError, home: HomePlace) => void;
};

type FileWatch = Disposable & {
  /** Checks that the file is still at its path. If not, saves the content elsewhere. */
  readonly check: (how?: {readonly whole: boolean}) => void;
  /** The error once the file is lost. */
  readonly missing: () => GatewayError | undefined;
};

/** Watches the file of an open connection, from its first transaction on. */
export const watchFile = (sqlite: DatabaseSync, {path, savedPath, onLost}: WatchedFile): FileWatch => {
  /** The files as the first transaction found them. */
  let guard: FileGuard | undefined;
  let missing: GatewayError | undefined;
  return {
    check: (how = {whole: true}) => {
      if (savedPath === undefined || missing !== undefined || !sqlite.isOpen) return;
      guard ??= guardFile(path);
      const loss = guard.check(how);
      if (loss === undefined) return;
      const home = guard.home();
      missing =
        typeof home === 'object'
          ? movedError(path, home.movedTo)
          : lostError(path, home === 'gone' ? 'gone' : loss, saveContent(sqlite, savedPath()));
      onLost?.(missing, home);
    },
    missing: () => missing,
    [Symbol.dispose]: () => guard?.[Symbol.dispose](),
  };
};

/** Saves the whole content in a new file. Returns its path, or the reason for the failure. */
const saveContent = (sqlite: DatabaseSync, copy: string): Saved => {
  try {
    makeFolder(dirname(copy));
    const unfinished = `${copy}.new`;
    makePrivateFile(unfinished);
    sqlite.prepare('VACUUM INTO ?').run(unfinished);
    publishFile(unfinished, copy);
    return {path: copy};
  } catch (error) {
    return {reason: errorMessage(error)};
  }
};

type Saved = {readonly path: string} | {readonly reason: string};

const movedError = (path: string, place: string): GatewayError =>
  new GatewayError(
    'unavailable',
    `${dirname(path)} was moved to ${place} while the daemon ran, so the daemon ends. Everything is there: the next command with that home starts a daemon.`,
  );

/** `gone`: the whole folder is lost, and the daemon ends. */
const lostError = (path: string, loss: FileLoss | 'gone', saved: Saved): GatewayError => {
  const what =
    loss === 'gone'
      ? `${dirname(path)} was deleted while the daemon ran, so the daemon ends.`
      : `The database ${path} was ${loss} while the daemon runs: nothing more is saved.`;
  const goOn = loss === 'gone' ? 'rooster daemon start' : 'rooster daemon restart';
  const rest =
    'path' in saved
      ? `What it held is in ${saved.path}. Run "rooster restore ${saved.path}" to have it back, or "${goOn}" to go on without it.`
      : `What it held could not be saved either (${saved.reason}). Run "${goOn}" to go on without it.`;
  return new GatewayError('failed', `${what} ${rest}`);
};

const identityOf = (path: string): string | undefined => {
  try {
    const stats = statSync(path, {throwIfNoEntry: false});
    return stats && idOf(stats);
  } catch {
    return 'unknown';
  }
};

const idOf = ({dev, ino}: Stats): string => `${dev}:${ino}`;

/** An open folder is known wherever it is moved to. */
const openFolder = (folder: string): number | undefined => {
  try {
    return openSync(folder, 'r');
  } catch {
    return undefined;
  }
};

const placeOf = (folder: number): string | undefined => {
  try {
    return readlinkSync(`/proc/self/fd/${folder}`);
  } catch {
    return undefined;
  }
};
