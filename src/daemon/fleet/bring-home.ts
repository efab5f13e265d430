// Makes a home what the log of its cell says, before its daemon starts. The database of this machine goes on if nobody
// else has changed the cell since. Else a new one is built from it, or from the newest snapshot, with the commits after
// it; and the files are brought, too.
import {rmSync} from 'node:fs';
import {setImmediate} from 'node:timers/promises';
import type {Places} from '../../shared/records/places.ts';
import {errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';
import type {CopyFacts, DatabaseCopy} from '../ports/commit-log.ts';
import {type FleetLog, placeIn} from '../ports/fleet-log.ts';
import type {Log} from '../ports/system.ts';
import {putFilesInPlace} from '../replica/file-copies.ts';
import {readFiles} from './cell-files.ts';

type Home = {
  readonly places: Places;
  readonly fleetLog: FleetLog;
  readonly cell: string;
  /** The version of the tables that this program writes. */
  readonly schema: number;
  readonly log: Log;
  readonly databases: {
    /** Undefined if there is none. */
    readonly marksOf: (path: string) => CellMarks | undefined;
    readonly factsOf: (path: string) => CopyFacts;
    /** Copies a database with its log into a new file. */
    readonly copy: (from: string, to: string) => Promise<void>;
    readonly openCopy: (path: string) => DatabaseCopy | undefined;
    /** Makes the copy the database of a daemon. */
    readonly complete: (path: string) => void;
    /** Rejects if it isn't sound. */
    readonly check: (path: string) => Promise<void>;
    readonly publish: (file: string, path: string) => void;
    readonly remove: (path: string) => void;
    /** Returns where it is. */
    readonly putAside: (path: string) => string;
  };
  /** Called when the copies of the files are complete, before they are put in place. */
  readonly onFiles: () => Promise<void>;
};

/** The cell that a database belongs to, if it does. */
type CellMarks = {
  readonly cell?: string;
  readonly fence?: string;
  readonly number?: string;
  /** The place in the log from which it was changed outside of the fleet. */
  readonly left?: string;
  /** The version of its tables. */
  readonly schema: number;
};

/** Rejects with a sentence if the home's own content would be lost in this cell. Call it before the cell is taken. */
export const checkHome = async ({places, fleetLog, cell, databases}: Home): Promise<void> => {
  const own = databases.marksOf(places.database);
  if (own === undefined) return;
  const isBack = hasLeft(own);
  if (own.cell === cell && !isBack) return;
  if (own.cell !== undefined && !isBack)
    throw new GatewayError(
      'refused',
      `This home is that of the cell ${own.cell}, so ${cell} needs another one. Set ROOSTER_HOME, or move the home away.`,
    );
  const {conversations, reminders, alarms} = databases.factsOf(places.database);
  const newest = await fleetLog.newest(cell);
  // The first daemon of a cell brings what it has.
  if (conversations + reminders + alarms === 0 || newest === undefined || goesOn(own, cell, newest)) return;
  if (own.cell === cell)
    throw new GatewayError(
      'refused',
      `This home was changed outside the fleet, and ${cell} has gone on without it. Move the home away, or name another cell.`,
    );
  throw new GatewayError(
    'refused',
    `This home has reminders and conversations of its own, and so has the cell ${cell}. Move the home away, or name another cell.`,
  );
};

/**
 * Resolves with the newest commit of the log, which the database then has. Undefined if the log must go on with a
 * snapshot of the database: it is empty, or lacks changes that the database has.
 */
export const bringHome = async (home: Home): Promise<number | undefined> => {
  const {places, fleetLog, cell, schema, log, databases} = home;
  const newest = await fleetLog.newest(cell);
  const own = databases.marksOf(places.database);
  // This program may use a newer database, but others of its version couldn't apply the commits of one.
  const isNewer = own !== undefined && own.schema > schema;
  // The log goes on with a snapshot of what was changed outside of the fleet.
  if (newest === undefined || (own !== undefined && goesOn(own, cell, newest))) {
    if (!isNewer) return undefined;
    throw new GatewayError('refused', 'The database of this home is that of a newer Rooster. Update this one.');
  }
  const isBack = own !== undefined && hasLeft(own);
  const isNewest = own?.cell === cell && Number(own.fence) === newest.fence && Number(own.number) >= newest.number;
  // Under its fence nobody else has written. What its daemon could no longer send is kept.
  if (isNewest && !isBack && !isNewer) return Number(own.number) === newest.number ? newest.number : undefined;
  const built = `${places.database}.new`;
  const isPrefix = own?.cell === cell && !isBack && (await hasCommitsOf(own, home));
  const number = (isPrefix ? await buildFromOwn(home, built) : undefined) ?? (await buildFromSnapshot(home, built));
  await readFiles(places, fleetLog, cell);
  await home.onFiles();
  putFilesInPlace(places);
  if (own !== undefined && (own.cell === undefined || isBack || isNewer || Number(own.number) > newest.number)) {
    const aside = databases.putAside(places.database);
    log.warn({aside}, `The database had changes that are not in the log of ${cell}: it is put aside.`);
  } else databases.remove(places.database);
  databases.publish(built, places.database);
  log.info({cell, number}, `Brought ${cell} from PostgreSQL.`);
  return number;
};

/** It hasn't joined again since then. */
const hasLeft = ({cell = '', fence = '', left}: CellMarks): boolean => left?.startsWith(placeIn(cell, fence)) === true;

/**
 * Nobody has changed the cell since the database left it. Its last changes may be missing in the log: under its fence
 * nobody else wrote there.
 */
const goesOn = ({left}: CellMarks, cell: string, {fence, number}: Place): boolean =>
  left?.startsWith(placeIn(cell, fence)) === true && Number(left.slice(placeIn(cell, fence).length)) >= number;

type Place = {readonly fence: number; readonly number: number};

/**
 * The database is the state of the cell at its number: one writer has a fence, so the commit with this number is the
 * same where its fence is. The commits after it can be applied only to the tables that they were made in.
 */
const hasCommitsOf = async ({fence, number, schema}: CellMarks, {fleetLog, cell}: Home): Promise<boolean> => {
  const lease = number === undefined ? undefined : await fleetLog.leaseOf(cell, Number(number));
  return lease !== undefined && lease.fence === Number(fence) && lease.schema === schema;
};

/** Undefined if the database doesn't go with the commits. It isn't changed. */
const buildFromOwn = async (home: Home, path: string): Promise<number | undefined> => {
  const {places, databases, cell, log} = home;
  try {
    await databases.copy(places.database, path);
    return await build(home, path);
  } catch (error) {
    log.warn({error}, `Brings all of ${cell} from PostgreSQL. The database here doesn't fit: ${errorMessage(error)}`);
    return undefined;
  }
};

const buildFromSnapshot = async (home: Home, path: string): Promise<number> => {
  const {fleetLog, cell} = home;
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, {force: true});
  await fleetLog.readSnapshot(cell, path);
  return await build(home, path);
};

/** Applies the commits after those of a copy, and makes it the database of a daemon. */
const build = async ({fleetLog, cell, databases}: Home, path: string): Promise<number> => {
  const copy = databases.openCopy(path);
  if (copy === undefined) throw new GatewayError('failed', `The log of ${cell} has commits, but no snapshot.`);
  let number: number;
  {
    using open = copy;
    for await (const commits of fleetLog.readCommits(cell, open.number()))
      for (let from = 0; from < commits.length; from += MOST_AT_ONCE) {
        open.apply(commits.slice(from, from + MOST_AT_ONCE));
        // The lease is renewed meanwhile.
        await setImmediate();
      }
    number = open.number();
  }
  databases.complete(path);
  await databases.check(path);
  return number;
};

/** They take about a tenth of a second. */
const MOST_AT_ONCE = 200;
