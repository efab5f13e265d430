// Rows that can no longer be read. Each is moved out of its table, whole, so that it stops nobody else, and is told until a person
// has seen to it.
import {GatewayError, wordsFor} from '../../shared/gateway-error.ts';
import type {ConfigProblem} from '../../shared/gateway-event.ts';
import {shortened} from '../../shared/shortened.ts';
import {numberIn, textIn} from './columns.ts';
import type {Database} from './database/database.ts';
import type {Row} from './database/queries.ts';

/** Tables whose rows have an `ord` and an `id`. */
type SetAsideTable = 'reminders' | 'alarms' | 'deliveries' | 'turns';

export type SetAside = {
  /** The records of rows; a row that cannot be read is set aside and left out. */
  readonly readable: <T>(table: SetAsideTable, rows: readonly Row[], read: (row: Row) => T) => readonly T[];
  readonly problems: () => readonly ConfigProblem[];
};

export const createSetAside = (database: Database): SetAside => {
  const keep = database.query(
    'INSERT INTO setAside (tableName, rowOrd, rowId, reason, content) VALUES (?, ?, ?, ?, ?)',
  );
  const all = database.query('SELECT tableName, rowId, reason, content FROM setAside ORDER BY ord LIMIT 0 + ?');
  const count = database.query('SELECT count(*) AS number FROM setAside');

  const put = (table: SetAsideTable, row: Row, reason: string): void =>
    database.transaction(() => {
      keep.run(table, numberIn(row, 'ord'), String(row['id']), reason, JSON.stringify(row));
      database.query(`DELETE FROM ${table} WHERE ord = ?`).run(numberIn(row, 'ord'));
    });

  return {
    readable: (table, rows, read) =>
      rows.flatMap(row => {
        try {
          return [read(row)];
        } catch (error) {
          // Anything else is a mistake of the program, and no reason to move data.
          if (!(error instanceof GatewayError)) throw error;
          put(table, row, wordsFor(error));
          return [];
        }
      }),
    problems: () => {
      const number = numberIn(count.get() ?? {}, 'number');
      if (number === 0) return [];
      const rows = all.all(MOST_NAMED).map(row => `${textIn(row, 'rowId')} (${contentOf(textIn(row, 'content'))})`);
      const more = number > rows.length ? ` and ${number - rows.length} more` : '';
      return [
        {
          key: 'database',
          reason: `${number === 1 ? 'One entry' : `${number} entries`} could not be read and will not happen: ${rows.join(', ')}${more}.`,
          inForce: 'Everything else works. Set them again, or run "rooster restore" with a backup from before.',
        },
      ];
    },
  };
};

/** What a person would know it by. */
const contentOf = (content: string): string => {
  const {message, text}: {message?: unknown; text?: unknown} = JSON.parse(content);
  const words = [message, text].find(one => typeof one === 'string');
  return words === undefined ? 'no text' : `"${shortened(String(words), LONGEST_WORDS)}"`;
};

const MOST_NAMED = 5;
const LONGEST_WORDS = 60;
