// Converts SQLite errors into sentences with a code. Only trouble with the disk, the file or its lock is converted;
// anything else (a broken constraint, wrong SQL) is a bug and stays as it is.
import {type ErrorCode, GatewayError} from '../../../shared/text/gateway-error.ts';

/**
 * `full` and `busy` are temporary. `unwritable` needs a person. After `failing` (a disk error with unknown content) and
 * `damaged` nothing more may be written.
 */
type Trouble = 'full' | 'busy' | 'unwritable' | 'failing' | 'damaged';

/** The kind of trouble behind an SQLite error. Undefined for a bug. */
export const troubleOf = (thrown: unknown): Trouble | undefined => {
  const code = resultCode(thrown);
  if (code === undefined) return undefined;
  // SQLite reports an exceeded quota, or no space for the shared index, as a failed write instead of "full".
  if (code === IOERR_WRITE || code === IOERR_SHMSIZE) return 'full';
  return PRIMARY_CODES.get(code & 0xff);
};

/**
 * True if a copy failed only because a write was active, so that a retry helps. Node rejects it with SQLite's code for
 * success, because the first step of a backup keeps its code to itself (https://sqlite.org/c3ref/backup_finish.html).
 */
export const isCopyBusy = (thrown: unknown): boolean => resultCode(thrown) === SQLITE_OK;

/** The error for the caller. `path` is the database's. */
export const databaseError = (thrown: unknown, path: string): unknown => {
  const trouble = troubleOf(thrown);
  if (trouble === undefined || !(thrown instanceof Error)) return thrown;
  const [code, sentence] = SENTENCES[trouble](path, thrown.message);
  return new GatewayError(code, sentence, {cause: thrown});
};

/** The error for a database that can't be trusted. The file stays unchanged. */
export const damaged = (path: string, reason: string, cause?: unknown): GatewayError =>
  new GatewayError('failed', damageSentence(path, reason), cause === undefined ? undefined : {cause});

/** A restored copy must not be opened with the old file's log: SQLite would merge the two. */
const damageSentence = (path: string, reason: string): string =>
  `The database ${path} is damaged (${reason}) and was left as it is: run "rooster restore FILE" with one of the backups beside it, or move it away together with its -wal and -shm files to start with an empty one.`;

const resultCode = (thrown: unknown): number | undefined => {
  if (!(thrown instanceof Error) || !('errcode' in thrown)) return undefined;
  return typeof thrown.errcode === 'number' ? thrown.errcode : undefined;
};

const SENTENCES: Readonly<Record<Trouble, (path: string, reason: string) => readonly [ErrorCode, string]>> = {
  full: path => [
    'unavailable',
    `The disk that holds ${path} is full: nothing was saved; free some space and try again.`,
  ],
  busy: path => ['unavailable', `Another program keeps ${path} locked: nothing was saved; close it and try again.`],
  unwritable: (path, reason) => [
    'failed',
    `The database ${path} cannot be opened for writing (${reason}): check that the file and its folder belong to you.`,
  ],
  failing: (path, reason) => [
    'failed',
    `The disk that holds ${path} failed (${reason}): nothing was saved. Check the disk.`,
  ],
  damaged: (path, reason) => ['failed', damageSentence(path, reason)],
};

const PRIMARY_CODES: ReadonlyMap<number, Trouble> = new Map([
  [3, 'unwritable'],
  [5, 'busy'],
  [6, 'busy'],
  [8, 'unwritable'],
  [10, 'failing'],
  [11, 'damaged'],
  [13, 'full'],
  [14, 'unwritable'],
  [15, 'busy'],
  [26, 'damaged'],
]);

const SQLITE_OK = 0;
const IOERR_WRITE = 778;
const IOERR_SHMSIZE = 4874;
