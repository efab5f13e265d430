// The table of runs, one per scheduled instant. The row is the claim: an instant has only one.

import {run} from '../../../shared/records/jobs/jobs.ts';
import {RUN_KINDS, type RunKind} from '../../../shared/records/jobs/run-kinds.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {RunStore} from '../../ports/schedule-store.ts';
import {instant, numberIn} from '../columns.ts';
import type {Database} from '../database/database.ts';
import type {Value} from '../database/queries.ts';
import {tableOf} from '../record-table.ts';
import {rowUpdate} from '../row-update.ts';

export const createRuns = (database: Database): RunStore => {
  const insert = database.query(`${TABLE.insertion()} ON CONFLICT (kind, name, scheduledFor) DO NOTHING`);
  const update = rowUpdate(database, TABLE);
  const byId = database.query('SELECT * FROM runs WHERE id = ?');
  const old = database.query(OLD);
  const endedOfReminders = database.query(ENDED_OF_REMINDERS);
  const oldOfReminders = database.query(OLD_OF_REMINDERS);
  const remove = database.query('DELETE FROM runs WHERE id = ?');
  return {
    claim: run => (insert.run(...TABLE.inserted(run)) > 0 ? run : undefined),
    get: id => {
      const row = byId.get(id);
      return row && runOf(row);
    },
    update: (run, was) => {
      if (update(run, was)) return;
      throw new GatewayError('not_found', `No run ${run.id}.`);
    },
    list: ({limit, kind, name, status, before}) => {
      const conditions: string[] = [];
      const values: Value[] = [];
      if (name !== undefined) {
        // With its kind, a job is found by its claimed instants.
        conditions.push(kind === undefined ? `kind IN (${KINDS})` : 'kind = ?', 'name = ?');
        values.push(...(kind === undefined ? [] : [kind]), name);
      } else if (kind !== undefined) {
        conditions.push(ofKind(kind));
      }
      if (status !== undefined) {
        // Written as a literal where a partial index matches it.
        conditions.push(status === 'running' ? `status = 'running'` : 'status = ?');
        if (status !== 'running') values.push(status);
      }
      if (before !== undefined) {
        conditions.push('ord < (SELECT ord FROM runs WHERE id = ?)');
        values.push(before);
      }
      const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
      const rows = database.query(`SELECT * FROM runs ${where} ORDER BY ord DESC LIMIT 0 + ?`).all(...values, limit);
      return rows.map(runOf);
    },
    prune: ({kind, name, keep, before, spare}) => {
      const removed = old.all(name, kind, keep, instant(before), spare ?? '').map(runOf);
      for (const {id} of removed) remove.run(id);
      return removed;
    },
    pruneOfReminders: ({keep, before, limit}) => {
      const tooMany = numberIn(endedOfReminders.get() ?? {}, 'ended') - keep;
      const removed = oldOfReminders.all(instant(before), tooMany, limit).map(runOf);
      for (const {id} of removed) remove.run(id);
      return removed;
    },
  };
};

const TABLE = tableOf(run);
const runOf = TABLE.read;

/** A job's ended runs except the newest, or those that are too old. An active run is never old. */
const OLD = `
  SELECT * FROM runs WHERE kind = ?2 AND name = ?1 AND status <> 'running' AND id <> ?5 AND (
    startedAt < ?4 OR ord NOT IN (SELECT ord FROM runs WHERE kind = ?2 AND name = ?1 ORDER BY ord DESC LIMIT 0 + ?3)
  )`;

/** Counted in indexes. */
const ENDED_OF_REMINDERS = `
  SELECT (SELECT count(*) FROM runs WHERE kind = 'reminder')
    - (SELECT count(*) FROM runs WHERE status = 'running' AND +kind = 'reminder') AS ended`;

/** Runs of reminders are in the order of all runs. Other kinds are few and have an index. */
const ofKind = (kind: RunKind): string =>
  kind === 'reminder' ? `+kind = 'reminder'` : `kind = '${kind}' AND kind <> 'reminder'`;

/** The oldest come first, so the surplus is counted from there. Active runs are the newest. */
const OLD_OF_REMINDERS = `
  SELECT * FROM (
    SELECT * FROM runs
    WHERE ${ofKind('reminder')} AND status <> 'running'
      AND NOT EXISTS (
        SELECT 1 FROM reminders
        WHERE id = runs.name AND state IN ('pending', 'paused', 'waiting', 'firing') AND (repeat IS NULL OR runId = runs.id)
      )
    ORDER BY ord LIMIT 0 + ?3
  )
  WHERE startedAt < ?1
    OR ?2 > 0 AND ord <= (SELECT ord FROM runs WHERE ${ofKind('reminder')} ORDER BY ord LIMIT 1 OFFSET 0 + ?2 - 1)
  ORDER BY ord`;

const KINDS = RUN_KINDS.map(kind => `'${kind}'`).join(', ');
