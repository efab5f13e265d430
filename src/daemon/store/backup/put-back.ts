// Puts the copy from before a migration back, after an update that failed. Nobody was told anything since.
import {existsSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {publishFile, removeFile} from '../database/database-file.ts';
import {backupOf} from '../database/migrate.ts';
import {finishRestore, restorePath} from './finish-restore.ts';

/**
 * Replaces the database with the copy of this schema. Returns false and changes nothing if there is no sound one. The
 * copy is renamed: that needs no space on a full disk, and the copy can't be used twice. After a crash the next opener
 * of the database goes on. Call it under the lock of the home.
 */
export const putBack = (path: string, schema: number): boolean => {
  const copy = backupOf(path, schema);
  if (!isSound(copy, schema)) return false;
  publishFile(copy, restorePath(path));
  // Also frees its space. Its log must not get to the copy.
  removeFile(path);
  finishRestore(path);
  return true;
};

const isSound = (copy: string, schema: number): boolean => {
  if (!existsSync(copy)) return false;
  try {
    using database = new DatabaseSync(copy, {readOnly: true});
    const [fault] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {});
    return fault === 'ok' && database.prepare('PRAGMA user_version').get()?.['user_version'] === schema;
  } catch {
    return false;
  }
};
