// Reports at the start a database that is missing, one whose content was saved after a loss, or a failed disk.
import {existsSync, readdirSync, statSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import type {Problem} from '../../../shared/records/problem.ts';
import {isoOf} from '../../../shared/time/time.ts';
import {newestBackup} from '../backup/backup-files.ts';
import {suspicion} from './database-file.ts';

/** True if a daemon has run in this home, which leaves a lock and a log. */
export const hasRunIn = ({database, log}: {readonly database: string; readonly log: string}): boolean => {
  try {
    return existsSync(`${database}.lock`) || (statSync(log, {throwIfNoEntry: false})?.size ?? 0) > 0;
  } catch {
    return false;
  }
};

/** File for the content of a database that was deleted or replaced while the daemon ran. */
export const savedPath = (path: string, now: number): string => `${path}.saved-${isoOf(now).replaceAll(/[:.]/gu, '-')}`;

/** The problems that still hold. Call it before the database is opened. `ranBefore`: a daemon has run in this home. */
export const startNotes = (path: string, ranBefore: boolean): (() => readonly Problem[]) => {
  const wasMissing = !existsSync(path);
  const backup = wasMissing ? newestBackup(path) : undefined;
  const isLost = wasMissing && (ranBefore || backup !== undefined);
  const failure = suspicion(path);
  return () => [...lossNotes(path, isLost, backup), ...(failure === undefined ? [] : [failureNote(failure)])];
};

/** Stays until the next start. A database that isn't sound is refused at the start. */
const failureNote = (failure: string): Problem => ({
  key: 'daemon',
  reason: `The last daemon reported a failure: ${failure}`,
  inForce: 'The whole database was checked and is sound. Everything that was acknowledged is in it.',
});

const lossNotes = (path: string, isLost: boolean, backup: string | undefined): readonly Problem[] => {
  const saved = savedCopies(path).at(-1);
  if (saved !== undefined) {
    return [
      {
        key: 'database',
        reason: `The database was deleted or replaced while a daemon ran. What it held is in ${saved}.`,
        inForce: `The daemon works without it. Run "rooster restore ${saved}" to have it back, or move that file away.`,
      },
    ];
  }
  if (!isLost) return [];
  return [
    {
      key: 'database',
      reason: `The database ${path} was gone when the daemon started, although Rooster ran here before.`,
      inForce:
        backup === undefined
          ? 'The daemon started with an empty one. There is no backup.'
          : `The daemon began with an empty one. Run "rooster restore ${backup}" to have the newest backup back.`,
    },
  ];
};

const savedCopies = (path: string): readonly string[] => {
  try {
    const folder = dirname(path);
    const begin = `${basename(path)}.saved-`;
    const names = readdirSync(folder).filter(name => name.startsWith(begin) && !/\.(?:new|restored)$/u.test(name));
    return names.sort().map(name => join(folder, name));
  } catch {
    return [];
  }
};
