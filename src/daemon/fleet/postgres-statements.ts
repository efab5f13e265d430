// The statements of the log of a fleet, for its tables in PostgreSQL.

/** The row of the cell, which no take can have while the statement runs. */
const HELD = `held AS (
  SELECT cell, fence, snapshot FROM cells WHERE cell = $1::text AND fence = $2::bigint FOR SHARE
)`;

/**
 * The fence is the time if that is higher, so that none comes twice, not even where a replica that takes over, or a
 * restored copy, doesn't know the newest one.
 */
export const TAKE = `
  WITH free AS (
    SELECT cell FROM cells
    WHERE cell = ANY ($1::text[]) AND (lease_until <= clock_timestamp() OR ($7::boolean AND holder = $3::text))
      AND coalesce(schema, 0) <= $2::integer
    ORDER BY lease_until, cell LIMIT 1 FOR UPDATE SKIP LOCKED
  )
  UPDATE cells SET
    holder = $3::text, address = $4::text, http = $5::text,
    fence = greatest(fence + 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint),
    lease_until = clock_timestamp() + $6::integer * interval '1 millisecond'
  FROM free WHERE cells.cell = free.cell
  RETURNING cells.cell, cells.fence`;

export const NEWER = `
  SELECT cell FROM cells
  WHERE cell = ANY ($1::text[]) AND (lease_until <= clock_timestamp() OR holder = $3::text)
    AND schema > $2::integer
  ORDER BY cell LIMIT 1`;

export const HOLDER = `
  SELECT holder, address, http, fence, lease_until > clock_timestamp() AS is_held
  FROM cells WHERE cell = $1::text AND holder IS NOT NULL`;

export const RENEW = `
  UPDATE cells SET lease_until = clock_timestamp() + $3::integer * interval '1 millisecond'
  WHERE cell = $1::text AND fence = $2::bigint`;

/** The next fence: the lease is current no more. */
export const RELEASE = `
  UPDATE cells SET lease_until = '-infinity', fence = fence + 1 WHERE cell = $1::text AND fence = $2::bigint`;

export const STATE = `
  SELECT fence, schema, newest, newest_fence, base, base_fence FROM cells WHERE cell = $1::text`;

/**
 * The condition is checked on the row as it is once it is locked. Commits that the own snapshot has already are left
 * out. A number with another content makes its bytes null, which fails, so that nothing is written.
 */
export const APPEND = `
  WITH held AS (
    UPDATE cells SET
      newest = greatest(newest, $4::bigint + cardinality($5::integer[]) - 1),
      newest_fence = CASE
        WHEN newest < $4::bigint + cardinality($5::integer[]) - 1 THEN fence ELSE newest_fence
      END
    WHERE cell = $1::text AND fence = $2::bigint AND schema = $3::integer AND newest >= $4::bigint - 1
      AND (base < $4::bigint OR base_fence = fence)
    RETURNING base
  ), written AS (
    INSERT INTO log (cell, n, fence, bytes)
    SELECT $1::text, $4::bigint + at - 1, $2::bigint, substring($7::bytea FROM start FOR length)
    FROM held, unnest($5::integer[], $6::integer[]) WITH ORDINALITY AS part (start, length, at)
    WHERE $4::bigint + at - 1 > base
    ON CONFLICT (cell, n) DO UPDATE SET bytes = CASE
      WHEN log.fence = excluded.fence AND log.bytes = excluded.bytes THEN log.bytes
    END
  )
  SELECT base FROM held`;

/** Rows up to the snapshot may be left for a moment, and don't count. */
export const LEASE = `
  SELECT fence, schema FROM (
    SELECT base_fence AS fence, schema FROM cells WHERE cell = $1::text AND base = $2::bigint
    UNION ALL
    SELECT log.fence, schema FROM cells JOIN log USING (cell) WHERE cell = $1::text AND n = $2::bigint AND n > base
  ) AS found`;

export const SINCE = `
  SELECT sum(octet_length(bytes)) AS bytes, count(*) AS commits FROM log
  WHERE cell = $1::text AND n > (SELECT base FROM cells WHERE cell = $1::text)`;

export const PUT_PART = `
  WITH ${HELD}
  INSERT INTO snapshots (cell, snapshot, part, bytes) SELECT cell, $3::uuid, $4::integer, $5::bytea FROM held`;

export const COMPLETE = `
  UPDATE cells SET
    schema = $3::integer, snapshot = $4::uuid, base = $5::bigint, base_fence = fence,
    newest = greatest(newest, $5::bigint),
    newest_fence = CASE WHEN newest >= $5::bigint THEN newest_fence ELSE fence END
  WHERE cell = $1::text AND fence = $2::bigint AND coalesce(base, 0) <= $5::bigint AND $6::bigint = (
    SELECT coalesce(sum(octet_length(bytes)), 0) FROM snapshots WHERE cell = $1::text AND snapshot = $4::uuid
  )`;

export const PART = `
  SELECT bytes FROM snapshots
  WHERE cell = $1::text AND snapshot = (SELECT snapshot FROM cells WHERE cell = $1::text) AND part = $2::integer`;

export const DROP_PARTS = `
  WITH ${HELD}
  DELETE FROM snapshots USING held
  WHERE snapshots.ctid IN (
    SELECT old.ctid FROM snapshots AS old, held
    WHERE old.cell = held.cell AND old.snapshot IS DISTINCT FROM held.snapshot LIMIT $3::integer
  )`;

export const TRIM = 'DELETE FROM log WHERE cell = $1::text AND n BETWEEN $2::bigint AND $3::bigint';

export const COMMITS = `
  SELECT n, bytes FROM (
    SELECT n, bytes, sum(octet_length(bytes)) OVER (ORDER BY n) - octet_length(bytes) AS before
    FROM (SELECT n, bytes FROM log WHERE cell = $1::text AND n > $2::bigint ORDER BY n LIMIT 2000) AS rest
  ) AS counted
  WHERE before < $3::integer ORDER BY n`;

export const PUT_FILES = `
  WITH ${HELD}, gone AS (
    DELETE FROM files USING held WHERE files.cell = held.cell AND path = ANY ($3::text[])
  ), put AS (
    INSERT INTO files (cell, path, mode, changed_at, bytes)
    SELECT cell, put.path, put.mode, clock_timestamp(), substring($8::bytea FROM start FOR length)
    FROM held, unnest($4::text[], $5::integer[], $6::integer[], $7::integer[]) AS put (path, mode, start, length)
    ON CONFLICT (cell, path) DO UPDATE SET mode = excluded.mode, changed_at = excluded.changed_at, bytes = excluded.bytes
  )
  SELECT cell FROM held`;

export const FILES = `
  SELECT path, mode, bytes FROM (
    SELECT path, mode, bytes, sum(octet_length(bytes)) OVER (ORDER BY path) - octet_length(bytes) AS before
    FROM (
      SELECT path, mode, bytes FROM files WHERE cell = $1::text AND path > $2::text ORDER BY path LIMIT 2000
    ) AS rest
  ) AS counted
  WHERE before < $3::integer ORDER BY path`;
