// The homes of daemons that are killed: copies of their databases, and what is in them.
import {cpSync, existsSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {type TempDir, tempDir} from './temp-dir.ts';

/** A folder with a copy of a home's database. */
export const kept = (home: string): TempDir => {
  const folder = tempDir();
  copyDatabase(home, folder.path);
  return folder;
};

export const copyDatabase = (from: string, to: string): void => {
  for (const name of ['rooster.db', 'rooster.db-wal']) {
    if (existsSync(`${from}/${name}`)) cpSync(`${from}/${name}`, `${to}/${name}`);
  }
};

/** The `n` of a query's first row. */
export const count = (home: string, sql: string): number => {
  using database = openToRead(home);
  return Number(database.prepare(sql).get()?.['n']);
};

/** Turns that haven't ended for good: an interrupted one ends in one transaction, and is queued again in the next. */
export const openTurns = (home: string): number => count(home, `SELECT count(*) AS n FROM ${OPEN_TURNS}`);

export const OPEN_TURNS = `turns WHERE state <> 'ended' OR retry = 'due'`;

export const openToRead = (home: string): DatabaseSync =>
  new DatabaseSync(`${home}/rooster.db`, {readOnly: true, timeout: 1_000});

/** Nothing listens there. */
export const NOWHERE = 'http://127.0.0.1:9';
