// Opens the database: finds, creates or refuses the file, and migrates it.
import {existsSync} from 'node:fs';
import {dirname} from 'node:path';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Log} from '../../ports/system.ts';
import {finishRestore} from '../backup/finish-restore.ts';
import {connect, type Database, type DatabaseOptions} from './database.ts';
import {damaged} from './database-errors.ts';
import {
  inspectFile,
  isSuspected,
  keepPrivate,
  makePrivateFile,
  makePrivateFolder,
  publishFile,
  suspectFile,
  trustFile,
} from './database-file.ts';
import {backupOf, build, migrate} from './migrate.ts';
import {MIGRATIONS, type Migrations, versionAfter} from './migrations.ts';

type OpenOptions = {
  readonly path: string;
  readonly log: Log;
  /** The migration steps to the current schema. */
  readonly migrations?: Migrations;
  /** Called with its schema when the database was copied, before a step of the migration changes it. */
  readonly onCopied?: (schema: number) => void;
  /** Called once when the database can't be trusted with writes. The next start then checks all of it. */
  readonly onBroken?: (error: GatewayError) => void;
  /** File to save the content in if the open file is deleted or replaced. @default the file isn't guarded */
  readonly savedPath?: () => string;
  /**
   * True if a commit counts only once it is in a log elsewhere. After a power failure the newest ones come from there.
   * @default a commit counts once it is on this disk
   */
  readonly isLogged?: boolean;
  /** Called once with a sentence when the whole folder was moved or deleted. The caller should end the process. */
  readonly onHomeGone?: (sentence: string) => void;
};

/** Throws a GatewayError with a sentence if an existing database is unusable. The file stays unchanged. */
export const openDatabase = (options: OpenOptions): Database => {
  const {path, log, migrations = MIGRATIONS, onCopied = () => {}, isLogged = false} = options;
  makePrivateFolder(dirname(path));
  finishRestore(path);
  if (inspectFile(path) === 'missing') createFile(path, migrations, log);
  keepPrivate(path);
  const database = connect({
    path,
    onBroken: whenBroken(options),
    onLost: whenLost(options),
    savedPath: options.savedPath,
  });
  try {
    prepare(database);
    if (isLogged) database.execute('PRAGMA synchronous = NORMAL');
    checkWhenSuspected(database, log);
    migrate(database, migrations, log, onCopied);
    return database;
  } catch (error) {
    database[Symbol.dispose]();
    throw openingError(error, path);
  }
};

/** When a file is opened for the first time, every SQLite error is the file's fault. */
export const openingError = (error: unknown, path: string): GatewayError =>
  error instanceof GatewayError ? error : damaged(path, errorMessage(error), error);

/**
 * Builds the database under a temporary name and renames it when complete. So its name never belongs to a partial file.
 */
const createFile = (path: string, migrations: Migrations, log: Log): void => {
  const versions = Array.from({length: versionAfter(migrations)}, (_, index) => index + 1);
  const backups = versions.map(version => backupOf(path, version)).filter(backup => existsSync(backup));
  if (backups.length > 0) log.warn({path, backups}, 'There are backups but no database. Created an empty database.');
  const unfinished = `${path}.new`;
  makePrivateFile(unfinished);
  const database = connect({path: unfinished, onBroken: () => undefined});
  try {
    // Nothing depends on the file before it is renamed, so it is flushed only once, when it is published.
    database.execute('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF');
    build(database, migrations);
    database.execute('PRAGMA journal_mode = WAL');
  } finally {
    database[Symbol.dispose]();
  }
  publishFile(unfinished, path);
};

const whenBroken =
  ({path, log, onBroken}: OpenOptions) =>
  (error: GatewayError): void => {
    try {
      suspectFile(path, errorMessage(error));
    } catch (failure) {
      log.warn({path, reason: errorMessage(failure)}, "Couldn't even mark the database for a check.");
    }
    onBroken?.(error);
  };

const whenLost =
  ({path, log, onHomeGone}: OpenOptions): NonNullable<DatabaseOptions['onLost']> =>
  (error, home) => {
    const sentence = errorMessage(error);
    // Logging would create the folder again at its old place.
    if (typeof home !== 'object') log.error({path}, sentence);
    if (home !== 'in place') onHomeGone?.(sentence);
  };

/** Configures the connection, and checks at the start that the database accepts writes. */
const prepare = (database: Database): void => {
  if (database.query('PRAGMA journal_mode = WAL').get()?.['journal_mode'] !== 'wal') {
    throw new GatewayError(
      'failed',
      `The disk under ${database.path} cannot keep a write-ahead log: use a local disk.`,
    );
  }
  database.execute(PRAGMAS);
  database.transaction(() => undefined);
};

/** Rebuilds indexes that differ from their tables, then returns the remaining damage of the file. */
export const rebuildIndexes = (database: Database): string | undefined => {
  const faults = (): readonly string[] =>
    database
      .query('PRAGMA integrity_check(20)')
      .all()
      .map(row => String(row['integrity_check']))
      .filter(line => line !== 'ok');
  const found = faults();
  if (found.length === 0) return undefined;
  if (!found.every(isOfIndex)) return found[0];
  database.execute('REINDEX');
  return faults()[0];
};

/** True if SQLite reports an index that doesn't match its table. SQLite offers only a text for that. */
const isOfIndex = (fault: string): boolean =>
  /^(?:row \d+ missing from index|wrong # of entries in index|non-unique entry in index|row \d+ values differ from index)/iu.test(
    fault,
  );

/** The full check takes long, so it runs only after a failure. */
const checkWhenSuspected = (database: Database, log: Log): void => {
  const {path} = database;
  if (!isSuspected(path)) return;
  const found = rebuildIndexes(database);
  if (found !== undefined) throw damaged(path, found);
  trustFile(path);
  log.info({path}, 'Checked the database after an earlier error: it is sound.');
};

/**
 * FULL: a commit is on disk before it is acknowledged (NORMAL loses commits in a power failure; the fullfsync pair is
 * needed on macOS). Temporary tables stay in memory, so that nothing private gets to /tmp. `empty-log.ts` checkpoints
 * the log in idle moments; a commit does so only after many writes. The log is 7.4 MB then and keeps its size, because
 * overwriting is cheaper than growing.
 */
const PRAGMAS = `
  PRAGMA synchronous = FULL;
  PRAGMA fullfsync = ON;
  PRAGMA checkpoint_fullfsync = ON;
  PRAGMA temp_store = MEMORY;
  PRAGMA wal_autocheckpoint = 1800;
  PRAGMA journal_size_limit = 8000000;
`;
