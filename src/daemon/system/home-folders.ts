// Checks the owner and mode of the daemon's folders. Whoever can write them controls the daemon, so it starts only if
// they are its own user's.
import {chmodSync, type Stats, statSync} from 'node:fs';
import {dirname} from 'node:path';
import type {Places} from '../../shared/records/places.ts';
import {errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';

/** Throws a sentence if a folder is another user's or writable by every user. Removes write access of groups. */
export const refuseForeignHome = ({config, database, log}: Pick<Places, 'config' | 'database' | 'log'>): void => {
  for (const folder of new Set([config, database, log].map(path => dirname(path)))) {
    const stats = look(folder);
    if (stats === undefined) continue;
    const fault = homeFault(stats, process.getuid?.());
    if (fault !== undefined)
      throw new GatewayError(
        'refused',
        `${folder} ${fault.what}, so Rooster does not start in it. ${fault.cure(folder)}`,
      );
    if ((stats.mode & WRITABLE_BY_GROUP) !== 0) chmodSync(folder, stats.mode & 0o7777 & ~WRITABLE_BY_GROUP);
  }
};

type Fault = {readonly what: string; readonly cure: (folder: string) => string};

/** The fault of a folder with this owner and mode, if any. */
export const homeFault = ({uid, mode}: Pick<Stats, 'uid' | 'mode'>, own: number | undefined): Fault | undefined => {
  if (own === undefined) return undefined;
  if (uid !== own)
    return {what: `belongs to another user (uid ${uid})`, cure: () => 'Set ROOSTER_HOME to a folder of your own.'};
  if ((mode & WRITABLE_BY_ALL) === 0) return undefined;
  return {
    what: 'is writable by every user',
    cure: folder => `Run "chmod go-w ${folder}", or set ROOSTER_HOME to another folder.`,
  };
};

const look = (folder: string): Stats | undefined => {
  try {
    return statSync(folder, {throwIfNoEntry: false});
  } catch (cause) {
    throw new GatewayError(
      'refused',
      `${folder} cannot be used: ${errorMessage(cause)}. Set ROOSTER_HOME to a folder of your own.`,
      {cause},
    );
  }
};

const WRITABLE_BY_ALL = 0o002;
const WRITABLE_BY_GROUP = 0o020;
