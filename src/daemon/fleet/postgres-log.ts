// The log of a fleet in PostgreSQL. Every change is one statement that first locks or changes the row of its cell,
// under the fence of the lease. So it comes before a concurrent take, which then leaves the cell alone, or it changes
// nothing; and a daemon that stops in the middle holds no lock. Leases are measured by PostgreSQL's clock alone.
import {rmSync} from 'node:fs';
import {open} from 'node:fs/promises';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import type {Commit} from '../ports/commit-log.ts';
import type {CellFile, FleetLog, Lease} from '../ports/fleet-log.ts';
import {
  APPEND,
  COMMITS,
  COMPLETE,
  DROP_PARTS,
  FILES,
  HOLDER,
  LEASE,
  NEWER,
  PART,
  PUT_FILES,
  PUT_PART,
  RELEASE,
  RENEW,
  SINCE,
  STATE,
  TAKE,
  TRIM,
} from './postgres-statements.ts';
import {prepareTables} from './postgres-tables.ts';
import {type Sql, SqlError, type SqlRow} from './sql.ts';

export const createPostgresLog = (sql: Sql & AsyncDisposable): FleetLog => {
  const {query} = sql;
  return {
    prepare: () => prepareTables(sql),
    take: async (cells, {holder, address, http, schema, leaseMs, again = false}) => {
      await query('INSERT INTO cells (cell) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [cells]);
      const {rows} = await query(TAKE, [cells, schema, holder, address, http, leaseMs, again]);
      const [taken] = rows;
      if (taken !== undefined) return {cell: String(taken['cell']), fence: Number(taken['fence']), schema};
      const [newer] = (await query(NEWER, [cells, schema, again ? holder : undefined])).rows;
      if (newer === undefined) return undefined;
      const name = String(newer['cell']);
      throw new GatewayError(
        'refused',
        `The database of the cell "${name}" is that of a newer Rooster. Update this one.`,
      );
    },
    holderOf: async cell => {
      const [row] = (await query(HOLDER, [cell])).rows;
      if (row === undefined) return undefined;
      return {
        holder: String(row['holder']),
        address: textOf(row['address']),
        http: textOf(row['http']),
        fence: Number(row['fence']),
        isHeld: row['is_held'] === true,
      };
    },
    renew: async ({cell, fence}, leaseMs) => (await query(RENEW, [cell, fence, leaseMs])).count > 0,
    release: async ({cell, fence}) => {
      await query(RELEASE, [cell, fence]);
    },
    append: (lease, commits) => append(sql, lease, commits),
    newest: async cell => {
      const {newest, newestFence: fence} = await stateOf(sql, cell);
      return newest === undefined || fence === undefined ? undefined : {number: newest, fence};
    },
    leaseOf: async (cell, number) => {
      const [row] = (await query(LEASE, [cell, number])).rows;
      return row === undefined ? undefined : {cell, fence: Number(row['fence']), schema: Number(row['schema'])};
    },
    sinceSnapshot: async cell => {
      const [row] = (await query(SINCE, [cell])).rows;
      return {bytes: Number(row?.['bytes'] ?? 0), commits: Number(row?.['commits'] ?? 0)};
    },
    writeSnapshot: (lease, copy) => writeSnapshot(sql, lease, copy),
    readSnapshot: (cell, file) =>
      sql.transaction(async inside => {
        // The parts stay readable when a newer snapshot replaces them meanwhile.
        await inside('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
        const {base, baseFence: fence, schema} = await stateOf({query: inside}, cell);
        if (base === undefined || fence === undefined || schema === undefined) return undefined;
        await writeParts(file, async part => (await inside(PART, [cell, part])).rows[0]);
        return {number: base, fence, schema};
      }),
    readCommits: (cell, after) => readCommits(sql, cell, after),
    putFiles: async ({cell, fence}, files) => {
      const gone = files.filter(({bytes}) => bytes === undefined).map(({path}) => path);
      const written = files.flatMap(({path, mode, bytes}) => (bytes === undefined ? [] : [{path, mode, bytes}]));
      const {whole, starts, lengths} = joined(written.map(({bytes}) => bytes));
      const paths = written.map(({path}) => path);
      const modes = written.map(({mode}) => mode);
      const {rows} = await sql.bulk(PUT_FILES, [cell, fence, gone, paths, modes, starts, lengths, whole]);
      return rows.length > 0;
    },
    readFiles: cell => readFiles(sql, cell),
    [Symbol.asyncDispose]: () => sql[Symbol.asyncDispose](),
  };
};

type Asked = Pick<Sql, 'query'>;

const append = async (sql: Sql, lease: Lease, commits: readonly Commit[], triesLeft = 3): Promise<boolean> => {
  const {cell, fence, schema} = lease;
  const first = commits[0]?.number;
  if (first === undefined) return (await stateOf(sql, cell)).fence === fence;
  if (commits.some(({number}, index) => number !== first + index)) throw doNotContinue(cell, first);
  const {whole, starts, lengths} = joined(commits.map(({changes}) => changes));
  try {
    const send = whole.length > MOST_SMALL ? sql.bulk : sql.query;
    const {rows} = await send(APPEND, [cell, fence, schema, first, starts, lengths, whole]);
    if (rows.length > 0) return true;
  } catch (error) {
    if (error instanceof SqlError && error.state === NOT_NULL_VIOLATION) throw doNotContinue(cell, first);
    throw error;
  }
  const now = await stateOf(sql, cell);
  if (now.fence !== fence) return false;
  if (now.newest === undefined || now.schema !== schema)
    throw new GatewayError('conflict', `The cell "${cell}" has no snapshot of these tables yet.`);
  // An earlier call of this lease, whose answer was lost, may have come in between.
  if (now.newest >= first - 1 && triesLeft > 1) return await append(sql, lease, commits, triesLeft - 1);
  throw doNotContinue(cell, first);
};

const writeSnapshot = async (
  sql: Sql,
  lease: Lease,
  {number, file}: {readonly number: number; readonly file: string},
): Promise<boolean> => {
  const {cell, fence, schema} = lease;
  const snapshot = crypto.randomUUID();
  let length = 0;
  await dropIncomplete(sql, lease);
  for await (const {part, bytes} of partsOf(file)) {
    if ((await sql.bulk(PUT_PART, [cell, fence, snapshot, part, bytes])).count === 0) return false;
    length += bytes.length;
  }
  if ((await sql.bulk(COMPLETE, [cell, fence, schema, snapshot, number, length])).count === 0) {
    if ((await stateOf(sql, cell)).fence !== fence) return false;
    throw new GatewayError('conflict', `A snapshot with number ${number} doesn't follow that of the cell "${cell}".`);
  }
  await dropIncomplete(sql, lease);
  await trim(sql, cell, number);
  return true;
};

async function* readCommits(sql: Sql, cell: string, after: number): AsyncGenerator<readonly Commit[]> {
  for (let last = after; ; ) {
    const {rows} = await sql.bulk(COMMITS, [cell, last, MOST_AT_ONCE]);
    const commits = rows.map(({n, bytes}) => ({number: Number(n), changes: bytes as Uint8Array}));
    if (commits.some(({number}, index) => number !== last + 1 + index)) throw noLongerKept(cell, last);
    if (commits.length > 0) yield commits;
    else if (await hasMore(sql, cell, last)) throw noLongerKept(cell, last);
    else return;
    last += commits.length;
  }
}

/** Commits that are neither in the log nor yet to come: a snapshot has replaced them. */
const hasMore = async (sql: Asked, cell: string, last: number): Promise<boolean> =>
  ((await stateOf(sql, cell)).base ?? 0) > last;

async function* readFiles({bulk}: Sql, cell: string): AsyncGenerator<CellFile> {
  for (let last: unknown = ''; last !== undefined; ) {
    const {rows} = await bulk(FILES, [cell, last, MOST_AT_ONCE]);
    for (const {path, mode, bytes} of rows) yield {path: String(path), mode: Number(mode), bytes: bytes as Uint8Array};
    last = rows.at(-1)?.['path'];
  }
}

const stateOf = async ({query}: Asked, cell: string): Promise<CellState> => {
  const row = (await query(STATE, [cell])).rows[0] ?? {};
  const numberIn = (name: string): number | undefined => (row[name] == null ? undefined : Number(row[name]));
  return {
    fence: numberIn('fence'),
    schema: numberIn('schema'),
    newest: numberIn('newest'),
    newestFence: numberIn('newest_fence'),
    base: numberIn('base'),
    baseFence: numberIn('base_fence'),
  };
};

/** Nothing of it is there for a cell that nobody has taken, and only the fence before its first snapshot. */
type CellState = {
  readonly fence: number | undefined;
  readonly schema: number | undefined;
  readonly newest: number | undefined;
  readonly newestFence: number | undefined;
  readonly base: number | undefined;
  readonly baseFence: number | undefined;
};

/** Several texts of bytes as one parameter: PostgreSQL would take an array of them as text, twice as long. */
const joined = (texts: readonly Uint8Array[]) => {
  let end = 1;
  const starts = texts.map(({length}) => {
    end += length;
    return end - length;
  });
  return {whole: Buffer.concat(texts), starts, lengths: texts.map(({length}) => length)};
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const doNotContinue = (cell: string, first: number): GatewayError =>
  new GatewayError('conflict', `The commits from ${first} on don't continue the log of the cell "${cell}".`);

const noLongerKept = (cell: string, after: number): GatewayError =>
  new GatewayError('conflict', `The log of the cell "${cell}" no longer has all commits after ${after}.`);

async function* partsOf(file: string): AsyncGenerator<{readonly part: number; readonly bytes: Uint8Array}> {
  await using handle = await open(file, 'r');
  for (let part = 0; ; part += 1) {
    const {bytesRead, buffer} = await handle.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES, part * PART_BYTES);
    if (bytesRead > 0) yield {part, bytes: buffer.subarray(0, bytesRead)};
    if (bytesRead < PART_BYTES) return;
  }
}

const writeParts = async (file: string, read: (part: number) => Promise<SqlRow | undefined>): Promise<void> => {
  await using handle = await open(file, 'wx', 0o600);
  try {
    for (let part = 0, row = await read(0); row !== undefined; part += 1, row = await read(part))
      await handle.writeFile(row['bytes'] as Uint8Array);
  } catch (error) {
    rmSync(file, {force: true});
    throw error;
  }
};

/** Drops older snapshots, and the parts of one that was never finished. A few at a time. */
const dropIncomplete = async ({bulk}: Sql, {cell, fence}: Lease): Promise<void> => {
  while ((await bulk(DROP_PARTS, [cell, fence, PARTS_AT_ONCE])).count > 0);
};

/** The snapshot has these commits, so no holder needs them any more. */
const trim = async ({query, bulk}: Sql, cell: string, number: number): Promise<void> => {
  const {rows} = await query('SELECT min(n) AS n FROM log WHERE cell = $1::text', [cell]);
  const first = Number(rows[0]?.['n'] ?? number + 1);
  for (let from = first; from <= number; from += ROWS_AT_ONCE)
    await bulk(TRIM, [cell, from, Math.min(number, from + ROWS_AT_ONCE - 1)]);
};

const NOT_NULL_VIOLATION = '23502';
/** Beyond it a commit takes longer to travel than a small query may take. */
const MOST_SMALL = 256 * 1024;
const PART_BYTES = 1024 * 1024;
const PARTS_AT_ONCE = 50;
const ROWS_AT_ONCE = 10_000;
const MOST_AT_ONCE = 4 * 1024 * 1024;
