// Cursors: single values that must outlive the process. The table has an older name, `marks`.
import type {CursorStore} from '../../ports/store.ts';
import {textIn} from '../columns.ts';
import type {Database} from '../database/database.ts';

export const createCursors = (database: Database): CursorStore => {
  const statement = database.query('SELECT value FROM marks WHERE name = ?');
  const put = database.query(
    'INSERT INTO marks (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const drop = database.query('DELETE FROM marks WHERE name = ?');
  return {
    get: name => {
      const row = statement.get(name);
      return row && textIn(row, 'value');
    },
    set: (name, value) => {
      put.run(name, value);
    },
    remove: name => {
      drop.run(name);
    },
  };
};
