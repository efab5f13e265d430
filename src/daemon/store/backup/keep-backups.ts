// The daily copy of the database: made while the daemon runs, checked, and thinned out. A failure is told and tried again.

import type {ConfigProblem} from '../../../shared/events/gateway-event.ts';
import {present} from '../../../shared/fields/present.ts';
import {errorMessage} from '../../../shared/records/gateway-error.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {DAY, type EpochMs, HOUR, MINUTE} from '../../../shared/time/time.ts';
import type {Log} from '../../ports/system.ts';
import type {Database} from '../database/database.ts';
import {repeat} from '../repeat.ts';
import {backupPath, listBackups, pruneBackups} from './backup-files.ts';
import {makeBackup} from './make-backup.ts';

export type BackupMade = {readonly file: string; readonly at: EpochMs; readonly bytes: number};

export type BackupStatus = {
  /** The newest complete copy. */
  readonly at?: EpochMs;
  readonly file?: string;
  /** How many copies there are. */
  readonly kept: number;
};

export type Backups = {
  /** Copies now, into a file of its own name or into the one given. */
  readonly create: (request: {readonly file?: string; readonly force?: boolean}) => Promise<BackupMade>;
  readonly status: () => BackupStatus;
  readonly problems: () => readonly ConfigProblem[];
  /** Makes a copy each day until disposed; disposing waits for one that is being made. */
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
  /** One at a time: two would write into the same unfinished file. */
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
    // A copy of tomorrow is one of a clock that was wrong.
    return newest === undefined || clock.now() - newest.at >= DAY || newest.at > clock.now() + DAY;
  };

  const copyDaily = async (): Promise<boolean> => {
    try {
      if (!isDue()) return true;
      const {file, bytes} = await create({});
      failure = undefined;
      pruneBackups(path);
      log.info({file, bytes}, 'the daily backup was made');
      return true;
    } catch (error) {
      failure = errorMessage(error);
      log.error({error}, `the daily backup failed: ${failure}`);
      return false;
    }
  };

  return {
    create,
    status: () => {
      const all = listBackups(path);
      const newest = all.at(-1);
      return {...present({at: newest?.at, file: newest?.path}), kept: all.length};
    },
    // Of a lost database nothing can be copied, and that it is lost is a problem of its own.
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
          // A person may have asked for one.
          await making;
        },
      };
    },
  };
};

/** When the start is over. */
const FIRST_LOOK_MS = MINUTE;
const LOOK_AGAIN_MS = 10 * MINUTE;
