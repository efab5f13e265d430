// The copies of the database that are kept: their names, and which of them go. A name says when the copy was made, so what is kept
// is decided without opening any of them.
import {readdirSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {DAY, type EpochMs, instantOfIso, isoOf} from '../../../shared/time/time.ts';

export type BackupFile = {readonly path: string; readonly at: EpochMs};

/** The folder of the copies, beside the database. */
export const backupFolder = (database: string): string => join(dirname(database), 'backups');

/** Where a copy that is made now goes. */
export const backupPath = (database: string, at: EpochMs): string =>
  join(backupFolder(database), `rooster-${isoOf(at).replaceAll(':', '-')}.db`);

/** The complete copies there are, oldest first. */
export const listBackups = (database: string): readonly BackupFile[] => {
  const folder = backupFolder(database);
  return namesIn(folder)
    .flatMap(name => {
      const at = instantIn(name);
      return at === undefined ? [] : [{path: join(folder, name), at}];
    })
    .sort((a, b) => a.at - b.at);
};

export const newestBackup = (database: string): string | undefined => listBackups(database).at(-1)?.path;

/**
 * The copies that need not be kept: all but the newest of each of the last seven days with a copy, and of each of the last four weeks
 * with one.
 */
export const staleBackups = (all: readonly BackupFile[]): readonly BackupFile[] => {
  const newestFirst = all.toSorted((a, b) => b.at - a.at);
  const kept = new Set([
    ...newestOfEach(newestFirst, at => Math.floor(at / DAY), DAILY_KEPT),
    ...newestOfEach(newestFirst, at => Math.floor((at + MONDAY_MS) / (7 * DAY)), WEEKLY_KEPT),
  ]);
  return all.filter(one => !kept.has(one));
};

/** Removes what need not be kept, and what a copy that was cut off left behind. */
export const pruneBackups = (database: string): void => {
  for (const {path} of staleBackups(listBackups(database))) rmSync(path, {force: true});
  const folder = backupFolder(database);
  for (const name of namesIn(folder)) if (UNFINISHED.test(name)) rmSync(join(folder, name), {force: true});
};

const newestOfEach = (
  newestFirst: readonly BackupFile[],
  periodOf: (at: EpochMs) => number,
  count: number,
): readonly BackupFile[] => {
  const newest = new Map<number, BackupFile>();
  for (const one of newestFirst) if (!newest.has(periodOf(one.at))) newest.set(periodOf(one.at), one);
  return [...newest.values()].slice(0, count);
};

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const instantIn = (name: string): EpochMs | undefined => {
  const [, day, hour, minute, second] = NAME.exec(name) ?? [];
  return day === undefined ? undefined : instantOfIso(`${day}T${hour}:${minute}:${second}Z`);
};

const NAME = /^rooster-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})Z\.db$/u;
const UNFINISHED = /^rooster-.*\.db\.new(?:-journal|-wal|-shm)?$/u;
const DAILY_KEPT = 7;
const WEEKLY_KEPT = 4;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const MONDAY_MS = 3 * DAY;
