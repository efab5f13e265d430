// Migrates a database to the current schema: forward only, one step per transaction, after a backup.
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Log} from '../../ports/system.ts';
import type {Database} from './database.ts';
import {damaged} from './database-errors.ts';
import {makePrivateFile, publishFile} from './database-file.ts';
import {APPLICATION_ID, FIRST_VERSION, type Migrations, versionAfter, whyTooOld} from './migrations.ts';

/** Throws and changes nothing if the database is newer than the program, too old for it, or a step fails. */
export const migrate = (database: Database, migrations: Migrations, log: Log): void => {
  const {path} = database;
  const from = versionOf(database);
  const to = versionAfter(migrations);
  if (from > to) {
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
      database.execute(`${step}; PRAGMA user_version = ${version}; PRAGMA application_id = ${APPLICATION_ID}`);
    });
  }
};

/** The path of the backup before migrating a database of this version. */
export const backupOf = (path: string, version: number): string => `${path}.v${version}.backup`;

/** The backup gets its name when it is complete, and replaces an older one of the same version. */
const backUp = (database: Database, version: number): string => {
  const backup = backupOf(database.path, version);
  const unfinished = `${backup}.new`;
  makePrivateFile(unfinished);
  database.query('VACUUM INTO ?').run(unfinished);
  publishFile(unfinished, backup);
  return backup;
};

const versionOf = (database: Database): number => Number(database.query('PRAGMA user_version').get()?.['user_version']);
