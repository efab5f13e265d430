// Finds records by the beginning or the end of their ids, for people who type a part of one.
import type {FoundId, IdFinder} from '../../ports/id-finder.ts';
import {textIn} from '../columns.ts';
import type {Database} from '../database/database.ts';

export const createIdFinder = (database: Database): IdFinder => {
  const queries = Object.entries(LABELS).map(([prefix, {table, label}]) => ({
    prefix,
    // The end of an id is in no order: this reads the index of all ids, but no row besides those found.
    query: database.query(`
SELECT id, substr(${label}, 1, ${LONGEST_LABEL}) AS label FROM ${table} WHERE ord IN (
  SELECT ord FROM ${table} WHERE id >= ?1 AND id < ?2 UNION SELECT ord FROM ${table} WHERE substr(id, ?3) = ?4
) ORDER BY ord DESC LIMIT 0 + ?5`),
  }));
  return (part, {kind, limit}) =>
    queries
      .filter(({prefix}) => kind === undefined || prefix === kind)
      .flatMap(({prefix, query}) =>
        query.all(`${prefix}_${part}`, `${prefix}_${part}${LAST}`, -part.length, part, limit),
      )
      .slice(0, limit)
      .map((row): FoundId => ({id: textIn<FoundId['id']>(row, 'id'), label: textIn(row, 'label')}));
};

/** Follows each character that an id can have. */
const LAST = '~';
const LONGEST_LABEL = 200;

/** The table of each prefix, and the column that names its records for people. */
const LABELS = {
  rem: {table: 'reminders', label: 'message'},
  alm: {table: 'alarms', label: 'message'},
  run: {table: 'runs', label: 'name'},
  dlv: {table: 'deliveries', label: 'text'},
  msg: {table: 'messages', label: 'text'},
  turn: {table: 'turns', label: "''"},
  apr: {table: 'approvals', label: 'effect'},
} as const;
