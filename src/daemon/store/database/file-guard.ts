// Checks that the open database file is still at its path. SQLite keeps writing into a deleted file, and those writes
// vanish with the process. A folder that was moved takes its files along, so nothing is lost then.
import {closeSync, fstatSync, openSync, readlinkSync, type Stats, statSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';

export type FileLoss = 'deleted or moved' | 'replaced';

/** The place of the database's folder. `gone`: it was deleted, or moved to another disk. */
export type HomePlace = 'in place' | 'gone' | {readonly movedTo: string};

export type FileGuard = Disposable & {
  /**
   * Checks the file. Returns its loss, or undefined if it is in place. Before each transaction only the database file
   * is checked, which takes two microseconds. `whole` also checks its log.
   */
  readonly check: (how?: {readonly whole: boolean}) => FileLoss | undefined;
  /** Finds the folder. Moved folders are only found on Linux; elsewhere they are gone. */
  readonly home: () => HomePlace;
};

/** Guards the current files. A log that doesn't exist yet is guarded once it does. */
export const guardFile = (path: string): FileGuard => {
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
