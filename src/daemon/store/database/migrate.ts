// Migrates a database to the current schema: forward only, one step per transaction, after a backup.
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Log} from '../../ports/system.ts';
import type {Database} from './database.ts';
import {damaged} from './database-errors.ts';
import {makePrivateFile, publishFile, removeFile} from './database-file.ts';
import {
  APPLICATION_ID,
  FIRST_THAT_SAYS,
  FIRST_VERSION,
  type Migrations,
  versionAfter,
  whyTooOld,
} from './migrations.ts';

/**
 * Throws and changes nothing if the database is too new for the program, too old for it, or a step fails. A newer one
 * that the program can still use stays as it is. `onCopied`: called with its schema when it was copied, before the
 * first change.
 */
export const migrate = (
  database: Database,
  migrations: Migrations,
  log: Log,
  onCopied: (schema: number) => void,
): void => {
  const {path} = database;
  const from = versionOf(database);
  const to = versionAfter(migrations);
  if (from > to) {
    if (readableFrom(database) <= to) {
      log.info({path, from, to}, 'A newer Rooster has written the database, and this one can use it, too.');
      return;
    }
    throw new GatewayError(
      'failed',
      `The database ${path} was written by a newer Rooster (version ${from}; this one knows ${to}) and was left as it is: update Rooster.`,
    );
  }
  if (from === 0) throw damaged(path, 'it has no version');
  const tooOld = whyTooOld(from);
  if (tooOld !== undefined)
    throw new GatewayError('failed', `The database ${path} was left as it is, because ${tooOld}.`);
  if (from === to) return;
  const backup = backUp(database, from);
  onCopied(from);
  try {
    build(database, migrations);
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    throw damaged(path, `it could not be brought from version ${from} to ${to}: ${errorMessage(error)}`, error);
  }
  log.info({path, from, to, backup}, 'Updated the database to the newest version.');
};

/** Applies all steps that the database is missing. */
export const build = (database: Database, migrations: Migrations): void => {
  const from = versionOf(database);
  for (const [index, step] of migrations.entries()) {
    const version = FIRST_VERSION + index;
    if (version <= from) continue;
    database.transaction(() => {
      const says = version < FIRST_THAT_SAYS ? '' : `UPDATE schema SET version = ${version};`;
      database.execute(`${step}; ${says} PRAGMA user_version = ${version}; PRAGMA application_id = ${APPLICATION_ID}`);
    });
  }
};

/** The path of the backup before migrating a database of this version. */
export const backupOf = (path: string, version: number): string => `${path}.v${version}.backup`;

/** The backup gets its name when it is complete, and replaces an older one of the same version. */
const backUp = (database: Database, version: number): string => {
  const backup = backupOf(database.path, version);
  const unfinished = `${backup}.new`;
  try {
    makePrivateFile(unfinished);
    database.query('VACUUM INTO ?').run(unfinished);
    publishFile(unfinished, backup);
  } catch (error) {
    // On a full disk its rest would keep the old version from going on.
    removeFile(unfinished);
    throw error;
  }
  return backup;
};

/** The oldest version whose program may use the database. One that doesn't say it: only its own. */
export const readableFrom = (database: Database): number => {
  const version = versionOf(database);
  const isStored = database.query(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'schema'`).get();
  if (isStored === undefined) return version;
  const said = database.query('SELECT version, readableFrom FROM schema').get();
  return said?.['version'] === version ? Number(said['readableFrom']) : version;
};

const versionOf = (database: Database): number => Number(database.query('PRAGMA user_version').get()?.['user_version']);
