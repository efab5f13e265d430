// Checks that the open database file is still at its path. SQLite keeps writing into a deleted file, and those writes vanish with the
// process.
import {type Stats, statSync} from 'node:fs';

export type FileLoss = 'deleted' | 'replaced';

export type FileGuard = {
  /**
   * Checks the file. Returns its loss, or undefined if it is in place. Before each transaction only the database file is checked, which
   * takes two microseconds. `whole` also checks its log.
   */
  readonly check: (how?: {readonly whole: boolean}) => FileLoss | undefined;
};

/** Guards the current files. A log that doesn't exist yet is guarded once it does. */
export const guardFile = (path: string): FileGuard => {
  const guarded = [path, `${path}-wal`].map(file => ({file, own: identityOf(file)}));
  return {
    check: ({whole} = {whole: true}) => {
      for (const one of whole ? guarded : guarded.slice(0, 1)) {
        const now = identityOf(one.file);
        // A file that can't be inspected proves nothing.
        if (now === 'unknown') continue;
        if (one.own === 'unknown' || one.own === undefined) one.own = now;
        else if (now === undefined) return 'deleted';
        else if (now !== one.own) return 'replaced';
      }
      return undefined;
    },
  };
};

const identityOf = (path: string): string | undefined => {
  try {
    const stats: Stats | undefined = statSync(path, {throwIfNoEntry: false});
    return stats && `${stats.dev}:${stats.ino}`;
  } catch {
    return 'unknown';
  }
};
