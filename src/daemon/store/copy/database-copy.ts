// A copy of another machine's database, which takes its commits one after the other. It becomes the database of a
// daemon by `finish`. Triggers are off in a copy, because their changes come with the commits, and its full-text index
// is built at the end.
import {existsSync, rmSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {CopyFacts, DatabaseCopy} from '../../ports/commit-log.ts';
import {checkFile} from '../backup/check-file.ts';
import {connect, type Database} from '../database/database.ts';
import {inspectFile, publishFile} from '../database/database-file.ts';
import {FIRST_VERSION, MIGRATIONS, versionAfter} from '../database/migrations.ts';
import type {Row} from '../database/queries.ts';
import {COMMITS} from '../database/recording.ts';
import {createCursors} from '../tables/cursors.ts';
import {factsOf} from './copy-facts.ts';

/**
 * Undefined if there is none. The commits of a `draft` don't wait for the disk: nothing depends on the file before it
 * is published, which flushes it once.
 */
export const openCopy = (path: string, kind: 'kept' | 'draft' = 'kept'): DatabaseCopy | undefined => {
  if (!existsSync(path)) return undefined;
  inspectFile(path);
  using stack = new DisposableStack();
  const database = stack.use(connect({path, onBroken: () => {}}));
  prepare(database, kind);
  const opened = stack.move();
  const marks = createCursors(database);
  const number = (): number => Number(marks.get(COMMITS) ?? 0);
  return {
    number,
    mark: marks.get,
    apply: commits =>
      database.transaction(() => {
        let last = number();
        for (const commit of commits) {
          if (commit.number !== last + 1)
            throw new GatewayError('conflict', `Commit ${commit.number} doesn't follow ${last}.`);
          database.applyChanges(commit.changes, isPlainTable);
          last = commit.number;
        }
        marks.set(COMMITS, String(last));
      }),
    facts: () => factsOf((sql, ...values) => database.query(sql).all(...values)),
    [Symbol.dispose]: () => opened.dispose(),
  };
};

/** Checks a complete copy and puts it in the place of an older one, which must be closed. */
export const publishCopy = async (file: string, path: string): Promise<void> => {
  await checkCopy(file);
  placeCopy(file, path);
};

/** Rejects if a complete copy isn't sound, or is that of a newer Rooster. */
export const checkCopy = async (file: string): Promise<void> => {
  const [fault] = await checkFile(file, {depth: 'whole', owned: true});
  if (fault !== undefined) throw new GatewayError('failed', `The copy is not sound: ${fault}.`);
  const version = versionIn(file);
  if (version > versionAfter(MIGRATIONS))
    throw new GatewayError('conflict', 'The copy was written by a newer Rooster: update Rooster on this machine.');
};

/** Puts a copy that was checked in the place of an older one. */
export const placeCopy = (file: string, path: string): void => {
  // The log of the older copy must not be read with the new one.
  for (const ending of ['-wal', '-shm']) rmSync(path + ending, {force: true});
  publishFile(file, path);
};

/**
 * Makes a copy the database of a daemon: with triggers, a full-text index, and these marks; undefined removes one. What
 * waited to be sent may have been sent since, so it is marked as a possible repetition.
 */
export const finishCopy = (path: string, marks: Readonly<Record<string, string | undefined>>): void => {
  using database = connect({path, onBroken: () => {}});
  const {set, remove} = createCursors(database);
  database.transaction(() => {
    complete(database);
    database.query(`UPDATE deliveries SET repeat = 1 WHERE state = 'queued'`).run();
    for (const [name, value] of Object.entries(marks)) {
      if (value === undefined) remove(name);
      else set(name, value);
    }
  });
};

/** Gives a draft what its commits don't have: triggers and the full-text index. */
export const completeDraft = (path: string): void => {
  using database = connect({path, onBroken: () => {}});
  database.execute('PRAGMA synchronous = OFF');
  database.transaction(() => complete(database));
};

const complete = (database: Database): void => {
  for (const sql of triggersAt(versionIn(database.path))) database.execute(sql);
  database.execute(`INSERT INTO messageWords (messageWords) VALUES ('rebuild')`);
};

/** Marks of a database that nobody has open. Undefined if there is no database. */
export const marksOf = <T extends string>(
  path: string,
  names: readonly T[],
): Partial<Record<T, string>> | undefined => {
  if (!existsSync(path)) return undefined;
  using database = new DatabaseSync(path, {readOnly: true});
  const mark = database.prepare('SELECT value FROM marks WHERE name = ?');
  const found: Partial<Record<T, string>> = {};
  for (const name of names) {
    const value = mark.get(name)?.['value'];
    if (value !== undefined) found[name] = String(value);
  }
  return found;
};

/** The facts of a database that nobody has open. */
export const factsIn = (path: string): CopyFacts => {
  using database = new DatabaseSync(path, {readOnly: true});
  return factsOf((sql, ...values) => database.prepare(sql).all(...values) as readonly Row[]);
};

const prepare = (database: Database, kind: 'kept' | 'draft'): void => {
  // Text that was deleted must not stay in the file: the commits don't say which was to be overwritten.
  const waits = kind === 'kept' ? 'FULL' : 'OFF';
  database.execute(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${waits}; PRAGMA secure_delete = ON`);
  const triggers = database.query(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).all();
  for (const {name} of triggers) database.execute(`DROP TRIGGER "${name}"`);
};

const isPlainTable = (name: string): boolean => !name.startsWith(FULL_TEXT);

/** The triggers of a schema, as statements that create those that are missing. */
const triggersAt = (version: number): readonly string[] => {
  using own = new DatabaseSync(':memory:');
  for (const step of MIGRATIONS.slice(0, version - FIRST_VERSION + 1)) own.exec(step);
  return own
    .prepare(`SELECT sql FROM sqlite_schema WHERE type = 'trigger'`)
    .all()
    .map(({sql}) => String(sql).replace(/^CREATE TRIGGER /u, 'CREATE TRIGGER IF NOT EXISTS '));
};

/** The version of the tables of a database. */
export const versionIn = (file: string): number => {
  using database = new DatabaseSync(file, {readOnly: true});
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
};

/** The full-text index and its own tables. */
const FULL_TEXT = 'messageWords';
