// One daemon per home. The lock is SQLite's on a file of its own beside the database: the kernel holds it, so it is gone with
// the process however that ends, and no stale file has to be judged. The file is never deleted: two processes could then
// each hold a lock on a file of that name.
import {chmodSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {isAlive} from '../../ipc/is-alive.ts';
import {makeFolder} from '../../ipc/make-folder.ts';
import {errorMessage, GatewayError} from '../../shared/records/gateway-error.ts';

/**
 * Holds the home of this database until disposed, or until the process ends. Throws `conflict`, naming the other process
 * where it is known, when it is held already (also by this process), and `failed` when nothing can be locked there.
 */
export const holdLock = (databasePath: string): Disposable => {
  const lockPath = `${databasePath}.lock`;
  const pidPath = `${databasePath}.pid`;
  let database: DatabaseSync | undefined;
  try {
    makeFolder(dirname(lockPath));
    database = new DatabaseSync(lockPath, {timeout: PATIENCE_MS});
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    // By path: opening and closing the file here would give back the lock that this process holds on it.
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

/** The pid file only tells who it is. It may be older than the lock; then it names nobody. */
const livingPid = (pidPath: string): number | undefined => {
  try {
    const pid = Number.parseInt(readFileSync(pidPath, 'utf8'), 10);
    return isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
};

/** SQLite's primary code; its variants are above the lowest byte. */
const BUSY = 5;
/** When several start at once, each holds the lock for a moment while it finds that it is not the first. */
const PATIENCE_MS = 250;
