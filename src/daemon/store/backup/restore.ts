// Restores a backup. The new database is prepared beside the old one, and a single rename (`rooster.db.restore`) makes
// it the one to use. Every opener finishes the exchange first, so a crash leaves either the old or the new database.
import {copyFileSync, existsSync, renameSync, rmSync, statSync} from 'node:fs';
import {basename, dirname} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {type EpochMs, isoOf} from '../../../shared/time/time.ts';
import {CELL_MARKS, takePlaceOf} from '../copy/cell-marks.ts';
import {marksOf} from '../copy/database-copy.ts';
import {inspectFile, makePrivateFile, publishFile} from '../database/database-file.ts';
import {FIRST_VERSION, MIGRATIONS, versionAfter, whyTooOld} from '../database/migrations.ts';
import {finishRestore, replacedPath, restorePath} from './finish-restore.ts';
import {type HeldBack, holdSentDeliveries} from './hold-sent-deliveries.ts';

/** Summary of a backup, so that the person can decide. */
type CopyContent = {
  /** When its last event happened. */
  readonly at: EpochMs;
  readonly reminders: number;
  /** Reminders that have become due since. */
  readonly due: number;
  /** Messages that hadn't been sent. */
  readonly waiting: number;
};

type Restored = CopyContent &
  HeldBack & {
    /** The path of the replaced database. Undefined if there was none. */
    readonly replaced?: string;
  };

/** Counts of records that the database has and the backup lacks. */
type NewerContent = {readonly newReminders: number; readonly newMessages: number};

type CopyRequest = {
  readonly path: string;
  readonly file: string;
  readonly now: EpochMs;
};

/** Checks a backup and summarizes it, without changing it. Throws a sentence if it is unusable. */
export const inspectCopy = (request: CopyRequest): CopyContent & Partial<NewerContent> =>
  withCopy(request, `${request.path}.checked`, copy => ({
    ...contentOf(copy, request),
    ...newerContent(copy, request.path),
  }));

/** Replaces the database of a stopped daemon. If the backup is unusable, throws a sentence and changes nothing. */
export const restoreCopy = (request: CopyRequest): Restored => {
  const {path} = request;
  finishRestore(path);
  const unfinished = `${path}.restore.new`;
  const {content, held} = withCopy(
    request,
    unfinished,
    copy => {
      const found = contentOf(copy, request);
      const held = holdSentDeliveries(copy, path);
      keepCell(copy, path);
      return {content: found, held};
    },
    true,
  );
  publishFile(unfinished, restorePath(path));
  const replaced = existsSync(path) ? replacedPath(path) : undefined;
  finishRestore(path);
  putAway(path, request.file);
  return {...content, ...held, replaced};
};

/** A cell of a fleet stays one, and takes the backup as a change. */
const keepCell = (copy: DatabaseSync, path: string): void => {
  const read = copy.prepare('SELECT value FROM marks WHERE name = ?');
  const write = copy.prepare('INSERT OR REPLACE INTO marks (name, value) VALUES (?, ?)');
  const get = (name: string): string | undefined => textOrNone(read.get(name)?.['value']);
  const replaced = cellMarksOf(path);
  takePlaceOf(name => replaced[name], {get, set: (name, value) => void write.run(name, value)});
};

const cellMarksOf = (path: string): Readonly<Partial<Record<string, string>>> => {
  try {
    return marksOf(path, CELL_MARKS) ?? {};
  } catch {
    // It can't be read, so the backup counts as that of another place.
    return {};
  }
};

const textOrNone = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));

/** Renames the file that was saved from a lost database, so that starts no longer report it. */
const putAway = (path: string, file: string): void => {
  const isSaved = dirname(file) === dirname(path) && basename(file).startsWith(`${basename(path)}.saved-`);
  if (isSaved) renameSync(file, `${file}.restored`);
};

/** Works on a private copy of the file with its log merged. Deletes the copy afterwards unless `keep` is set. */
const withCopy = <T>({file, path}: CopyRequest, own: string, work: (copy: DatabaseSync) => T, keep = false): T => {
  refuseFile(file, path);
  let done = false;
  try {
    makePrivateFile(own);
    copyFileSync(file, own);
    // A plain file copy of a database in use comes with its log.
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${own}-wal`);
    inspectOwn(own, file);
    const copy = openCopy(own, file);
    try {
      const result = work(copy);
      done = true;
      return result;
    } finally {
      copy.close();
    }
  } catch (error) {
    throw error instanceof GatewayError ? error : unusable(file, errorMessage(error), error);
  } finally {
    for (const ending of keep && done ? ['-wal', '-shm', '-journal'] : ['', '-wal', '-shm', '-journal'])
      rmSync(own + ending, {force: true});
  }
};

const refuseFile = (file: string, path: string): void => {
  const found = statSync(file, {throwIfNoEntry: false});
  if (found === undefined) throw new GatewayError('not_found', `No file ${file}.`);
  if (!found.isFile()) throw new GatewayError('invalid', `${file} is not a file.`);
  const current = statSync(path, {throwIfNoEntry: false});
  if (current?.ino === found.ino && current.dev === found.dev)
    throw new GatewayError('invalid', `${file} is the database in use. Give a copy of it: rooster backup makes one.`);
};

/** Errors name the given file, because the private copy is unknown to the person. */
const inspectOwn = (own: string, file: string): void => {
  try {
    inspectFile(own);
  } catch (error) {
    throw unusable(file, 'it is damaged, or not a database of Rooster', error);
  }
};

const openCopy = (own: string, file: string): DatabaseSync => {
  const copy = new DatabaseSync(own);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
    const [fault] = copy
      .prepare('PRAGMA integrity_check(1)')
      .all()
      .map(row => String(Object.values(row)[0]));
    if (fault !== 'ok') throw unusable(file, fault ?? 'it cannot be checked');
    const version = Number(copy.prepare('PRAGMA user_version').get()?.['user_version']);
    if (version > versionAfter(MIGRATIONS))
      throw new GatewayError('failed', `${file} was written by a newer Rooster. Update Rooster first.`);
    if (version < 1) throw unusable(file, 'it has no version');
    const tooOld = whyTooOld(version);
    if (tooOld !== undefined) throw unusable(file, tooOld);
    const foreign = foreignPart(copy, version);
    if (foreign !== undefined) throw unusable(file, foreign);
    return copy;
  } catch (error) {
    copy.close();
    throw error;
  }
};

const contentOf = (copy: DatabaseSync, {file, now}: CopyRequest): CopyContent => {
  const count = (sql: string, ...values: readonly string[]): number =>
    Number(copy.prepare(`SELECT count(*) AS number FROM ${sql}`).get(...values)?.['number']);
  return {
    at: lastInstant(copy) ?? statSync(file).mtimeMs,
    reminders: count(`reminders WHERE state = 'pending'`),
    due: count(`reminders WHERE state = 'pending' AND fireAt <= ?`, isoOf(now)),
    waiting: count(`deliveries WHERE state IN ('queued', 'sending')`),
  };
};

/** Undefined if the database can't be read. */
const newerContent = (copy: DatabaseSync, path: string): NewerContent | undefined => {
  if (!existsSync(path)) return undefined;
  try {
    using database = new DatabaseSync(path, {readOnly: true});
    const newer = (what: string): number => {
      const known = new Set(
        copy
          .prepare(`SELECT id FROM ${what}`)
          .all()
          .map(row => row['id']),
      );
      return database
        .prepare(`SELECT id FROM ${what}`)
        .all()
        .filter(row => !known.has(row['id'])).length;
    };
    return {
      newReminders: newer(`reminders WHERE state = 'pending'`),
      newMessages: newer(`messages WHERE role IN ('user', 'assistant')`),
    };
  } catch {
    return undefined;
  }
};

/** The time of the last event, which is in its last line. */
const lastInstant = (copy: DatabaseSync): EpochMs | undefined => {
  try {
    const row = copy.prepare('SELECT * FROM events ORDER BY seq DESC LIMIT 1').get();
    const line =
      String(row?.['lines'] ?? '')
        .split('\n')
        .at(-1) ?? '';
    const {at}: {at?: unknown} = JSON.parse(line);
    const instant = typeof at === 'string' ? Date.parse(at) : Number.NaN;
    return Number.isNaN(instant) ? undefined : instant;
  } catch {
    return undefined;
  }
};

const unusable = (file: string, reason: string, cause?: unknown): GatewayError =>
  new GatewayError('failed', `${file} cannot be restored (${reason}). Nothing was changed.`, {cause});

/** The first foreign part of a database of this version, as a part of a sentence. Undefined if there is none. */
const foreignPart = (copy: DatabaseSync, version: number): string | undefined => {
  using own = new DatabaseSync(':memory:');
  for (const step of MIGRATIONS.slice(0, version - FIRST_VERSION + 1)) own.exec(step);
  const known = new Map(partsOf(own).map(part => [part.name, part]));
  const foreign = partsOf(copy).find(({type, name, sql}) => {
    const same = known.get(name);
    return same?.type !== type || (type !== 'table' && type !== 'index' && same.sql !== sql);
  });
  return foreign && `it has a ${foreign.type} that isn't Rooster's: "${foreign.name.slice(0, LONGEST_NAME)}"`;
};

type Part = {readonly type: string; readonly name: string; readonly sql: string};

const partsOf = (database: DatabaseSync): readonly Part[] =>
  database
    .prepare(`SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`)
    .all()
    .map(({type, name, sql}) => ({type: String(type), name: String(name), sql: String(sql)}));

const LONGEST_NAME = 60;
