// The table of turns, in queue order.

import {type Turn, turn, type Usage} from '../../../shared/records/turn.ts';
import type {TurnStore} from '../../ports/conversation-store.ts';
import {instant, maybeNumberIn, numberIn} from '../columns.ts';
import type {Database} from '../database/database.ts';
import type {Row} from '../database/queries.ts';
import {createQuarantine} from '../quarantine.ts';
import {tableOf} from '../record-table.ts';
import {rowUpdate} from '../row-update.ts';
import {sourceColumns, sourceIn} from '../source-columns.ts';

export const createTurns = (database: Database, setAside = createQuarantine(database)): TurnStore => {
  const turnsOf = (rows: readonly Row[]): readonly Turn[] => setAside.readable('turns', rows, turnOf);
  const update = rowUpdate(database, TABLE);
  const insert = database.query(TABLE.insertion());
  const byId = database.query('SELECT * FROM turns WHERE id = ?');
  // The partial index contains unfinished turns. SQLite can't know that a bound state is one of them.
  const open = database.query(`SELECT * FROM turns WHERE state = ? AND state <> 'ended' ORDER BY ord`);
  const ended = database.query(`SELECT * FROM turns WHERE state = 'ended' ORDER BY ord`);
  const ofJob = database.query(
    `SELECT * FROM turns WHERE sourceName = ? AND sourceKind = ? AND sourceKind <> 'user' ORDER BY ord`,
  );
  const toRetry = database.query(`SELECT * FROM turns WHERE retry IN ('waiting', 'due') ORDER BY ord`);
  const byWaking = database.query(BY_WAKING);
  const byWakingFrom = database.query(BY_WAKING_FROM);
  const remove = database.query('DELETE FROM turns WHERE id = ?');
  return {
    put: turn => {
      if (!update(turn)) insert.run(...TABLE.inserted(turn));
    },
    get: id => {
      const row = byId.get(id);
      return row && turnOf(row);
    },
    inState: state => turnsOf(state === 'ended' ? ended.all() : open.all(state)),
    toRetry: () => turnsOf(toRetry.all()),
    countWakes: (there, after, before) => {
      const between = [instant(after), instant(before)];
      const row =
        'session' in there
          ? byWaking.get(there.session, ...between)
          : byWakingFrom.get(there.sessionsFrom, `${there.sessionsFrom}\u{10ffff}`, there.person, ...between);
      return numberIn(row ?? {n: 0}, 'n');
    },
    ofJob: (kind, name) => turnsOf(ofJob.all(name, kind)),
    remove: id => {
      remove.run(id);
    },
  };
};

/** The list is the index's, word for word. */
const WAKING = `sourceKind IN ('alarm', 'wake', 'session', 'delegation', 'broadcast') AND queuedAt > ? AND queuedAt < ?`;
const BY_WAKING = `SELECT count(*) AS n FROM turns WHERE session = ? AND ${WAKING}`;
const BY_WAKING_FROM = `
  SELECT count(*) AS n FROM turns WHERE session > ? AND session < ? AND user = ? AND ${WAKING}`;

const usageIn = (row: Row): Usage | undefined => {
  const inputTokens = maybeNumberIn(row, 'inputTokens');
  const outputTokens = maybeNumberIn(row, 'outputTokens');
  return inputTokens === undefined || outputTokens === undefined ? undefined : {inputTokens, outputTokens};
};

const TABLE = tableOf(turn, {
  own: {
    source: {columns: sourceColumns, read: sourceIn},
    usage: {
      columns: {
        inputTokens: ({usage}) => usage?.inputTokens ?? null,
        outputTokens: ({usage}) => usage?.outputTokens ?? null,
      },
      read: usageIn,
    },
  },
});
const turnOf = TABLE.read;
