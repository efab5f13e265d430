// @module-tag deep
// A migration of a cell: commits carry no schema, so the log goes on with a snapshot of the new one.
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test, vi} from 'vitest';
import {createPostgresLog} from '../../../src/daemon/fleet/postgres-log.ts';
import type {Sql} from '../../../src/daemon/fleet/sql.ts';
import type {FleetLog} from '../../../src/daemon/ports/fleet-log.ts';
import {MIGRATIONS, type Migrations, versionAfter} from '../../../src/daemon/store/database/migrations.ts';
import {openDatabase} from '../../../src/daemon/store/database/open-database.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {expectRebuilt, type FleetHome, fleetWorld, openFleetStore} from '../../support/fleet-store.ts';
import {makeOlder} from '../../support/older-database.ts';
import {openPglite} from '../../support/pglite.ts';
import {addRows, openTestStore, recordingLog} from '../store/store-fixture.ts';

const OLD = MIGRATIONS.slice(0, -1);
const NEW = versionAfter(MIGRATIONS);

let pglite: Sql & AsyncDisposable;
let fleetLog: FleetLog;

beforeAll(async () => {
  pglite = await openPglite();
  fleetLog = createPostgresLog(pglite);
  await fleetLog.prepare();
});

afterAll(() => pglite[Symbol.asyncDispose]());

/** A daemon of the new version, in the home of the last holder. */
const DEATHS: Readonly<Record<string, (at: FleetHome) => Promise<void>>> = {
  'its database says so': async ({home}) => openAs(home, MIGRATIONS),
  'its snapshot is written': at => dieWith(at, async () => {}),
  'its snapshot is complete': at =>
    dieWith(at, async ({cell}) => {
      const first = [cell, crypto.randomUUID(), 0, Buffer.from('SQLite format 3')];
      await pglite.query('INSERT INTO snapshots (cell, snapshot, part, bytes) VALUES ($1, $2, $3, $4)', first);
    }),
};

const dieWith = async (at: FleetHome, writeSome: (at: FleetHome) => Promise<void>): Promise<void> => {
  const refuse = async () => false;
  const writeSnapshot = async () => {
    await writeSome(at);
    return false;
  };
  await using store = await open({...at, fleetLog: {...fleetLog, writeSnapshot, putFiles: refuse, append: refuse}});
  expect(store.isLost()).toBe(true);
  await fleetLog.renew(store.lease, 0);
};

describe('a cell of the last version', () => {
  test.for(['one', 'two'])('goes on in home %s of the new version, which no older daemon can take', async name => {
    using world = await anOlderCell();
    {
      await using store = await open(world.home(name));
      expectAll(store, ['first', 'second']);
      store.transact(() => addRows(store, 'third'));
      expect(await schemaIn(world.home(name))).toBe(NEW);
    }
    await expectRebuilt(world.home(name));
    await expect(open(world.home('three'), OLD)).rejects.toThrow('is that of a newer Rooster. Update this one.');
    await using store = await open(world.home('three'));
    expectAll(store, ['first', 'second', 'third']);
  });

  test.for(['one', 'two'].flatMap(name => Object.keys(DEATHS).map(moment => [name, moment] as const)))(
    'loses nothing in home %s if a new daemon dies after the migration, before %s',
    async ([name, moment]) => {
      using world = await anOlderCell();
      await DEATHS[moment]?.(world.home('one'));
      expect(await schemaIn(world.home('one'))).toBe(versionAfter(OLD));
      {
        // The last version can still go on.
        await using old = await open(world.home('three'), OLD);
        expectAll(old, ['first', 'second']);
        old.transact(() => addRows(old, 'third'));
      }
      {
        await using store = await open(world.home(name));
        expectAll(store, ['first', 'second', 'third']);
        store.transact(() => addRows(store, 'fourth'));
      }
      await expectRebuilt(world.home(name));
    },
  );
});

test('a database that was migrated takes no commits of the last version: it is built from the snapshot', async () => {
  using world = await anOlderCell();
  const at = world.home('one');
  openAs(at.home, MIGRATIONS);
  {
    await using old = await open({...world.home('two'), snapshotBytes: 1e9}, OLD);
    old.transact(() => addRows(old, 'third'));
  }
  const readSnapshot = vi.fn(fleetLog.readSnapshot);
  {
    await using store = await open({...at, fleetLog: {...fleetLog, readSnapshot}});
    expectAll(store, ['first', 'second', 'third']);
  }
  expect(readSnapshot).toHaveBeenCalledOnce();
  await expectRebuilt(at);
});

describe('a database of a newer version that this one can use', () => {
  test('is put aside if the newer daemon died before its snapshot, and nothing is lost', async () => {
    using world = fleetWorld(fleetLog);
    const at = world.home('one');
    {
      await using store = await open(at);
      store.transact(() => addRows(store, 'first'));
    }
    makeNewer(at);
    {
      await using store = await open(at);
      expectAll(store, ['first']);
      store.transact(() => addRows(store, 'second'));
    }
    await expectRebuilt(at);
    expect(readdirSync(at.home).filter(name => /\.replaced-[^w]*$/u.test(name))).toHaveLength(1);
  });

  test('begins no cell: nobody else could take it', async () => {
    using world = fleetWorld(fleetLog);
    const at = world.home('one');
    makeNewer(at);
    await expect(open(at)).rejects.toThrow('The database of this home is that of a newer Rooster. Update this one.');
    expect(await fleetLog.newest(at.cell)).toBeUndefined();
  });
});

const open = (at: FleetHome, migrations: Migrations = MIGRATIONS) =>
  openFleetStore({...at, migrations}, {clock: fakeClock(), log: recordingLog()});

/** Brings a database that nobody has open to a version. */
const openAs = (home: string, migrations: Migrations): void =>
  openDatabase({path: join(home, 'rooster.db'), log: recordingLog(), migrations})[Symbol.dispose]();

const makeNewer = ({home}: FleetHome): void =>
  openAs(home, [...MIGRATIONS, 'ALTER TABLE reminders ADD COLUMN mood TEXT']);

/** Held in home one by a daemon of the last version: one message in its snapshot, and one in the log. */
const anOlderCell = async () => {
  const world = fleetWorld(fleetLog);
  const at = world.home('one');
  {
    using store = openTestStore({path: join(at.home, 'rooster.db')});
    store.transact(() => addRows(store, 'first'));
  }
  makeOlder(at.home, OLD);
  {
    await using store = await open({...at, snapshotBytes: 1e9}, OLD);
    store.transact(() => addRows(store, 'second'));
  }
  expect(await schemaIn(at)).toBe(versionAfter(OLD));
  return world;
};

const expectAll = (store: Awaited<ReturnType<typeof open>>, names: readonly string[]): void => {
  expect(names.map(name => store.reminders.get(`rem_${name}`)?.message)).toEqual(names.map(name => `reminder ${name}`));
  expect(names.filter(name => store.messages.search(name, {limit: 9}).length === 0)).toEqual([]);
};

/** The schema of the snapshot. */
const schemaIn = async ({cell, home}: FleetHome): Promise<number | undefined> => {
  const file = join(home, `look-${crypto.randomUUID()}`);
  return (await fleetLog.readSnapshot(cell, file))?.schema;
};
