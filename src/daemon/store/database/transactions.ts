// Nested transactions of one connection, and the recording of what each outermost one changes.
import type {DatabaseSync} from 'node:sqlite';
import type {Query} from './queries.ts';
import {type Recording, recordChanges, type TakeChanges} from './recording.ts';

type Transactions = {
  readonly isOpen: () => boolean;
  readonly run: <T>(work: () => T) => T;
  /** Hands over the changes of each transaction after its commit, until disposed. One taker at a time. */
  readonly record: (take: TakeChanges) => Disposable;
  /** Runs one change. Recorded, it is a transaction with its number: a crash must not leave it without. */
  readonly change: <T>(work: () => T) => T;
  /** Call it after each change: what a commit has changed is handed over. */
  readonly settle: () => void;
  /** Call it when a statement failed: SQLite may have rolled back the whole transaction. */
  readonly noteFailure: (error: unknown) => void;
  /** Throws if the current transaction is gone although its work still runs. */
  readonly refuseLost: () => void;
};

type Connection = {
  readonly sqlite: DatabaseSync;
  readonly query: (sql: string) => Query;
  readonly beforeBegin: () => void;
  readonly afterCommit: () => void;
  readonly onUndone: () => void;
  /** False if nothing may be written any more, not even the end of a savepoint. */
  readonly isTrusted: () => boolean;
};

export const createTransactions = (connection: Connection): Transactions => {
  const {sqlite, query} = connection;
  let depth = 0;
  /** SQLite rolls all of a transaction back when the disk is full. */
  let lost: unknown;
  let recording: Recording | undefined;
  const begin = query('BEGIN IMMEDIATE');
  const commit = query('COMMIT');
  const save = query('SAVEPOINT joined');
  const keep = query('RELEASE joined');
  const undo = query('ROLLBACK TO joined');

  const outermost = <T>(work: () => T): T => {
    connection.beforeBegin();
    depth = 1;
    try {
      begin.run();
      const result = work();
      recording?.beforeCommit();
      // Fails if the transaction was lost, so that work which caught that error doesn't count as done.
      commit.run();
      connection.afterCommit();
      return result;
    } catch (error) {
      connection.onUndone();
      recording?.undone();
      if (sqlite.isOpen && sqlite.isTransaction) sqlite.exec('ROLLBACK');
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
      if (lost === undefined && connection.isTrusted()) {
        undo.run();
        keep.run();
      }
      throw error;
    } finally {
      depth -= 1;
    }
  };

  return {
    isOpen: () => depth > 0,
    run: work => (depth === 0 ? outermost(work) : joined(work)),
    record: take => {
      if (recording !== undefined) throw new TypeError('the changes are taken already');
      recording = recordChanges(sqlite, take);
      return {
        [Symbol.dispose]: () => {
          if (sqlite.isOpen) recording?.[Symbol.dispose]();
          recording = undefined;
        },
      };
    },
    change: work => (recording === undefined || depth > 0 || sqlite.isTransaction ? work() : outermost(work)),
    settle: () => {
      if (recording !== undefined && !sqlite.isTransaction) recording.settle();
    },
    noteFailure: error => {
      if (depth > 0 && !sqlite.isTransaction) lost ??= error;
    },
    refuseLost: () => {
      if (lost !== undefined) throw lost;
    },
  };
};
