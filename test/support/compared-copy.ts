// A copy of a store's database that takes its commits, as a second machine does, and must have the same rows in the end.
import {existsSync, rmSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {expect} from 'vitest';
import type {Commit, DatabaseCopy} from '../../src/daemon/ports/commit-log.ts';
import {openCopy} from '../../src/daemon/store/copy/database-copy.ts';
import {connect} from '../../src/daemon/store/database/database.ts';
import {type OpenStore, openStore, type StoreOptions} from '../../src/daemon/store/store.ts';

/** Opens a store whose every table is compared with a copy when the store is closed. */
export const openComparedStore = (options: StoreOptions): OpenStore => {
  const {path, log} = options;
  const file = `${path}.copy`;
  let isAsking = false;
  // The record's own lines are not the test's.
  const info: typeof log.info = (fields, sentence) => {
    if (!isAsking) log.info(fields, sentence);
  };
  const store = openStore({...options, log: {...log, info}});
  let record: string | undefined;
  /** Undefined in another record: it ends when nobody has asked for an hour. */
  const after = (number: number): readonly Commit[] | undefined => {
    isAsking = true;
    const known = record;
    record = store.commitLog.open();
    isAsking = false;
    return record === known ? store.commitLog.after(number) : undefined;
  };
  after(0);
  let copy = newCopy(path, file);
  const take = (): void => {
    for (;;) {
      const commits = after(copy.number());
      if (commits?.length === 0) return;
      if (commits === undefined) {
        copy[Symbol.dispose]();
        copy = newCopy(path, file);
      } else copy.apply(commits);
    }
  };
  const following = store.onCommitted(take);
  const close = store[Symbol.dispose].bind(store);
  return Object.assign(store, {
    [Symbol.dispose]: () => {
      following[Symbol.dispose]();
      if (!existsSync(file)) return close();
      try {
        take();
        expect(rowsOf(file)).toEqual(rowsOf(path));
      } finally {
        copy[Symbol.dispose]();
        close();
      }
    },
  });
};

/** The rows of all tables but the full-text index, and the counters of SQLite, which only have to be high enough. */
export const rowsOf = (path: string): Readonly<Record<string, unknown>> => {
  using database = connect({path, onBroken: () => {}});
  const tables = database
    .query(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'messageWords%' AND name <> 'sqlite_sequence' ORDER BY name`,
    )
    .all()
    .map(({name}) => String(name));
  return Object.fromEntries(tables.map(name => [name, database.query(`SELECT * FROM ${name}`).all()]));
};

const newCopy = (from: string, to: string): DatabaseCopy => {
  for (const ending of ['', '-wal', '-shm']) rmSync(to + ending, {force: true});
  {
    using database = new DatabaseSync(from, {readOnly: true});
    database.prepare('VACUUM INTO ?').run(to);
  }
  const copy = openCopy(to);
  if (copy === undefined) throw new Error('there is no copy');
  return copy;
};
