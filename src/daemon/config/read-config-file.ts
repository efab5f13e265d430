// The configuration file as it lies there. Whatever is wrong with it is a value: the daemon starts all the same.
import {chmodSync, readFileSync, type Stats, statSync} from 'node:fs';
import {type ReadJson, readJson} from './read-json.ts';

/**
 * Its contents; undefined for no file, and for an empty one. A file that somebody else could have written is not obeyed: it names
 * programs that are run. One of ours that is open to others is made private, and `onOpened` is told how open it was.
 */
export const readConfigFile = (path: string, onOpened: (mode: number) => void = () => {}): ReadJson => {
  try {
    const stats = statSync(path);
    // A named pipe would be waited for, and a folder has nothing to say.
    if (!stats.isFile()) return {kind: 'mistaken', reason: `${path} is no file.`};
    if (stats.size > LARGEST) return {kind: 'mistaken', reason: `${path} is larger than 4 MB.`};
    if (!isTrusted(stats))
      return {kind: 'mistaken', reason: `${path} belongs to another user (uid ${stats.uid}) and is not used.`};
    if (keepPrivate(path, stats)) onOpened(stats.mode & 0o777);
    return readJson(readFileSync(path, 'utf8'));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return {kind: 'read', value: undefined, repeated: []};
    return {kind: 'mistaken', reason: `${path} cannot be read (${code}).`};
  }
};

/** The text of a file that was read just now; nothing where it is gone again. */
export const textOfConfigFile = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** Ours, or the system's where only the system can change it. */
const isTrusted = ({mode, uid}: Stats): boolean => {
  const own = process.getuid?.();
  return own === undefined || uid === own || (uid === 0 && (mode & WRITABLE_BY_OTHERS) === 0);
};

/** Whether it had to be made private. */
const keepPrivate = (path: string, {mode, uid}: Stats): boolean => {
  if ((mode & OTHERS) === 0 || uid !== process.getuid?.()) return false;
  try {
    chmodSync(path, mode & ~OTHERS & 0o7777);
  } catch {
    // On a file system without modes, or one that is read-only, it can still be read.
    return false;
  }
  return true;
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown reason';

const OTHERS = 0o077;
const WRITABLE_BY_OTHERS = 0o022;
const LARGEST = 4 * 1024 * 1024;
