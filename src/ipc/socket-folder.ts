// The folder of the socket is the gate: whoever gets into it can speak to the daemon with full trust. So it is a real folder,
// ours, and closed to everybody else, or nothing is opened in it.
import {chmodSync, lstatSync, type Stats} from 'node:fs';
import {basename, dirname} from 'node:path';
import {errorMessage, GatewayError} from '../shared/records/gateway-error.ts';
import {makeFolder} from './make-folder.ts';

/** Makes the folder, or tightens it, or refuses it with a sentence. */
export const prepareSocketFolder = (folder: string): void => {
  const stats = look(folder);
  const fault = folderFault(folder, stats, process.getuid?.());
  if (fault !== undefined) {
    const mend = 'Set ROOSTER_HOME to a folder of your own.';
    throw new GatewayError('refused', `${folder} ${fault}, so a socket in it would not be safe. ${mend}`);
  }
  if ((stats.mode & OTHERS) !== 0) chmodSync(folder, PRIVATE);
};

/** What is there; a new folder where there was nothing. */
const look = (folder: string): Stats => {
  try {
    const found = lstatSync(folder, {throwIfNoEntry: false});
    if (found !== undefined) return found;
    makeFolder(folder);
    return lstatSync(folder);
  } catch (cause) {
    throw new GatewayError('unavailable', `The folder ${folder} could not be made: ${errorMessage(cause)}.`, {cause});
  }
};

/** What speaks against a socket in this folder and cannot be mended, as the end of a sentence about it. */
export const folderFault = (folder: string, stats: FolderStats, ourUid: number | undefined): string | undefined => {
  if (stats.isSymbolicLink()) return 'is a symbolic link';
  if (!stats.isDirectory()) return 'is no folder';
  if (ourUid !== undefined && stats.uid !== ourUid) return 'belongs to another user';
  if ((stats.mode & OTHERS) !== 0 && !isOurs(folder, stats)) return 'is open to other users';
  return undefined;
};

/**
 * Whether a folder is there for the socket alone, so that closing it takes nothing from anybody. It goes by name: those are
 * the folders that `placesOf` gives a socket. A home, a project, `/tmp` or `/run` may hold what others must reach; they are
 * refused instead, also when root owns them.
 */
const isOurs = (folder: string, stats: FolderStats): boolean =>
  OUR_NAMES.has(basename(folder)) && dirname(folder) !== '/' && (stats.mode & STICKY) === 0;

type FolderStats = Pick<Stats, 'uid' | 'mode' | 'isDirectory' | 'isSymbolicLink'>;

const PRIVATE = 0o700;
const OTHERS = 0o077;
const STICKY = 0o1000;
const OUR_NAMES: ReadonlySet<string> = new Set(['rooster', 'run']);
