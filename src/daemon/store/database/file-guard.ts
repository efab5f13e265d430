// Whether the file behind the open database is still the one at its path. SQLite goes on writing into a file that was deleted, and
// what it acknowledges then is gone with the process.
import {type Stats, statSync} from 'node:fs';

export type FileLoss = 'deleted' | 'replaced';

export type FileGuard = {
  /**
   * What happened to the file, or undefined while it is in its place. Before each transaction only the database itself is looked at,
   * which costs two microseconds; `whole` looks at its log too.
   */
  readonly look: (how?: {readonly whole: boolean}) => FileLoss | undefined;
};

/** Guards the files as they are now; a log that does not exist yet is guarded from when it does. */
export const guardFile = (path: string): FileGuard => {
  const guarded = [path, `${path}-wal`].map(file => ({file, own: identityOf(file)}));
  return {
    look: ({whole} = {whole: true}) => {
      for (const one of whole ? guarded : guarded.slice(0, 1)) {
        const now = identityOf(one.file);
        // What may not be looked at is no proof of anything.
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
