// Protects the socket's folder: any process that can enter it controls the daemon with full trust. The folder must be
// real, ours, and closed to everybody else; otherwise no socket is opened.
import {chmodSync, lstatSync, type Stats} from 'node:fs';
import {basename, dirname} from 'node:path';
import {errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';
import {makeFolder} from './make-folder.ts';

/** Creates the folder, restricts its mode, or throws a sentence. */
export const prepareSocketFolder = (folder: string): void => {
  const stats = look(folder);
  const fault = folderFault(folder, stats, process.getuid?.());
  if (fault !== undefined) {
    const advice = 'Set ROOSTER_HOME to a folder of your own.';
    throw new GatewayError('refused', `${folder} ${fault}, so a socket in it would not be safe. ${advice}`);
  }
  if ((stats.mode & OTHERS) !== 0) chmodSync(folder, PRIVATE);
};

/** The folder's status; creates the folder if it doesn't exist. */
const look = (folder: string): Stats => {
  try {
    const found = lstatSync(folder, {throwIfNoEntry: false});
    if (found !== undefined) return found;
    makeFolder(folder);
    return lstatSync(folder);
  } catch (cause) {
    throw new GatewayError('unavailable', `Couldn't create the folder ${folder}: ${errorMessage(cause)}.`, {cause});
  }
};

/** A problem of the folder that Rooster cannot fix, as the end of a sentence. */
export const folderFault = (folder: string, stats: FolderStats, ourUid: number | undefined): string | undefined => {
  if (stats.isSymbolicLink()) return 'is a symbolic link';
  if (!stats.isDirectory()) return "isn't a folder";
  if (ourUid !== undefined && stats.uid !== ourUid) return 'belongs to another user';
  if ((stats.mode & OTHERS) !== 0 && !isOurs(folder, stats)) return 'is open to other users';
  return undefined;
};

/**
 * True if the folder holds only the socket, so that restricting it affects nobody. Decided by name: `placesOf` gives
 * these names. A home, a project, `/tmp` or `/run` may hold shared files, so they are refused, even if root owns them.
 * /
 */
const isOurs = (folder: string, stats: FolderStats): boolean =>
  OUR_NAMES.has(basename(folder)) && dirname(folder) !== '/' && (stats.mode & STICKY) === 0;

type FolderStats = Pick<Stats, 'uid' | 'mode' | 'isDirectory' | 'isSymbolicLink'>;

const PRIVATE = 0o700;
const OTHERS = 0o077;
const STICKY = 0o1000;
const OUR_NAMES: ReadonlySet<string> = new Set(['rooster', 'run']);
