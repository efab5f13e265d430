// Finishes a restore: the new database is ready beside the old one and replaces it. Every opener of the database runs
// this first, so a restore completes even if its process died.
import {existsSync, renameSync, rmSync, statSync} from 'node:fs';
import {isoOf} from '../../../shared/time/time.ts';
import {publishFile, trustFile} from '../database/database-file.ts';

/** Completes a restore whose new database is ready. Call it before opening the database. Cheap when there is none. */
export const finishRestore = (path: string): void => {
  const ready = restorePath(path);
  if (!existsSync(ready)) return;
  const replaced = replacedPath(path);
  moveAside(path, replaced);
  publishFile(ready, path);
  trustFile(path);
};

/** Puts a database that nobody has open aside, with its log. Returns where it is. */
export const putAside = (path: string): string => {
  const aside = asideOf(path, path);
  moveAside(path, aside);
  return aside;
};

/** The log goes first: a database must never be opened with another one's log. */
const moveAside = (path: string, aside: string): void => {
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${aside}-wal`);
  rmSync(`${path}-shm`, {force: true});
  if (existsSync(path)) renameSync(path, aside);
};

/** The path of the complete new database. */
export const restorePath = (path: string): string => `${path}.restore`;

/** Named after the time when the new database was ready, so the name is the same after a crash. */
export const replacedPath = (path: string): string => asideOf(path, restorePath(path));

/** Named after the time of a file. */
const asideOf = (path: string, dated: string): string =>
  `${path}.replaced-${isoOf(statSync(dated).mtimeMs).replaceAll(/[:.]/gu, '-')}`;
