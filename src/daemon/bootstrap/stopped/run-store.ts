// Database commands for a stopped daemon: back up, check, restore. Each but the way back of an update prints one JSON
// document on stdout.
import {existsSync} from 'node:fs';
import {forgetCopy} from '../../../ipc/versions/chosen-version.ts';
import {toWire} from '../../../shared/fields/wire.ts';
import {type Places, socketsOf} from '../../../shared/records/places.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {systemClock} from '../../../shared/time/clock.ts';
import {checkFile} from '../../store/backup/check-file.ts';
import {createBackups} from '../../store/backup/keep-backups.ts';
import {inspectCopy, restoreCopy} from '../../store/backup/restore.ts';
import {connect} from '../../store/database/database.ts';
import {inspectFile, isSuspected} from '../../store/database/database-file.ts';
import {readableFrom} from '../../store/database/migrate.ts';
import {MIGRATIONS, versionAfter} from '../../store/database/migrations.ts';
import {quietLog} from '../../system/quiet-log.ts';
import {takeLock} from '../../system/take-lock.ts';
import {isInFleet} from '../fleet/read-fleet.ts';
import {leaveVersion} from './leave-version.ts';

type StoreVerb = 'backup' | 'check-copy' | 'check-database' | 'leave-version' | 'restore' | 'schema';

export const runStoreVerb = async (verb: StoreVerb, args: readonly string[], places: Places): Promise<number> => {
  process.umask(0o077);
  const path = places.database;
  const now = systemClock().now();
  switch (verb) {
    case 'schema':
      return answer({schema: versionAfter(MIGRATIONS), readableFrom: schemaOf(path)});
    case 'check-database':
      return answer(await checkDatabase(path));
    case 'check-copy':
      return answer(inspectCopy({path, file: fileIn(args), now}));
    case 'backup': {
      using _lock = await lockOf(places);
      return answer(await backUp(path, args));
    }
    case 'leave-version': {
      const [version = '', reason = ''] = args;
      await leaveVersion(places, {version, reason, clock: systemClock()});
      return 0;
    }
    case 'restore': {
      using _lock = await lockOf(places);
      if (isInFleet(places))
        throw new GatewayError(
          'refused',
          'This home is a cell of a fleet. To restore: stop all daemons of the cell, take "fleet" out of the configuration here, start the daemon once, restore, and put "fleet" in again.',
        );
      forgetCopy(places.versions);
      return answer(restoreCopy({path, file: fileIn(args), now}));
    }
  }
};

/** The oldest schema whose program may use the database; undefined where there is none. */
const schemaOf = (path: string): number | undefined => {
  if (!existsSync(path)) return undefined;
  using database = connect({path, onBroken: () => {}});
  return readableFrom(database);
};

/** Locks the database, so that no daemon can open it during the command. */
const lockOf = (places: Places): Promise<Disposable> =>
  takeLock({database: places.database, sockets: socketsOf(places), clock: systemClock()});

const backUp = async (path: string, args: readonly string[]): Promise<unknown> => {
  if (inspectFile(path) === 'missing') throw new GatewayError('not_found', `No database at ${path} yet.`);
  using database = connect({path, onBroken: () => {}});
  const backups = createBackups({database, clock: systemClock(), log: quietLog});
  const [file, force] = args;
  return await backups.create({file: file || undefined, force: force === 'force'});
};

/** Checks the whole database for damage. `refused`: why the check was impossible, as a sentence that names the file. */
const checkDatabase = async (path: string): Promise<unknown> => {
  if (!existsSync(path)) return {suspected: false, found: []};
  const suspected = isSuspected(path);
  try {
    inspectFile(path);
    return {suspected, found: await checkFile(path, {depth: 'whole'})};
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return {suspected, found: [], refused: error.message};
  }
};

const fileIn = ([file]: readonly string[]): string => {
  if (!file) throw new GatewayError('invalid', 'Name the file.');
  return file;
};

const answer = (document: unknown): number => {
  process.stdout.write(`${JSON.stringify(toWire(document))}\n`);
  return 0;
};
