// Prepared statements of one connection. Checks run before a statement, and its errors are converted by the caller.
// Write a bound as `LIMIT 0 + ?`: With a bare limit, SQLite plans the statement again at each binding. That takes ten
// times as long as an indexed query. The same holds for `column = ?` on a column that a partial index compares with a
// constant.
import type {DatabaseSync, SQLOutputValue, StatementSync} from 'node:sqlite';

export type Value = string | number | null;
export type Row = Readonly<Record<string, SQLOutputValue>>;

/** A statement that is prepared on first use. Parameters are bound by position. */
export interface Query {
  prepare(): void;
  /** Returns the number of changed rows. */
  run(...values: readonly Value[]): number;
  get(...values: readonly Value[]): Row | undefined;
  all(...values: readonly Value[]): readonly Row[];
}

type Guard = {
  /** Throws if no statement may run. */
  readonly beforeAny: () => void;
  /** Throws if no change is allowed. */
  readonly beforeChange: () => void;
  /** Runs a change. */
  readonly change: <T>(work: () => T) => T;
  readonly afterChange: () => void;
  /** Converts an SQLite error into the error to throw. */
  readonly failed: (thrown: unknown) => unknown;
};

type Queries = {readonly query: (sql: string) => Query; readonly prepareAll: () => void};

export const createQueries = (sqlite: DatabaseSync, guard: Guard): Queries => {
  const queries = new Map<string, Query>();
  return {
    query: sql => {
      const known = queries.get(sql);
      if (known !== undefined) return known;
      const created = createQuery(sqlite, guard, sql);
      queries.set(sql, created);
      return created;
    },
    prepareAll: () => {
      for (const query of queries.values()) query.prepare();
    },
  };
};

const createQuery = (sqlite: DatabaseSync, guard: Guard, sql: string): Query => {
  let prepared: StatementSync | undefined;
  const statement = (): StatementSync => {
    guard.beforeAny();
    prepared ??= sqlite.prepare(sql);
    return prepared;
  };
  return {
    prepare: () => {
      statement();
    },
    run: (...values) => {
      guard.beforeChange();
      let changed: number;
      try {
        changed = guard.change(() => Number(statement().run(...values).changes));
      } catch (error) {
        throw guard.failed(error);
      }
      guard.afterChange();
      return changed;
    },
    get: (...values) => {
      try {
        return statement().get(...values);
      } catch (error) {
        throw guard.failed(error);
      }
    },
    all: (...values) => {
      try {
        return statement().all(...values);
      } catch (error) {
        throw guard.failed(error);
      }
    },
  };
};
