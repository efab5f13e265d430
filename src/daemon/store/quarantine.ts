// Moves unreadable rows out of their tables, so that they block nothing else. Each is a problem until a person
// dismisses it.

import type {Problem} from '../../shared/records/problem.ts';
import {errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';
import {shortened} from '../../shared/text/shortened.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import {instant, MissingColumn, numberIn, textIn} from './columns.ts';
import type {Database} from './database/database.ts';
import type {Row} from './database/queries.ts';

/** Tables whose rows have an `ord` and an `id`. */
type SetAsideTable = 'reminders' | 'alarms' | 'deliveries' | 'turns' | 'messages' | 'approvals' | 'approvalRules';

export type Quarantine = {
  /** Converts rows to records. An unreadable row is set aside and left out. */
  readonly readable: <T>(table: SetAsideTable, rows: readonly Row[], read: (row: Row) => T) => readonly T[];
  /** Keeps the content of a row of events, which its table has replaced. */
  readonly keepEvents: (row: {readonly last: number; readonly content: string; readonly reason: string}) => void;
  /** One problem for each entry that isn't dismissed. */
  readonly problems: () => readonly Problem[];
  /** Dismisses an entry and returns the content of its row, which is kept. Undefined if there is no such entry. */
  readonly dismiss: (id: string, now: EpochMs) => string | undefined;
};

export const createQuarantine = (database: Database): Quarantine => {
  const keep = database.query(
    'INSERT INTO setAside (tableName, rowOrd, rowId, reason, content) VALUES (?, ?, ?, ?, ?)',
  );
  const open = database.query('SELECT rowId, content FROM setAside WHERE dismissedAt IS NULL ORDER BY ord LIMIT 0 + ?');
  const count = database.query('SELECT count(*) AS number FROM setAside WHERE dismissedAt IS NULL');
  const openOf = database.query('SELECT content FROM setAside WHERE rowId = ? AND dismissedAt IS NULL ORDER BY ord');
  const close = database.query('UPDATE setAside SET dismissedAt = ? WHERE rowId = ? AND dismissedAt IS NULL');

  const put = (table: SetAsideTable, row: Row, reason: string): void =>
    database.transaction(() => {
      keep.run(table, numberIn(row, 'ord'), String(row['id']), reason, JSON.stringify(row));
      database.query(`DELETE FROM ${table} WHERE ord = ?`).run(numberIn(row, 'ord'));
    });

  return {
    readable: <T>(table: SetAsideTable, rows: readonly Row[], read: (row: Row) => T): readonly T[] => {
      const records: T[] = [];
      for (const row of rows) {
        try {
          records.push(read(row));
        } catch (error) {
          // Any other error is a bug and no reason to move data.
          if (!(error instanceof GatewayError) || error instanceof MissingColumn) throw error;
          put(table, row, errorMessage(error));
        }
      }
      return records;
    },
    keepEvents: ({last, content, reason}) => {
      keep.run('events', last, `evt_${last}`, reason, JSON.stringify({seq: last, lines: content}));
    },
    problems: () => {
      const number = numberIn(count.get() ?? {}, 'number');
      if (number === 0) return [];
      const rows = open.all(MOST_NAMED).map(row => `${textIn(row, 'rowId')} (${contentOf(textIn(row, 'content'))})`);
      const more = number > rows.length ? ` and ${number - rows.length} more` : '';
      return [
        {
          key: 'database',
          reason: `${number === 1 ? 'One entry' : `${number} entries`} could not be read and will not happen: ${rows.join(', ')}${more}.`,
          inForce: `Everything else works. Set ${number === 1 ? 'it' : 'them'} again and run "rooster daemon dismiss ID", or restore a backup from before.`,
        },
      ];
    },
    dismiss: (id, now) => {
      const row = openOf.get(id);
      if (row === undefined) return undefined;
      close.run(instant(now), id);
      return textIn(row, 'content');
    },
  };
};

/**
 * The first readable row. `isReadable` sets the others aside. Throws if the same row appears twice, which would loop
 * forever.
 */
export const firstReadable = (next: () => Row | undefined, isReadable: (row: Row) => boolean): Row | undefined => {
  let unreadable: number | undefined;
  for (let row = next(); row !== undefined; row = next()) {
    if (isReadable(row)) return row;
    const ord = numberIn(row, 'ord');
    if (ord === unreadable)
      throw new GatewayError('failed', `Couldn't move the damaged entry ${String(row['id'])} aside. Restore a backup.`);
    unreadable = ord;
  }
  return undefined;
};

/** The part of a row that a person recognizes. */
const contentOf = (content: string): string => {
  const {message, text}: {message?: unknown; text?: unknown} = JSON.parse(content);
  const label = [message, text].find(item => typeof item === 'string');
  return label === undefined ? 'no text' : `"${shortened(String(label), LONGEST_WORDS)}"`;
};

const MOST_NAMED = 5;
const LONGEST_WORDS = 60;
