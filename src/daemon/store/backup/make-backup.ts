// Copies the database while it is in use. The copy gets its name after it is complete and checked, so an interrupted
// copy never looks valid.
import {existsSync, rmSync, statSync} from 'node:fs';
import {dirname} from 'node:path';
import {backup, DatabaseSync} from 'node:sqlite';
import {makeFolder} from '../../../ipc/socket/make-folder.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Database} from '../database/database.ts';
import {makePrivateFile, publishFile} from '../database/database-file.ts';
import {checkFile} from './check-file.ts';

type BackupRequest = {
  readonly database: Pick<Database, 'path' | 'copyTo'>;
  readonly target: string;
  readonly force: boolean;
  /** Creates the target's folder if it is missing. */
  readonly makesFolder: boolean;
};

/** Resolves with the size of the copy. Rejects with a sentence and leaves the target unchanged. */
export const makeBackup = async ({
  database,
  target,
  force,
  makesFolder,
}: BackupRequest): Promise<{readonly bytes: number}> => {
  refuseTarget(database.path, target, force);
  if (makesFolder) makeFolderFor(target);
  else refuseWithoutFolder(target);
  const unfinished = `${target}.new`;
  try {
    makePrivateFile(unfinished);
    await database.copyTo(unfinished);
    const [fault] = await checkFile(unfinished, {depth: 'quick', owned: true});
    if (fault !== undefined) throw new GatewayError('failed', `The copy is not sound: ${fault}.`);
    // A file with that name may have appeared during the copy.
    refuseTarget(database.path, target, force);
    publishFile(unfinished, target);
  } catch (error) {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(unfinished + ending, {force: true});
    throw error;
  }
  return {bytes: statSync(target).size};
};

const refuseTarget = (database: string, target: string, force: boolean): void => {
  const found = statSync(target, {throwIfNoEntry: false});
  if (found === undefined) return;
  if (!found.isFile()) throw new GatewayError('invalid', `${target} is not a file. Give the name of a file.`);
  const isOwn = ['', '-wal', '-shm', '.lock', '.pid'].some(ending => isSame(found, `${database}${ending}`));
  if (isOwn) throw new GatewayError('refused', `${target} belongs to the database in use. Give another file.`);
  if (!force) throw new GatewayError('conflict', `${target} exists already. Add --force to replace it.`);
};

const isSame = (found: {readonly dev: number; readonly ino: number}, path: string): boolean => {
  const other = existsSync(path) ? statSync(path) : undefined;
  return other?.ino === found.ino && other.dev === found.dev;
};

const refuseWithoutFolder = (target: string): void => {
  const folder = dirname(target);
  if (existsSync(folder)) return;
  throw new GatewayError('not_found', `The folder ${folder} does not exist. Make it first, or give another file.`);
};

const makeFolderFor = (target: string): void => {
  try {
    makeFolder(dirname(target));
  } catch (cause) {
    throw new GatewayError('failed', `Couldn't create the folder ${dirname(target)}: ${errorMessage(cause)}.`, {
      cause,
    });
  }
};

/** Copies an SQLite database that another program may have open, with what its log has. */
export const copyDatabase = async (from: string, to: string): Promise<void> => {
  makePrivateFile(to);
  using database = new DatabaseSync(from, {readOnly: true, timeout: BUSY_MS});
  await backup(database, to);
};

const BUSY_MS = 2_000;
