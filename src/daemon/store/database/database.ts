// One connection to one SQLite database: statements prepared once, transactions that join, errors as sentences. This process is
// the only writer. After an error that leaves in doubt what the disk holds, nothing more is written until the next start.
import {dirname} from 'node:path';
import {backup, DatabaseSync} from 'node:sqlite';
import {makeFolder} from '../../../ipc/make-folder.ts';
import {present} from '../../../shared/fields/present.ts';
import {errorMessage, GatewayError} from '../../../shared/records/gateway-error.ts';
import {databaseError, troubleOf} from './database-errors.ts';
import {makePrivateFile, publishFile} from './database-file.ts';
import {type FileGuard, type FileLoss, guardFile} from './file-guard.ts';
import {createQueries, type Query} from './queries.ts';

export interface Database extends Disposable {
  readonly path: string;
  query(sql: string): Query;
  /** Prepares every query asked for so far: a database whose shape does not fit is found out now and not at the first message. */
  prepareAll(): void;
  /** Several statements at once, without parameters. */
  execute(sql: string): void;
  readonly inTransaction: boolean;
  /** Grows with every write and every undone one: what was read from the database still holds while it is the same. */
  writes(): number;
  /**
   * Runs work in a transaction; what it did is durable when this returns, and undone when it throws. Inside another one it joins:
   * it is durable with the outermost, and when it throws only its own part is undone.
   */
  transaction<T>(work: () => T): T;
  /** How many pages of 4 KiB the log holds since it was begun anew. */
  logPages(): number;
  /** Copies everything into an empty file while the database is in use; what is committed meanwhile is in the copy or is not. */
  copyTo(file: string): Promise<void>;
  /** Why nothing can be saved at present; `full` passes, `lost` does not: the file is no longer at its path. */
  trouble(): {readonly full?: GatewayError; readonly lost?: GatewayError};
  /** Looks whether the file is still at its path; when it is not, saves what it held and refuses writes from then on. */
  lookAtFile(): void;
  /** Moves what the log holds into the database, so that the log begins anew. Outside of a transaction; nothing waits for it. */
  checkpoint(): void;
}

type DatabaseOptions = {
  readonly path: string;
  /** Called once, with the sentence, when the database can no longer be trusted with writes. */
  readonly onBroken: (error: GatewayError) => void;
  /** Where the content is saved when the file is lost. @default the file is not guarded */
  readonly savedPath?: () => string;
  /** Called once, with the sentence, when the file is lost. */
  readonly onLost?: (error: GatewayError) => void;
};

/** Opens a connection. Whether the file may be used at all is for `open-database.ts` to say. */
export const connect = ({path, onBroken, savedPath, onLost}: DatabaseOptions): Database => {
  const sqlite = opened(path);
  let depth = 0;
  let writes = 0;
  /** Why the transaction at hand is gone although its work still runs: SQLite may undo the whole of it when the disk is full. */
  let lost: unknown;
  let broken: GatewayError | undefined;
  let full: GatewayError | undefined;
  let missing: GatewayError | undefined;
  /** Of the files as the first transaction found them. */
  let guard: FileGuard | undefined;

  const lookAtFile = (how = {whole: true}): void => {
    if (savedPath === undefined || missing !== undefined || !sqlite.isOpen) return;
    guard ??= guardFile(path);
    const loss = guard.look(how);
    if (loss === undefined) return;
    missing = lostError(path, loss, saveContent(sqlite, savedPath()));
    onLost?.(missing);
  };

  const failed = (thrown: unknown): unknown => {
    if (!sqlite.isOpen) return new GatewayError('unavailable', 'The daemon is stopping: nothing more is saved.');
    const error = databaseError(thrown, path);
    const trouble = troubleOf(thrown);
    if (depth > 0 && !sqlite.isTransaction) lost ??= error;
    if (error instanceof GatewayError && trouble === 'full') full = error;
    if (error instanceof GatewayError && (trouble === 'failing' || trouble === 'damaged') && broken === undefined) {
      broken = error;
      onBroken(error);
    }
    return error;
  };

  const {query, prepareAll} = createQueries(sqlite, {
    beforeAny: () => {
      if (lost !== undefined) throw lost;
    },
    beforeChange: () => {
      writes += 1;
      if (broken !== undefined) throw broken;
      if (missing !== undefined) throw missing;
    },
    failed,
  });
  const begin = query('BEGIN IMMEDIATE');
  const commit = query('COMMIT');
  const save = query('SAVEPOINT joined');
  const keep = query('RELEASE joined');
  const undo = query('ROLLBACK TO joined');
  const lookAtLog = query('PRAGMA wal_checkpoint(NOOP)');
  const checkpoint = query('PRAGMA wal_checkpoint(PASSIVE)');

  const outermost = <T>(work: () => T): T => {
    lookAtFile({whole: false});
    begin.run();
    depth = 1;
    try {
      const result = work();
      // Refused when the transaction was lost: work that caught that error must not pass for done.
      commit.run();
      full = undefined;
      return result;
    } catch (error) {
      writes += 1;
      if (sqlite.isTransaction) sqlite.exec('ROLLBACK');
      throw error;
    } finally {
      depth = 0;
      lost = undefined;
    }
  };

  const joined = <T>(work: () => T): T => {
    save.run();
    depth += 1;
    try {
      const result = work();
      keep.run();
      return result;
    } catch (error) {
      if (lost === undefined && broken === undefined) {
        undo.run();
        keep.run();
      }
      throw error;
    } finally {
      depth -= 1;
    }
  };

  return {
    path,
    query,
    prepareAll,
    execute: sql => {
      writes += 1;
      try {
        sqlite.exec(sql);
      } catch (error) {
        throw failed(error);
      }
    },
    get inTransaction() {
      return depth > 0;
    },
    writes: () => writes,
    transaction: work => (depth === 0 ? outermost(work) : joined(work)),
    copyTo: async file => {
      lookAtFile();
      if (missing !== undefined) throw missing;
      try {
        await backup(sqlite, file, {rate: PAGES_AT_ONCE});
      } catch (error) {
        throw databaseError(error, file);
      }
    },
    trouble: () => ({...present({full, lost: missing})}),
    lookAtFile: () => lookAtFile(),
    logPages: () => Number(lookAtLog.get()?.['log'] ?? 0),
    checkpoint: () => {
      if (sqlite.isOpen && broken === undefined && missing === undefined) checkpoint.get();
    },
    [Symbol.dispose]: () => {
      if (sqlite.isOpen) sqlite.close();
    },
  };
};

const opened = (path: string): DatabaseSync => {
  try {
    const sqlite = new DatabaseSync(path, {timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true});
    // Its own `lower` knows the capitals of ASCII and no others.
    sqlite.function('lowered', {deterministic: true}, text => String(text).toLowerCase());
    return sqlite;
  } catch (error) {
    throw databaseError(error, path);
  }
};

/** The whole content in a new file, or the reason why it could not be saved. */
const saveContent = (sqlite: DatabaseSync, copy: string): Saved => {
  try {
    makeFolder(dirname(copy));
    const unfinished = `${copy}.new`;
    makePrivateFile(unfinished);
    sqlite.prepare('VACUUM INTO ?').run(unfinished);
    publishFile(unfinished, copy);
    return {path: copy};
  } catch (error) {
    return {reason: errorMessage(error)};
  }
};

type Saved = {readonly path: string} | {readonly reason: string};

const lostError = (path: string, loss: FileLoss, saved: Saved): GatewayError => {
  const rest =
    'path' in saved
      ? `What it held is in ${saved.path}. Run "rooster restore ${saved.path}" to have it back, or "rooster daemon restart" to go on without it.`
      : `What it held could not be saved either (${saved.reason}). Run "rooster daemon restart" to go on without it.`;
  return new GatewayError(
    'failed',
    `The database ${path} was ${loss} while the daemon runs: nothing more is saved. ${rest}`,
  );
};

/** A megabyte: the daemon waits no longer for a step of a copy than for a small write. */
const PAGES_AT_ONCE = 256;
/** How long another program's lock is waited for. The whole daemon waits with it, so not long. */
const BUSY_TIMEOUT_MS = 2_000;
