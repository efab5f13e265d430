// What went wrong in SQLite, said as a sentence with a code. Only trouble with the disk, the file or its lock is translated:
// anything else (a broken constraint, wrong SQL) is a bug and stays what it was.
import {type ErrorCode, GatewayError} from '../../../shared/records/gateway-error.ts';

/**
 * `full` and `busy` pass: the same work may succeed later. `unwritable` needs a person. After `failing` (the disk answered with an
 * error and what it holds is unknown) and `damaged` nothing more may be written.
 */
type Trouble = 'full' | 'busy' | 'unwritable' | 'failing' | 'damaged';

/** The kind of trouble behind what SQLite threw, or undefined when it is a bug of ours. */
export const troubleOf = (thrown: unknown): Trouble | undefined => {
  const code = resultCode(thrown);
  if (code === undefined) return undefined;
  // A quota that is used up, or a disk too full for the shared index, shows as a failed write and not as "full".
  if (code === IOERR_WRITE || code === IOERR_SHMSIZE) return 'full';
  return PRIMARY_CODES.get(code & 0xff);
};

/** The error as whoever asked should see it; `path` is the database's. */
export const databaseError = (thrown: unknown, path: string): unknown => {
  const trouble = troubleOf(thrown);
  if (trouble === undefined || !(thrown instanceof Error)) return thrown;
  const [code, sentence] = SENTENCES[trouble](path, thrown.message);
  return new GatewayError(code, sentence, {cause: thrown});
};

/** The sentence for a database that cannot be trusted. The file is left as it is. */
export const damaged = (path: string, reason: string, cause?: unknown): GatewayError =>
  new GatewayError('failed', damageSentence(path, reason), cause === undefined ? undefined : {cause});

/** A copy must not meet the log of the file that it replaces: SQLite would write the one into the other. */
const damageSentence = (path: string, reason: string): string =>
  `The database ${path} is damaged (${reason}) and was left as it is: run "rooster restore FILE" with one of the backups beside it, or move it away together with its -wal and -shm files to start with an empty one.`;

const resultCode = (thrown: unknown): number | undefined => {
  if (!(thrown instanceof Error) || !('errcode' in thrown)) return undefined;
  return typeof thrown.errcode === 'number' ? thrown.errcode : undefined;
};

const SENTENCES: Readonly<Record<Trouble, (path: string, reason: string) => readonly [ErrorCode, string]>> = {
  full: path => [
    'unavailable',
    `The disk that holds ${path} takes no more data: nothing was saved; free some space and try again.`,
  ],
  busy: path => ['unavailable', `Another program keeps ${path} locked: nothing was saved; close it and try again.`],
  unwritable: (path, reason) => [
    'failed',
    `The database ${path} cannot be opened for writing (${reason}): check that the file and its folder belong to you.`,
  ],
  failing: (path, reason) => [
    'failed',
    `The disk that holds ${path} failed (${reason}): nothing was saved; check the disk, then start Rooster again.`,
  ],
  damaged: (path, reason) => ['failed', damageSentence(path, reason)],
};

/** SQLite's primary result codes. */
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

const IOERR_WRITE = 778;
const IOERR_SHMSIZE = 4874;
