// Backs up the database daily: makes a copy, checks it and deletes stale ones. A failure is reported and retried.

import type {Problem} from '../../../shared/records/problem.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {DAY, type EpochMs, HOUR, MINUTE} from '../../../shared/time/time.ts';
import type {Log} from '../../ports/system.ts';
import type {Database} from '../database/database.ts';
import {repeat} from '../repeat.ts';
import {backupPath, listBackups, pruneBackups} from './backup-files.ts';
import {makeBackup} from './make-backup.ts';

type BackupMade = {readonly file: string; readonly at: EpochMs; readonly bytes: number};

type BackupStatus = {
  /** When the newest complete backup was made. */
  readonly at?: EpochMs;
  readonly file?: string;
  readonly kept: number;
};

export type Backups = {
  /** Makes a backup now, in the backup folder or in the given file. */
  readonly create: (request: {readonly file?: string; readonly force?: boolean}) => Promise<BackupMade>;
  readonly status: () => BackupStatus;
  readonly problems: () => readonly Problem[];
  /** Makes a backup each day until disposed. Disposing waits for an active one. */
  readonly daily: () => AsyncDisposable;
};

type BackupsDeps = {
  readonly database: Pick<Database, 'path' | 'copyTo' | 'trouble'>;
  readonly clock: Clock;
  readonly log: Log;
};

export const createBackups = ({database, clock, log}: BackupsDeps): Backups => {
  const {path} = database;
  let failure: string | undefined;
  /** One backup at a time, because two would write into the same unfinished file. */
  let making: Promise<unknown> = Promise.resolve();

  const create: Backups['create'] = ({file, force = false}) => {
    const copied = making.then(async () => {
      const at = clock.now();
      const target = file ?? backupPath(path, at);
      const {bytes} = await makeBackup({database, target, force, makesFolder: file === undefined});
      return {file: target, at, bytes};
    });
    making = copied.catch(() => undefined);
    return copied;
  };

  const isDue = (): boolean => {
    const newest = listBackups(path).at(-1);
    // A backup from the future was made with a wrong clock and doesn't count.
    return newest === undefined || clock.now() - newest.at >= DAY || newest.at > clock.now() + DAY;
  };

  const copyDaily = async (): Promise<boolean> => {
    try {
      if (!isDue()) return true;
      const {file, bytes} = await create({});
      failure = undefined;
      pruneBackups(path);
      log.info({file, bytes}, 'The daily backup was made.');
      return true;
    } catch (error) {
      failure = errorMessage(error);
      log.error({error}, `The daily backup failed: ${failure}`);
      return false;
    }
  };

  return {
    create,
    status: () => {
      const all = listBackups(path);
      const newest = all.at(-1);
      return {at: newest?.at, file: newest?.path, kept: all.length};
    },
    // A lost database can't be copied, and the loss is reported elsewhere.
    problems: () =>
      failure === undefined || database.trouble().lost !== undefined
        ? []
        : [
            {
              key: 'backup',
              reason: `The daily backup failed: ${failure}`,
              inForce: 'Older backups stay. The daemon tries again every hour.',
            },
          ],
    daily: () => {
      const copies = repeat({
        clock,
        firstMs: FIRST_LOOK_MS,
        work: async () => ((await copyDaily()) ? LOOK_AGAIN_MS : HOUR),
      });
      return {
        [Symbol.asyncDispose]: async () => {
          await copies[Symbol.asyncDispose]();
          // A backup may be running on request.
          await making;
        },
      };
    },
  };
};

/** After the start. */
const FIRST_LOOK_MS = MINUTE;
const LOOK_AGAIN_MS = 10 * MINUTE;
