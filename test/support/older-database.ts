// Rewrites the database of a home as an older version would have it: its tables and columns, with today's rows.
import {renameSync, rmSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import type {Migrations} from '../../src/daemon/store/database/migrations.ts';
import {openDatabase} from '../../src/daemon/store/database/open-database.ts';
import {memoryLog} from './memory-log.ts';

/** `more`: statements that add what only the older version would have written. The daemon must be closed. */
export const makeOlder = (home: string, migrations: Migrations, more = ''): void => {
  const path = `${home}/rooster.db`;
  const older = `${home}/older.db`;
  openDatabase({path: older, log: memoryLog(), migrations})[Symbol.dispose]();
  const database = new DatabaseSync(older);
  database.exec(`ATTACH '${path}' AS now`);
  const columnsOf = (schema: string, table: string): readonly string[] =>
    database
      .prepare(`SELECT name FROM pragma_table_info(?, ?)`)
      .all(table, schema)
      .map(({name}) => String(name));
  const tables = database
    .prepare(
      `SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'messageWords%' AND name NOT LIKE 'sqlite_%'`,
    )
    .all()
    .map(({name}) => String(name));
  for (const table of tables) {
    const kept = columnsOf('now', table);
    const columns = columnsOf('main', table)
      .filter(name => kept.includes(name))
      .join(', ');
    database.exec(
      `DELETE FROM main.${table}; INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM now.${table}`,
    );
  }
  database.exec(`
    INSERT INTO main.messageWords (rowid, text) SELECT ord, text FROM main.messages WHERE text <> '';
    UPDATE main.sqlite_sequence SET seq =
      coalesce((SELECT seq FROM now.sqlite_sequence AS kept WHERE kept.name = sqlite_sequence.name), seq);
    ${more}`);
  database.close();
  for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, {force: true});
  renameSync(older, path);
};
