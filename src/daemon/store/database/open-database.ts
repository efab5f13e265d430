// Opens the database: finds it, makes it or refuses it, and brings it to the shape this program knows.
import {existsSync} from 'node:fs';
import {dirname} from 'node:path';
import {present} from '../../../shared/fields/present.ts';
import {errorMessage, GatewayError} from '../../../shared/records/gateway-error.ts';
import type {Log} from '../../ports/system.ts';
import {finishRestore} from '../backup/finish-restore.ts';
import {connect, type Database} from './database.ts';
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
import {MIGRATIONS, type Migrations} from './migrations.ts';

type OpenOptions = {
  /** `:memory:` keeps everything in memory, which is enough for most tests. */
  readonly path: string;
  readonly log: Log;
  /** The steps to the shape this program knows. */
  readonly migrations?: Migrations;
  /** Called once when the database can no longer be trusted with writes. The next start then looks through all of it. */
  readonly onBroken?: (error: GatewayError) => void;
  /** Where the content is saved when the file is deleted or replaced under the open database. @default it is not guarded */
  readonly savedPath?: () => string;
};

/** Throws a GatewayError with the sentence to show when there is a database that cannot be used; it stays as it is. */
export const openDatabase = (options: OpenOptions): Database => {
  const {path, log, migrations = MIGRATIONS} = options;
  if (path === IN_MEMORY) return inMemory(options);
  makePrivateFolder(dirname(path));
  finishRestore(path);
  if (inspectFile(path) === 'missing') createFile(path, migrations, log);
  keepPrivate(path);
  const database = connect({
    path,
    onBroken: whenBroken(options),
    onLost: error => log.error({path}, errorMessage(error)),
    ...present({savedPath: options.savedPath}),
  });
  try {
    prepare(database);
    checkWhenSuspected(database, log);
    migrate(database, migrations, log);
    return database;
  } catch (error) {
    database[Symbol.dispose]();
    throw openingError(error, path);
  }
};

/** Whatever SQLite has against a file that it is asked to open for the first time, the file is to blame. */
export const openingError = (error: unknown, path: string): GatewayError =>
  error instanceof GatewayError ? error : damaged(path, errorMessage(error), error);

const inMemory = ({path, migrations = MIGRATIONS, onBroken}: OpenOptions): Database => {
  const database = connect({path, onBroken: error => onBroken?.(error)});
  build(database, migrations);
  return database;
};

/** Builds a database under another name and gives it its own when it is complete: no file of that name is ever half made. */
const createFile = (path: string, migrations: Migrations, log: Log): void => {
  const backups = migrations.map((_, index) => backupOf(path, index + 1)).filter(backup => existsSync(backup));
  if (backups.length > 0)
    log.warn({path, backups}, 'There is no database, only a backup of one: an empty one is made.');
  const unfinished = `${path}.new`;
  makePrivateFile(unfinished);
  const database = connect({path: unfinished, onBroken: () => undefined});
  try {
    // Nothing depends on this file before it has its name, so it is flushed once, by publishing it.
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
      suspectFile(path);
    } catch (failure) {
      log.warn(
        {path, reason: errorMessage(failure)},
        'Not even the mark that the database must be checked could be written.',
      );
    }
    onBroken?.(error);
  };

/** Sets the connection up, and finds out now rather than at the first message whether the database takes writes. */
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

/** What is wrong with the whole file, after indexes that do not fit their tables were built again. */
export const mendIndexes = (database: Database): string | undefined => {
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

/** What SQLite says of an index that lacks rows of its table, or has others. Its words are its only data. */
const isOfIndex = (fault: string): boolean =>
  /^(?:row \d+ missing from index|wrong # of entries in index|non-unique entry in index|row \d+ values differ from index)/iu.test(
    fault,
  );

/** Looking through the whole file takes long, so it is done only after something went wrong. */
const checkWhenSuspected = (database: Database, log: Log): void => {
  const {path} = database;
  if (!isSuspected(path)) return;
  const found = mendIndexes(database);
  if (found !== undefined) throw damaged(path, found);
  trustFile(path);
  log.info({path}, 'The database was looked through after an earlier error, and is sound.');
};

const IN_MEMORY = ':memory:';

/**
 * FULL: a commit is on the disk before it is acknowledged (NORMAL loses acknowledged work in a power cut; the fullfsync pair makes
 * that true on macOS). Temporary tables stay in memory, so that nothing private lands in /tmp. A commit empties the log
 * itself only when much is written at once: `empty-log.ts` sees to it before that, when nobody waits. The log has
 * 7.4 MB then, and keeps its length when it is begun anew: to write over what was there costs less than to grow.
 */
const PRAGMAS = `
  PRAGMA synchronous = FULL;
  PRAGMA fullfsync = ON;
  PRAGMA checkpoint_fullfsync = ON;
  PRAGMA temp_store = MEMORY;
  PRAGMA wal_autocheckpoint = 1800;
  PRAGMA journal_size_limit = 8000000;
`;
