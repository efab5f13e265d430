// Creates a folder and its parents, private to their owner. Doesn't use mkdir's recursion: that loops for ever where
// the system reports ENOENT although the parent exists (below /proc, for example).
import {mkdirSync, statSync} from 'node:fs';
import {dirname} from 'node:path';

/** Throws the system's error. */
export const makeFolder = (folder: string): void => {
  if (isFolder(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, {mode: 0o700});
  } catch (thrown) {
    // Another process may have created it since the check.
    if (!isFolder(folder)) throw thrown;
  }
};

const isFolder = (path: string): boolean => {
  try {
    return statSync(path, {throwIfNoEntry: false})?.isDirectory() ?? false;
  } catch {
    // A file or a loop of links is in the way: mkdir reports it.
    return false;
  }
};
