// Making a folder and those above it, private to their owner. Not mkdir's own recursion: where the system says ENOENT although
// the folder above is there (below /proc, say), that goes round for ever.
import {mkdirSync, statSync} from 'node:fs';
import {dirname} from 'node:path';

/** Throws what the system has against it. */
export const makeFolder = (folder: string): void => {
  if (isFolder(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, {mode: 0o700});
  } catch (thrown) {
    // Somebody else may have made it in between.
    if (!isFolder(folder)) throw thrown;
  }
};

const isFolder = (path: string): boolean => {
  try {
    return statSync(path, {throwIfNoEntry: false})?.isDirectory() ?? false;
  } catch {
    // A file stands in the way, or a loop of links: making it says so.
    return false;
  }
};
