// Reads the configuration file. Every failure is a value, because the daemon starts anyway.
import {chmodSync, readFileSync, type Stats, statSync} from 'node:fs';
import {type ReadJson, readJson} from './read-json.ts';

/**
 * The content, undefined for a missing or empty file. A file that others could have written isn't used, because it
 * names programs to run. A readable file of ours is made private, and `onOpened` gets its old mode.
 */
export const readConfigFile = (path: string, onOpened: (mode: number) => void = () => {}): ReadJson => {
  try {
    const stats = statSync(path);
    // Reading a named pipe would block, and a folder has no content.
    if (!stats.isFile()) return {kind: 'mistaken', reason: `${path} isn't a file.`};
    if (stats.size > LARGEST) return {kind: 'mistaken', reason: `${path} is larger than 4 MB.`};
    if (!isTrusted(stats))
      return {kind: 'mistaken', reason: `${path} belongs to another user (uid ${stats.uid}) and is not used.`};
    if (keepPrivate(path, stats)) onOpened(stats.mode & 0o777);
    return readJson(readFileSync(path, 'utf8'));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return {kind: 'read', value: undefined, repeated: []};
    return {kind: 'mistaken', reason: `Couldn't read ${path} (${code}).`};
  }
};

/** The text of the file, empty if it has disappeared. */
export const textOfConfigFile = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** Owned by the user, or by root and not writable by others. */
const isTrusted = ({mode, uid}: Stats): boolean => {
  const own = process.getuid?.();
  return own === undefined || uid === own || (uid === 0 && (mode & WRITABLE_BY_OTHERS) === 0);
};

/** True if the mode had to be restricted. */
const keepPrivate = (path: string, {mode, uid}: Stats): boolean => {
  if ((mode & OTHERS) === 0 || uid !== process.getuid?.()) return false;
  try {
    chmodSync(path, mode & ~OTHERS & 0o7777);
  } catch {
    // On a read-only file system, or one without modes, the file is still readable.
    return false;
  }
  return true;
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown reason';

const OTHERS = 0o077;
const WRITABLE_BY_OTHERS = 0o022;
const LARGEST = 4 * 1024 * 1024;
