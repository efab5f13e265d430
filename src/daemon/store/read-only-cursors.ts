// Cursors for commands that run beside the daemon or without one: they are only read.
import {DatabaseSync} from 'node:sqlite';
import type {CursorStore} from '../ports/store.ts';

/** Opens the database for each read. Without a readable one there are no cursors. */
export const readOnlyCursors = (path: string): CursorStore => ({
  get: name => {
    try {
      using database = new DatabaseSync(path, {readOnly: true});
      const value = database.prepare('SELECT value FROM marks WHERE name = ?').get(name)?.['value'];
      return typeof value === 'string' ? value : undefined;
    } catch {
      return undefined;
    }
  },
  set: () => {},
  remove: () => {},
});
