// Connections to a PostgreSQL server. A dead server is noticed after seconds, and so is a dead client: a transaction
// that stands still is ended by the server.
import {Socket} from 'node:net';
import type {Pool, PoolClient, PoolConfig} from 'pg';
import type {PostgresAddress} from './postgres-address.ts';
import {type Sql, SqlError, type SqlResult, sqlError} from './sql.ts';

/** Loads the package. Connects with the first query. */
export const openPostgres = async (address: PostgresAddress): Promise<Sql & AsyncDisposable> => {
  const {Pool} = (await import('pg')).default;
  const {host, port, user, database, password, tls, options} = address;
  const open = (config: PoolConfig): Connections => {
    const sockets = new Set<Socket>();
    const pool = new Pool({
      host,
      port,
      user,
      database,
      // Without a function the package would look for a password itself, and warn on the screen.
      password: () => password ?? '',
      ssl: tls,
      options,
      application_name: 'rooster',
      keepAlive: true,
      stream: () => {
        const socket = new Socket();
        sockets.add(socket.once('close', () => sockets.delete(socket)));
        return socket;
      },
      onConnect: async client => {
        await client.query(SESSION);
      },
      ...config,
    } satisfies PoolConfig);
    // A connection that breaks is replaced by the next query, and one in use rejects the query. Without a listener
    // either would end the process.
    pool.on('error', () => {});
    pool.on('connect', client => {
      client.on('error', () => {});
    });
    return {pool, sockets};
  };
  const small = open({max: 2, connectionTimeoutMillis: 3_000, query_timeout: 4_000});
  const large = open({max: 1, connectionTimeoutMillis: 15_000, query_timeout: 60_000});
  const names = new Map<string, string>();
  /** A statement with parameters is read and planned once for each connection: it takes a third of the time then. */
  const ask = async (client: Pool | PoolClient, text: string, values?: readonly unknown[]): Promise<SqlResult> => {
    if (values !== undefined && !names.has(text)) names.set(text, `rooster-${names.size + 1}`);
    try {
      const {rows, rowCount} = await client.query({name: names.get(text) ?? '', text, values: [...(values ?? [])]});
      return {rows, count: rowCount ?? 0};
    } catch (error) {
      throw sqlError(host, error);
    }
  };
  /** A server that is silent on one connection would be so on the others of that time: they are given up, too. */
  const askOnce = async ({pool, sockets}: Connections, ...query: Parameters<Sql['query']>): Promise<SqlResult> => {
    const before = [...sockets];
    try {
      return await ask(pool, ...query);
    } catch (error) {
      if (error instanceof SqlError && error.state === undefined) for (const socket of before) socket.destroy();
      throw error;
    }
  };
  return {
    query: (text, values) => askOnce(small, text, values),
    bulk: (text, values) => askOnce(large, text, values),
    transaction: async work => {
      const client = await large.pool.connect().catch(error => {
        throw sqlError(host, error);
      });
      let broken = true;
      try {
        await ask(client, 'BEGIN');
        const result = await work((text, values) => ask(client, text, values));
        await ask(client, 'COMMIT');
        broken = false;
        return result;
      } finally {
        // The server undoes what a connection that ends has not committed.
        client.release(broken);
      }
    },
    [Symbol.asyncDispose]: async () => {
      const ended = Promise.all([small.pool.end(), large.pool.end()]);
      // A silent server would never close them.
      for (const socket of [...small.sockets, ...large.sockets]) socket.destroy();
      await ended;
    },
  };
};

type Connections = {readonly pool: Pool; readonly sockets: ReadonlySet<Socket>};

/**
 * An acknowledged commit is on disk, whatever the server's default says; a stricter default stays. The reasoning of the
 * statements is that of `read committed`.
 */
const SESSION = `
  SELECT set_config('synchronous_commit', 'on', false) FROM (SELECT current_setting('synchronous_commit') AS now) AS it
  WHERE now = 'off'
  UNION ALL SELECT set_config('default_transaction_isolation', 'read committed', false)
  UNION ALL SELECT set_config('statement_timeout', '60s', false)
  UNION ALL SELECT set_config('idle_in_transaction_session_timeout', '5s', false)`;
