// Checks and prepares the database file before SQLite opens it: its folder, mode, header, and the mark that asks for a
// full check. An untrusted file is refused with a sentence and stays unchanged.
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {basename, dirname} from 'node:path';
import {makeFolder} from '../../../ipc/socket/make-folder.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {damaged} from './database-errors.ts';
import {APPLICATION_ID} from './migrations.ts';
import {walDamage} from './wal-check.ts';

/**
 * Creates missing folders with mode 0700. Restricts an existing folder if the user owns it and it isn't shared like
 * /tmp.
 */
export const makePrivateFolder = (folder: string): void =>
  onDisk(`Couldn't create the folder ${folder}`, () => {
    makeFolder(folder);
    const {mode, uid} = statSync(folder);
    const isShared = (mode & STICKY) !== 0 || uid !== process.getuid?.();
    if ((mode & 0o077) !== 0 && !isShared) chmodSync(folder, 0o700);
  });

/**
 * Looks for a database at `path`. Throws unless it has Rooster's header and a valid log. Cheap, because every start
 * does it.
 */
export const inspectFile = (path: string): 'missing' | 'present' => {
  const file = onDisk(`Couldn't read the database ${path}`, () => statSync(path, {throwIfNoEntry: false}));
  const log = `${path}-wal`;
  const logBytes = statSync(log, {throwIfNoEntry: false})?.size ?? 0;
  if (file === undefined) {
    if (logBytes === 0) return 'missing';
    throw new GatewayError(
      'failed',
      `The database ${path} is gone, but ${basename(log)} beside it still holds changes to it: put the database back, or move ${basename(log)} away too to start with an empty one.`,
    );
  }
  if (!file.isFile())
    throw new GatewayError('failed', `${path} should be the database but isn't a file. Move it away.`);
  // Rooster names a database only when it is complete, so an empty file has lost its content.
  if (file.size === 0) throw damaged(path, 'it is empty');
  checkHeader(path);
  const reason = logBytes > 0 && logBytes <= LARGEST_CHECKED_LOG ? walDamage(readFileSync(log)) : undefined;
  if (reason !== undefined) throw damaged(path, reason);
  return 'present';
};

/** Creates an empty file that only the user can read, whatever the umask. Replaces an existing file. */
export const makePrivateFile = (path: string): void =>
  onDisk(`Couldn't create ${path}`, () => {
    removeFile(path);
    closeSync(openSync(path, 'wx', 0o600));
    chmodSync(path, 0o600);
  });

/** Deletes a database. Its log goes first: without it, no other database gets it. */
export const removeFile = (path: string): void => {
  for (const ending of ['-journal', '-wal', '-shm', '']) rmSync(path + ending, {force: true});
};

/** Renames a complete file so that the name survives a power failure. */
export const publishFile = (unfinished: string, path: string): void =>
  onDisk(`Couldn't create ${path}`, () => {
    flush(unfinished);
    renameSync(unfinished, path);
    flush(dirname(path));
  });

/** SQLite gives its side files the database's mode, but older ones may be readable by others. */
export const keepPrivate = (path: string): void =>
  onDisk(`Couldn't restrict the database ${path} to its owner`, () => {
    for (const ending of ['', '-wal', '-shm']) {
      const mode = statSync(path + ending, {throwIfNoEntry: false})?.mode ?? 0;
      if ((mode & 0o177) !== 0) chmodSync(path + ending, 0o600);
    }
  });

/** Creates a mark with the reason beside the file, so that the next start checks the whole database. */
export const suspectFile = (path: string, reason: string): void =>
  writeFileSync(suspicionOf(path), `${reason}\n`, {mode: 0o600});

export const isSuspected = (path: string): boolean => existsSync(suspicionOf(path));

/** The reason in the mark. Undefined if there is no mark, or if it gives no reason. */
export const suspicion = (path: string): string | undefined => {
  try {
    return readFileSync(suspicionOf(path), 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
};

export const trustFile = (path: string): void => rmSync(suspicionOf(path), {force: true});

const suspicionOf = (path: string): string => `${path}.suspect`;

const checkHeader = (path: string): void => {
  const header = onDisk(`Couldn't read the database ${path}`, () => headerOf(path));
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) throw damaged(path, "it doesn't begin like an SQLite database");
  if (header.readUInt32BE(APPLICATION_ID_OFFSET) === APPLICATION_ID) return;
  throw new GatewayError(
    'failed',
    `${path} is the database of another program, or damaged, and was left as it is: move it away, or give Rooster another folder.`,
  );
};

const headerOf = (path: string): Buffer => {
  const header = Buffer.alloc(100);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, header.length, 0);
    return header;
  } finally {
    closeSync(file);
  }
};

const flush = (path: string): void => {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

/** Converts file system errors into one sentence. */
const onDisk = <T>(trouble: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw new GatewayError(
      'failed',
      `${trouble} (${errorMessage(error)}): check its owner and the space on the disk.`,
      {
        cause: error,
      },
    );
  }
};

const MAGIC = Buffer.from('SQLite format 3\0', 'latin1');
const APPLICATION_ID_OFFSET = 68;
/** The sticky bit marks a shared folder. */
const STICKY = 0o1000;
/** SQLite keeps the log near 4 MiB. A much larger log isn't checked, so that a start stays short. */
const LARGEST_CHECKED_LOG = 64 * 1024 * 1024;
