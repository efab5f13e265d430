// A connection to one SQLite database, with prepared statements, nested transactions and errors as sentences. This
// process is the only writer. After a disk error nothing more is written until the next start.
import {dirname} from 'node:path';
import {backup, DatabaseSync} from 'node:sqlite';
import {setImmediate} from 'node:timers/promises';
import {makeFolder} from '../../../ipc/socket/make-folder.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {databaseError, isCopyBusy, troubleOf} from './database-errors.ts';
import {makePrivateFile, publishFile} from './database-file.ts';
import {type FileGuard, type FileLoss, guardFile, type HomePlace} from './file-guard.ts';
import {createQueries, type Query} from './queries.ts';

export interface Database extends Disposable {
  readonly path: string;
  query(sql: string): Query;
  /** Prepares all queries, so that a wrong schema fails at the start and not at the first message. */
  prepareAll(): void;
  /** Runs several statements without parameters. */
  execute(sql: string): void;
  readonly inTransaction: boolean;
  /**
   * Increases with every write and rollback. What was read from the database is current while this number is the same.
   */
  writes(): number;
  /**
   * Runs work in a transaction: durable when this returns, undone when it throws. A nested transaction becomes durable
   * with the outermost one; if it throws, only its own part is undone.
   */
  transaction<T>(work: () => T): T;
  /** Number of pages of 4 KiB in the log since its last restart. */
  logPages(): number;
  /** Copies the database into an empty file while it is in use. Commits during the copy may or may not be included. */
  copyTo(file: string): Promise<void>;
  /**
   * The reason why nothing can be saved now. `full` is temporary; `lost` is final: the file is no longer at its path.
   */
  trouble(): {readonly full?: GatewayError; readonly lost?: GatewayError};
  /** Checks that the file is still at its path. If not, saves its content elsewhere and refuses further writes. */
  checkFileInPlace(): void;
  /** Moves the log's content into the database, so that the log restarts. Call it outside a transaction. */
  checkpoint(): void;
  /** Does the same, and cuts the log's file, so that nothing older can be read in it. */
  cutLog(): void;
}

export type DatabaseOptions = {
  readonly path: string;
  /** Called once with the error when the database can't be trusted with writes. */
  readonly onBroken: (error: GatewayError) => void;
  /** File to save the content in if the database file is lost. @default the file isn't guarded */
  readonly savedPath?: () => string;
  /** Called once with the error when the file is lost. `home`: the place of its folder. */
  readonly onLost?: (error: GatewayError, home: HomePlace) => void;
};

/** Opens a connection. `open-database.ts` decides first whether the file may be used. */
export const connect = (options: DatabaseOptions): Database => {
  const {path, onBroken} = options;
  const sqlite = opened(path);
  let depth = 0;
  let writes = 0;
  /**
   * The reason why the current transaction is gone although its work still runs. SQLite may roll all of it back when
   * the disk is full.
   */
  let lost: unknown;
  let broken: GatewayError | undefined;
  let full: GatewayError | undefined;
  const file = watchFile(sqlite, options);

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
      const missing = file.missing();
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
    file.check({whole: false});
    begin.run();
    depth = 1;
    try {
      const result = work();
      // Fails if the transaction was lost, so that work which caught that error doesn't count as done.
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
    copyTo: async copy => {
      file.check();
      const missing = file.missing();
      if (missing !== undefined) throw missing;
      try {
        await copyOnceFree(sqlite, copy);
      } catch (error) {
        throw databaseError(error, copy);
      }
    },
    trouble: () => ({full, lost: file.missing()}),
    checkFileInPlace: () => file.check(),
    logPages: () => Number(lookAtLog.get()?.['log'] ?? 0),
    checkpoint: () => {
      if (sqlite.isOpen && broken === undefined && file.missing() === undefined) checkpoint.get();
    },
    cutLog: () => {
      if (sqlite.isOpen && broken === undefined && file.missing() === undefined)
        sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    [Symbol.dispose]: () => {
      if (!sqlite.isOpen) return;
      sqlite.close();
      file[Symbol.dispose]();
    },
  };
};

type FileWatch = Disposable & {
  /** Checks that the file is still at its path. If not, saves the content elsewhere. */
  readonly check: (how?: {readonly whole: boolean}) => void;
  /** The error once the file is lost. */
  readonly missing: () => GatewayError | undefined;
};

const watchFile = (
  sqlite: DatabaseSync,
  {path, savedPath, onLost}: Pick<DatabaseOptions, 'path' | 'savedPath' | 'onLost'>,
): FileWatch => {
  /** The files as the first transaction found them. */
  let guard: FileGuard | undefined;
  let missing: GatewayError | undefined;
  return {
    check: (how = {whole: true}) => {
      if (savedPath === undefined || missing !== undefined || !sqlite.isOpen) return;
      guard ??= guardFile(path);
      const loss = guard.check(how);
      if (loss === undefined) return;
      const home = guard.home();
      missing =
        typeof home === 'object'
          ? movedError(path, home.movedTo)
          : lostError(path, home === 'gone' ? 'gone' : loss, saveContent(sqlite, savedPath()));
      onLost?.(missing, home);
    },
    missing: () => missing,
    [Symbol.dispose]: () => guard?.[Symbol.dispose](),
  };
};

const opened = (path: string): DatabaseSync => {
  try {
    const sqlite = new DatabaseSync(path, {timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true});
    // SQLite's own `lower` handles ASCII letters only.
    sqlite.function('lowered', {deterministic: true}, text => String(text).toLowerCase());
    return sqlite;
  } catch (error) {
    throw databaseError(error, path);
  }
};

/** Saves the whole content in a new file. Returns its path, or the reason for the failure. */
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

const movedError = (path: string, place: string): GatewayError =>
  new GatewayError(
    'unavailable',
    `${dirname(path)} was moved to ${place} while the daemon ran, so the daemon ends. Everything is there: the next command with that home starts a daemon.`,
  );

/** `gone`: the whole folder is lost, and the daemon ends. */
const lostError = (path: string, loss: FileLoss | 'gone', saved: Saved): GatewayError => {
  const what =
    loss === 'gone'
      ? `${dirname(path)} was deleted while the daemon ran, so the daemon ends.`
      : `The database ${path} was ${loss} while the daemon runs: nothing more is saved.`;
  const goOn = loss === 'gone' ? 'rooster daemon start' : 'rooster daemon restart';
  const rest =
    'path' in saved
      ? `What it held is in ${saved.path}. Run "rooster restore ${saved.path}" to have it back, or "${goOn}" to go on without it.`
      : `What it held could not be saved either (${saved.reason}). Run "${goOn}" to go on without it.`;
  return new GatewayError('failed', `${what} ${rest}`);
};

/** Retries until the first step of the copy meets no transaction. Rejects after too many tries. */
const copyOnceFree = async (sqlite: DatabaseSync, file: string): Promise<void> => {
  for (let triesLeft = COPY_TRIES; ; triesLeft -= 1) {
    try {
      await backup(sqlite, file, {rate: PAGES_AT_ONCE});
      return;
    } catch (error) {
      if (!isCopyBusy(error) || triesLeft <= 1) throw error;
      await setImmediate();
    }
  }
};

/** One megabyte: a step of a copy blocks the daemon no longer than a small write. */
const PAGES_AT_ONCE = 256;
/** Wait for another program's lock, in ms. Short, because the whole daemon waits. */
const BUSY_TIMEOUT_MS = 2_000;
/** A turn of the event loop has few transactions, and each try takes at least one turn. */
const COPY_TRIES = 1_000;
