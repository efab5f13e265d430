// The configuration file as it lies there. Whatever is wrong with it is a value: the daemon starts all the same.
import {chmodSync, readFileSync, type Stats, statSync} from 'node:fs';
import {type ReadJson, readJson} from './read-json.ts';

/** Its contents; undefined for no file, and for an empty one. Also makes it private where that is ours to do: it may hold keys. */
export const readConfigFile = (path: string): ReadJson => {
  try {
    const stats = statSync(path);
    // A named pipe would be waited for, and a folder has nothing to say.
    if (!stats.isFile()) return {kind: 'mistaken', reason: `${path} is no file.`};
    if (stats.size > LARGEST) return {kind: 'mistaken', reason: `${path} is larger than 4 MB.`};
    keepPrivate(path, stats);
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

const keepPrivate = (path: string, {mode, uid}: Stats): void => {
  if ((mode & OTHERS) === 0 || uid !== process.getuid?.()) return;
  try {
    chmodSync(path, mode & ~OTHERS & 0o7777);
  } catch {
    // On a file system without modes, or one that is read-only, it can still be read.
  }
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown reason';

const OTHERS = 0o077;
const LARGEST = 4 * 1024 * 1024;
