// Goes back from a version of Rooster to the one before it: after an update whose daemon doesn't start, or because a
// person takes it back. The database goes first and the choice of the version last, both under the lock of the home:
// after a crash between them, the next start of this version goes on.
import {existsSync} from 'node:fs';
import {
  type ChosenVersion,
  goBack,
  readChosen,
  writeChosen,
  writeFailed,
} from '../../../ipc/versions/chosen-version.ts';
import {type Places, socketsOf} from '../../../shared/records/places.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {finishRestore} from '../../store/backup/finish-restore.ts';
import {putBack} from '../../store/backup/put-back.ts';
import {restoreCopy} from '../../store/backup/restore.ts';
import {connect} from '../../store/database/database.ts';
import {backupOf, readableFrom} from '../../store/database/migrate.ts';
import {MIGRATIONS, versionAfter} from '../../store/database/migrations.ts';
import {takeLock} from '../../system/take-lock.ts';

type Leaving = {
  /** The version that is in use. */
  readonly version: string;
  /** The cause of its failed start, in sentences. */
  readonly reason: string;
  readonly clock: Clock;
};

/**
 * Resolves with false if the version stays in use, and stores why. Rejects with `conflict` and changes nothing while a
 * daemon runs in this home.
 */
export const leaveVersion = async (places: Places, {version, reason, clock}: Leaving): Promise<boolean> => {
  const {database, versions} = places;
  using _lock = await takeLock({database, sockets: socketsOf(places), clock});
  const chosen = readChosen(versions);
  // Another start has gone back.
  if (chosen?.version !== version) return true;
  finishRestore(database);
  try {
    const done = makeReadable(database, chosen, clock);
    if (chosen.leaves === 'with the copy') takeBack(versions, chosen);
    else {
      writeFailed(versions, {version, reason: `${reason}${done}`});
      goBack(versions, chosen);
    }
    return true;
  } catch (error) {
    const failed = chosen.leaves === 'with the copy' ? errorMessage(error) : `${reason} ${errorMessage(error)}`;
    writeFailed(versions, {version, reason: failed, stays: true});
    writeChosen(versions, {...chosen, leaves: undefined});
    return false;
  }
};

/** Gives the version before a database that it can read. Returns a further sentence. Throws one if there is none. */
const makeReadable = (path: string, chosen: ChosenVersion, clock: Clock): string => {
  const {copy, tries, worked, leaves, before} = chosen;
  const lacksNothing = tries !== undefined && worked === undefined;
  if (copy !== undefined && lacksNothing && putBack(path, copy)) return ' The database is as before the update.';
  if (canRead(path, chosen)) return '';
  if (copy === undefined || leaves !== 'with the copy')
    throw new Error(`Rooster ${before} can't read what it has written.`);
  restoreCopy({path, file: backupOf(path, copy), now: clock.now()});
  return '';
};

/** A damaged database is refused by both, so it's no reason to stay if this version has not changed it. */
const canRead = (path: string, {copy, beforeSchema}: ChosenVersion): boolean => {
  if (!existsSync(path)) return true;
  try {
    using database = connect({path, onBroken: () => {}});
    return readableFrom(database) <= beforeSchema;
  } catch {
    return copy === undefined;
  }
};

/** The way forward stays. */
const takeBack = (versions: string, {version, before, from, launcher}: ChosenVersion): void =>
  writeChosen(versions, {
    version: before,
    from,
    launcher,
    before: version,
    beforeSchema: versionAfter(MIGRATIONS),
    tries: 0,
  });
