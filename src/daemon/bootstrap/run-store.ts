// Database commands for a stopped daemon: back up, check, restore. Each prints one JSON document on stdout.
import {existsSync} from 'node:fs';
import {toWire} from '../../shared/fields/wire.ts';
import {type Places, socketsOf} from '../../shared/records/places.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import {systemClock} from '../../shared/time/clock.ts';
import {checkFile} from '../store/backup/check-file.ts';
import {createBackups} from '../store/backup/keep-backups.ts';
import {inspectCopy, restoreCopy} from '../store/backup/restore.ts';
import {connect} from '../store/database/database.ts';
import {inspectFile, isSuspected} from '../store/database/database-file.ts';
import {quietLog} from '../system/quiet-log.ts';
import {takeLock} from '../system/take-lock.ts';

type StoreVerb = 'backup' | 'check-copy' | 'check-database' | 'restore';

export const runStoreVerb = async (verb: StoreVerb, args: readonly string[], places: Places): Promise<number> => {
  process.umask(0o077);
  const path = places.database;
  const now = systemClock().now();
  switch (verb) {
    case 'check-database':
      return answer(await checkDatabase(path));
    case 'check-copy':
      return answer(inspectCopy({path, file: fileIn(args), now}));
    case 'backup': {
      using _lock = await lockOf(places);
      return answer(await backUp(path, args));
    }
    case 'restore': {
      using _lock = await lockOf(places);
      return answer(restoreCopy({path, file: fileIn(args), now}));
    }
  }
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
