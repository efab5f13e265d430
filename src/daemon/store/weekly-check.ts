// Checks the whole database once a week, and every hour the indexes by which due items are found: a damaged index hides
// rows without an error, and nothing else finds that.

import type {Problem} from '../../shared/records/problem.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {DAY, type EpochMs, HOUR, MINUTE} from '../../shared/time/time.ts';
import type {Store} from '../ports/store.ts';
import type {Log} from '../ports/system.ts';
import {checkFile} from './backup/check-file.ts';
import type {Database} from './database/database.ts';
import {suspectFile} from './database/database-file.ts';
import {rebuildIndexes} from './database/open-database.ts';
import {repeat} from './repeat.ts';

export type WeeklyCheck = {
  /** Damage that the last check couldn't repair. */
  readonly problems: () => readonly Problem[];
  /** Checks when a week has passed since the last check, until disposed. */
  readonly weekly: () => AsyncDisposable;
};

type WeeklyCheckDeps = {
  readonly database: Database;
  readonly store: Pick<Store, 'transact' | 'cursors'>;
  readonly clock: Clock;
  readonly log: Log;
};

export const createWeeklyCheck = ({database, store, clock, log}: WeeklyCheckDeps): WeeklyCheck => {
  let damage: string | undefined;
  let checkedAt: EpochMs | undefined;

  const isDue = (): boolean => {
    const last = checkedAt ?? Number(store.cursors.get(CHECKED_AT) ?? Number.NaN);
    return Number.isNaN(last) || Math.abs(clock.now() - last) >= 7 * DAY;
  };

  const repair = (found: unknown): void => {
    log.error({found}, 'The database is damaged.');
    damage = rebuildIndexes(database);
    if (damage === undefined) log.warn({}, 'Damaged indexes of the database were rebuilt.');
    // The next start checks the file before trusting it.
    else suspectFile(database.path, `The database was damaged: ${damage}.`);
  };

  /** Cheap, so that no reminder is hidden for a week. */
  const compareIndexes = (): void => {
    const differing = INDEXES.filter(
      ({table, index, what}) => rowsOf(`${table} INDEXED BY ${index}`, what) !== rowsOf(`${table} NOT INDEXED`, what),
    );
    if (differing.length > 0) repair(differing.map(({index}) => index));
  };

  const rowsOf = (from: string, {columns, where}: Looked): string =>
    JSON.stringify(database.query(`SELECT ${columns} FROM ${from} WHERE ${where}`).all());

  const check = async (): Promise<void> => {
    const found = await checkFile(database.path, {depth: 'whole'});
    if (found.length > 0) repair(found);
    else damage = undefined;
    const now = clock.now();
    checkedAt = now;
    try {
      store.transact(() => store.cursors.set(CHECKED_AT, String(now)));
    } catch (error) {
      // The disk is full, or another machine has taken over. Then the next start checks again.
      log.info({error}, `Couldn't note the check of the database: ${errorMessage(error)}`);
    }
  };

  return {
    problems: () =>
      damage === undefined
        ? []
        : [
            {
              key: 'database',
              reason: `The database is damaged (${damage}).`,
              inForce: 'The daemon uses the readable part. Run "rooster restore" with a backup from before.',
            },
          ],
    weekly: () =>
      repeat({
        clock,
        firstMs: FIRST_LOOK_MS,
        work: async () => {
          try {
            compareIndexes();
            if (isDue()) await check();
          } catch (error) {
            log.error({error}, `Couldn't check the database: ${errorMessage(error)}`);
          }
          return HOUR;
        },
      }),
  };
};

type Looked = {readonly columns: string; readonly where: string};

/** The indexes that find what is due, with the rows that they must have. */
const INDEXES = [
  {
    table: 'reminders',
    index: 'remindersByHour',
    what: {columns: 'count(*), min(fireAt), max(fireAt)', where: `state = 'pending'`},
  },
  {table: 'alarms', index: 'alarmsDue', what: {columns: 'count(*), min(dueAt), max(dueAt)', where: `state = 'active'`}},
  {
    table: 'deliveries',
    index: 'deliveriesWaiting',
    what: {columns: 'count(*)', where: `state IN ('queued', 'sending')`},
  },
] as const satisfies readonly {readonly table: string; readonly index: string; readonly what: Looked}[];

const CHECKED_AT = 'store.checkedAt';
/** After the start and the first backup. */
const FIRST_LOOK_MS = 3 * MINUTE;
