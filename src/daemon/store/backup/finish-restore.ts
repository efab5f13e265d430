// The second half of a restore: the new database is ready beside the old one, and takes its place. Whoever opens the database does
// this first, so it comes to its end although the process that began it died.
import {existsSync, renameSync, rmSync, statSync} from 'node:fs';
import {isoOf} from '../../../shared/time/time.ts';
import {publishFile, trustFile} from '../database/database-file.ts';

/** Finishes a restore that has a complete new database ready. To be called before the database is opened; cheap where there is none. */
export const finishRestore = (path: string): void => {
  const ready = restorePath(path);
  if (!existsSync(ready)) return;
  const replaced = replacedPath(path);
  // The log first: a database must never meet the log of another.
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${replaced}-wal`);
  rmSync(`${path}-shm`, {force: true});
  if (existsSync(path)) renameSync(path, replaced);
  publishFile(ready, path);
  trustFile(path);
};

/** Where the new database lies when it is complete. */
export const restorePath = (path: string): string => `${path}.restore`;

/** The same after a kill as before: named for when the new database was ready. */
export const replacedPath = (path: string): string =>
  `${path}.replaced-${isoOf(statSync(restorePath(path)).mtimeMs).replaceAll(/[:.]/gu, '-')}`;
