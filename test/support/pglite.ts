// PostgreSQL in this process, without a server: PGlite. One connection, so nothing in it happens at the same time.
import {PGlite} from '@electric-sql/pglite';
import {type Sql, SqlError, type SqlResult} from '../../src/daemon/fleet/sql.ts';

type Asked = Pick<PGlite, 'query'>;

export const openPglite = async (): Promise<Sql & AsyncDisposable> => {
  const database = await PGlite.create();
  return {
    query: (text, values) => ask(database, text, values),
    bulk: (text, values) => ask(database, text, values),
    transaction: async work => await database.transaction(inside => work((text, values) => ask(inside, text, values))),
    [Symbol.asyncDispose]: () => database.close(),
  };
};

const ask = async (on: Asked, text: string, values: readonly unknown[] = []): Promise<SqlResult> => {
  try {
    const {rows, affectedRows} = await on.query<Record<string, unknown>>(text, [...values]);
    return {rows, count: affectedRows ?? 0};
  } catch (error) {
    const {message, code} = error as {readonly message: string; readonly code?: string};
    throw new SqlError(message, code);
  }
};
