// Statements of one connection, each prepared once. Before a statement runs it is asked whether it may, and what goes wrong is
// handed to whoever knows what it means.
//
// A bound is written `LIMIT 0 + ?`: SQLite looks at the value of a bare parameter while it plans, and plans the statement anew
// each time one is bound, which takes ten times as long as an indexed query itself. The same holds for `column = ?` on a column
// that a partial index compares with a constant.
import type {DatabaseSync, SQLOutputValue, StatementSync} from 'node:sqlite';

export type Value = string | number | null;
export type Row = Readonly<Record<string, SQLOutputValue>>;

/** A statement, prepared when it is first used and kept. Parameters are bound by position. */
export interface Query {
  prepare(): void;
  /** The number of rows it changed. */
  run(...values: readonly Value[]): number;
  get(...values: readonly Value[]): Row | undefined;
  all(...values: readonly Value[]): readonly Row[];
}

type Guard = {
  /** Throws when nothing may be done. */
  readonly beforeAny: () => void;
  /** Throws when nothing may be changed. */
  readonly beforeChange: () => void;
  /** What SQLite threw, as it is to be thrown on. */
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
      try {
        return Number(statement().run(...values).changes);
      } catch (error) {
        throw guard.failed(error);
      }
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
