// A connection to one SQLite database, with prepared statements, nested transactions and errors as sentences. This
// process is the only writer. After a disk error nothing more is written until the next start.
import {backup, DatabaseSync} from 'node:sqlite';
import {setImmediate} from 'node:timers/promises';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {databaseError, isCopyBusy, troubleOf} from './database-errors.ts';
import {type WatchedFile, watchFile} from './file-guard.ts';
import {createQueries, type Query} from './queries.ts';
import type {TakeChanges} from './recording.ts';
import {createTransactions} from './transactions.ts';

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
  /** Hands over the changes of each transaction after its commit, until disposed. One taker at a time. */
  record(take: TakeChanges): Disposable;
  /** From now on every change fails with this error, and nothing is lost: reading goes on. */
  refuseChanges(error: GatewayError): void;
  /** Applies recorded changes of these tables. Throws where a row differs from what they expect. */
  applyChanges(changes: Uint8Array, tables: (name: string) => boolean): void;
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

export type DatabaseOptions = WatchedFile & {
  /** Called once with the error when the database can't be trusted with writes. */
  readonly onBroken: (error: GatewayError) => void;
};

/** Opens a connection. `open-database.ts` decides first whether the file may be used. */
export const connect = (options: DatabaseOptions): Database => {
  const {path, onBroken} = options;
  const sqlite = opened(path);
  let writes = 0;
  let broken: GatewayError | undefined;
  let refused: GatewayError | undefined;
  let full: GatewayError | undefined;
  const file = watchFile(sqlite, options);

  const failed = (thrown: unknown): unknown => {
    if (!sqlite.isOpen) return new GatewayError('unavailable', 'The daemon is stopping: nothing more is saved.');
    const error = databaseError(thrown, path);
    const trouble = troubleOf(thrown);
    transactions.noteFailure(error);
    if (error instanceof GatewayError && trouble === 'full') full = error;
    if (error instanceof GatewayError && (trouble === 'failing' || trouble === 'damaged') && broken === undefined) {
      broken = error;
      onBroken(error);
    }
    return error;
  };

  const {query, prepareAll} = createQueries(sqlite, {
    beforeAny: () => transactions.refuseLost(),
    beforeChange: () => {
      writes += 1;
      if (broken !== undefined) throw broken;
      if (refused !== undefined) throw refused;
      const missing = file.missing();
      if (missing !== undefined) throw missing;
    },
    change: work => transactions.change(work),
    afterChange: () => transactions.settle(),
    failed,
  });
  const transactions = createTransactions({
    sqlite,
    query,
    beforeBegin: () => file.check({whole: false}),
    afterCommit: () => {
      full = undefined;
    },
    onUndone: () => {
      writes += 1;
    },
    isTrusted: () => broken === undefined,
  });
  const tableNames = query(`SELECT name FROM sqlite_schema WHERE type = 'table'`);
  const known = new Set<string>();
  const lookAtLog = query('PRAGMA wal_checkpoint(NOOP)');
  const checkpoint = query('PRAGMA wal_checkpoint(PASSIVE)');

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
      return transactions.isOpen();
    },
    writes: () => writes,
    transaction: transactions.run,
    record: transactions.record,
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
    refuseChanges: error => {
      refused = error;
    },
    applyChanges: (changes, tables) => {
      writes += 1;
      // SQLite leaves out what is of a table that isn't there. A copy gets no table while it is open.
      if (known.size === 0) for (const {name} of tableNames.all()) known.add(String(name));
      let missing: string | undefined;
      const filter = (name: string): boolean => {
        if (!tables(name)) return false;
        if (!known.has(name)) missing ??= name;
        return true;
      };
      try {
        const fits = sqlite.applyChangeset(changes, {filter});
        if (missing !== undefined) throw new GatewayError('conflict', `The database ${path} has no table ${missing}.`);
        if (fits) return;
      } catch (error) {
        throw failed(error);
      }
      throw new GatewayError('conflict', `The changes don't fit the rows of ${path}.`);
    },
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
