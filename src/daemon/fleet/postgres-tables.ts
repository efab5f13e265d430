// The tables of a fleet in PostgreSQL, step by step.
import {GatewayError} from '../../shared/text/gateway-error.ts';
import type {Sql} from './sql.ts';

/** Creates the tables or adds the missing steps, one daemon after the other. */
export const prepareTables = (sql: Sql): Promise<void> =>
  sql.transaction(async query => {
    await query('SELECT pg_advisory_xact_lock($1::bigint)', [LOCK]);
    // A user who may not create tables may use those that are there.
    if (!(await isThere(query))) await query('CREATE TABLE fleet_schema (version integer NOT NULL)');
    const version = await tablesIn(query);
    if (version > STEPS.length)
      throw new GatewayError('refused', 'The tables in PostgreSQL are those of a newer Rooster. Update this one.');
    for (const step of STEPS.slice(version)) for (const statement of step) await query(statement);
    if (version === STEPS.length) return;
    await query('DELETE FROM fleet_schema');
    await query('INSERT INTO fleet_schema (version) VALUES ($1::integer)', [STEPS.length]);
  });

/** The version of the tables that are there; 0 without any. */
export const tablesIn = async (query: Sql['query']): Promise<number> => {
  if (!(await isThere(query))) return 0;
  const {rows} = await query('SELECT max(version) AS version FROM fleet_schema');
  return Number(rows[0]?.['version'] ?? 0);
};

const isThere = async (query: Sql['query']): Promise<boolean> =>
  (await query(`SELECT to_regclass('fleet_schema') IS NOT NULL AS is_there`)).rows[0]?.['is_there'] === true;

/**
 * `cells`: `newest` is the number of the newest commit, `base` that of the snapshot, each with the fence under which it
 * was written. `schema` is that of the snapshot's database and of the commits after it. Without a snapshot these are
 * null.
 */
const STEPS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE cells (
      cell text PRIMARY KEY,
      holder text,
      address text,
      http text,
      fence bigint NOT NULL DEFAULT 0,
      lease_until timestamptz NOT NULL DEFAULT '-infinity',
      schema integer,
      newest bigint,
      newest_fence bigint,
      base bigint,
      base_fence bigint,
      snapshot uuid
    ) WITH (fillfactor = 50)`,
    `CREATE TABLE log (
      cell text NOT NULL,
      n bigint NOT NULL,
      fence bigint NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (cell, n)
    )`,
    `CREATE TABLE snapshots (
      cell text NOT NULL,
      snapshot uuid NOT NULL,
      part integer NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (cell, snapshot, part)
    )`,
    `CREATE TABLE files (
      cell text NOT NULL,
      path text COLLATE "C" NOT NULL,
      mode integer NOT NULL,
      changed_at timestamptz NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (cell, path)
    )`,
  ],
];

export const NEWEST_TABLES = STEPS.length;

/** Any number that no other program on the same database uses. */
const LOCK = 7_665_127_437;
