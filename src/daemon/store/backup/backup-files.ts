// Names the database backups and decides which to delete. A name contains the backup's time, so no backup needs to be
// opened.
import {readdirSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {DAY, type EpochMs, instantOfIso, isoOf} from '../../../shared/time/time.ts';

type BackupFile = {readonly path: string; readonly at: EpochMs};

/** The folder of the backups, beside the database. */
export const backupFolder = (database: string): string => join(dirname(database), 'backups');

/** The path of a backup made at this instant. */
export const backupPath = (database: string, at: EpochMs): string =>
  join(backupFolder(database), `rooster-${isoOf(at).replaceAll(':', '-')}.db`);

/** The complete backups, oldest first. */
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
 * The backups to delete: all except the newest of each of the last seven days and of the last four weeks that have one.
 */
export const staleBackups = (all: readonly BackupFile[]): readonly BackupFile[] => {
  const newestFirst = all.toSorted((a, b) => b.at - a.at);
  const kept = new Set([
    ...newestOfEach(newestFirst, at => Math.floor(at / DAY), DAILY_KEPT),
    ...newestOfEach(newestFirst, at => Math.floor((at + MONDAY_MS) / (7 * DAY)), WEEKLY_KEPT),
  ]);
  return all.filter(file => !kept.has(file));
};

/** Deletes stale backups and the remains of interrupted ones. */
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
  for (const file of newestFirst) if (!newest.has(periodOf(file.at))) newest.set(periodOf(file.at), file);
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
const UNFINISHED = /^rooster-.*\.db\.new(?:\.new)?(?:-journal|-wal|-shm)?$/u;
const DAILY_KEPT = 7;
const WEEKLY_KEPT = 4;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const MONDAY_MS = 3 * DAY;
