// A store whose commits go to the log of a fleet, as those of a daemon that holds a cell. Its home can be built again from
// the log alone.
import {mkdirSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect} from 'vitest';
import {beginToHold, homeOf} from '../../src/daemon/bootstrap/fleet/cell-home.ts';
import {bringHome} from '../../src/daemon/fleet/bring-home.ts';
import type {HeldCell} from '../../src/daemon/fleet/held-cell.ts';
import {instantOf, keepLease, LEASE_MS} from '../../src/daemon/fleet/lease-keeper.ts';
import type {FleetLog, Lease} from '../../src/daemon/ports/fleet-log.ts';
import {createCommitLog} from '../../src/daemon/store/copy/commit-log.ts';
import {MIGRATIONS, type Migrations, versionAfter} from '../../src/daemon/store/database/migrations.ts';
import {openDatabase} from '../../src/daemon/store/database/open-database.ts';
import {type OpenStore, openStore, type StoreOptions, storeOn} from '../../src/daemon/store/store.ts';
import {placesOf} from '../../src/shared/records/places.ts';
import {type Clock, systemClock} from '../../src/shared/time/clock.ts';
import {rowsOf} from './compared-copy.ts';
import {memoryLog} from './memory-log.ts';
import {putNewDatabase} from './new-database.ts';
import {tempDir} from './temp-dir.ts';
import {untilGiven} from './until.ts';

export type FleetStore = OpenStore &
  AsyncDisposable & {
    readonly held: HeldCell;
    readonly lease: Lease;
    /** True once another one has taken the cell. */
    readonly isLost: () => boolean;
  };

/** A cell of its own, and homes of it by name. */
export const fleetWorld = (fleetLog: FleetLog) => {
  const folder = tempDir('cell');
  cells += 1;
  const cell = `store-${cells}`;
  return {
    fleetLog,
    home: (name: string): FleetHome => {
      if (readdirSync(folder.path).length === 0) putNewDatabase(join(folder.path, name, 'rooster.db'));
      mkdirSync(join(folder.path, name), {recursive: true});
      return {fleetLog, cell, home: join(folder.path, name), snapshotBytes: SMALL};
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
};

export type FleetHome = {
  readonly fleetLog: FleetLog;
  readonly cell: string;
  /** The folder of the home. */
  readonly home: string;
  readonly snapshotBytes?: number;
  /** Those of another version. */
  readonly migrations?: Migrations;
};

/** Takes the cell, brings the home what the log says, and opens its store. */
export const openFleetStore = async (
  {fleetLog, cell, home, migrations = MIGRATIONS, ...more}: FleetHome,
  options: Omit<StoreOptions, 'path' | 'isLogged'>,
): Promise<FleetStore> => {
  const log = memoryLog();
  const places = placesOf({ROOSTER_HOME: home}, home);
  const askedAt = instantOf({clock, steady});
  const lease = await untilGiven(`${cell} is free`, () =>
    fleetLog.take([cell], {holder: home, schema: versionAfter(migrations), leaseMs: LEASE_MS, again: true}),
  );
  let isLost = false;
  const onLost = (): void => {
    isLost = true;
  };
  const keeper = keepLease({fleetLog, lease, clock, steady, log, onLost}, askedAt);
  const cellHome = {places, clock, log, cell, ...more};
  const written = await bringHome({...homeOf(cellHome, fleetLog), schema: lease.schema});
  const opens = {...options, path: places.database, isLogged: true};
  const store = migrations === MIGRATIONS ? openStore(opens) : openStoreOf(migrations, opens);
  const held = await beginToHold(cellHome, {fleetLog, keeper, store, written});
  return Object.assign(store, {
    ...{held, lease},
    isLost: () => isLost,
    [Symbol.asyncDispose]: async () => {
      await held[Symbol.asyncDispose]();
      store.commitLog[Symbol.dispose]();
      store[Symbol.dispose]();
    },
  });
};

/** The store of another version. Its tables have all columns of the queries. */
const openStoreOf = (migrations: Migrations, {path, clock, log}: StoreOptions): OpenStore => {
  const database = openDatabase({path, log, migrations});
  const commitLog = createCommitLog({database, clock, log, isNeeded: true});
  return Object.assign(storeOn(database, {clock, log}), {commitLog}) as unknown as OpenStore;
};

/** A home that is built from the newest snapshot and the log has the same in its database. */
export const expectRebuilt = async ({fleetLog, cell, home}: FleetHome): Promise<void> => {
  using folder = tempDir('rebuilt');
  const places = placesOf({ROOSTER_HOME: folder.path}, folder.path);
  await bringHome(homeOf({places, clock: systemClock(), log: memoryLog(), cell}, fleetLog));
  const original = placesOf({ROOSTER_HOME: home}, home).database;
  expect(contentOf(places.database)).toEqual(contentOf(original));
  using database = new DatabaseSync(places.database);
  database.exec(`INSERT INTO messageWords (messageWords, rank) VALUES ('integrity-check', 1)`);
};

/** All rows, all tables, indexes and triggers, and what the full-text index knows. */
const contentOf = (path: string) => {
  using database = new DatabaseSync(path, {readOnly: true});
  const all = (sql: string) => database.prepare(sql).all();
  return {
    rows: rowsOf(path),
    schema: all('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name'),
    version: [all('PRAGMA user_version'), all('PRAGMA application_id')],
    words: all('SELECT rowid, rank FROM messageWords ORDER BY rowid'),
  };
};

/** Nobody gives up on a busy machine: its time is slower, and only the waits are real. */
const clock: Clock = {...systemClock(), now: () => Date.now() / 20};
const steady = (): number => performance.now() / 20;
/** Several snapshots in a test that writes much. */
const SMALL = 20_000;
let cells = 0;
