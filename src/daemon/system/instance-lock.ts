// Allows one daemon per home. The lock is SQLite's, on its own file beside the database: the kernel releases it when
// the process ends, so there is no stale lock. The file is never deleted, or two processes could lock two files of that
// name.
import {chmodSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {isAlive} from '../../ipc/socket/is-alive.ts';
import {makeFolder} from '../../ipc/socket/make-folder.ts';
import {errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';

/**
 * Locks the home of this database until disposed or until the process ends. Throws `conflict` if it is locked, even by
 * this process, and names the other process if known. Throws `failed` if locking is impossible.
 */
export const holdLock = (databasePath: string): Disposable => {
  const lockPath = `${databasePath}.lock`;
  const pidPath = `${databasePath}.pid`;
  let database: DatabaseSync | undefined;
  try {
    makeFolder(dirname(lockPath));
    database = new DatabaseSync(lockPath, {timeout: PATIENCE_MS});
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    // By path, because opening and closing the file here would release this process's lock.
    chmodSync(lockPath, 0o600);
    writeFileSync(pidPath, `${process.pid}\n`, {mode: 0o600});
  } catch (error) {
    database?.close();
    throw refusal(error, lockPath, pidPath);
  }
  return release(database, pidPath);
};

const release = (database: DatabaseSync, pidPath: string): Disposable => ({
  [Symbol.dispose]: () => {
    if (!database.isOpen) return;
    rmSync(pidPath, {force: true});
    database.close();
  },
});

const refusal = (error: unknown, lockPath: string, pidPath: string): GatewayError => {
  if (isBusy(error)) {
    const pid = livingPid(pidPath);
    const who = pid === undefined ? 'Another daemon' : `Another daemon (process ${pid})`;
    return new GatewayError('conflict', `${who} already runs in this home; there can be only one.`, {cause: error});
  }
  const reason = `The lock ${lockPath} cannot be taken (${errorMessage(error)}); without it two daemons could run at once.`;
  return new GatewayError('failed', reason, {cause: error});
};

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === BUSY;

/** The pid file is only informative. An outdated one is ignored. */
const livingPid = (pidPath: string): number | undefined => {
  try {
    const pid = Number.parseInt(readFileSync(pidPath, 'utf8'), 10);
    return isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
};

/** SQLite's primary result code is in the lowest byte. */
const BUSY = 5;
/** When several daemons start at once, each holds the lock briefly before it gives up. */
const PATIENCE_MS = 250;
