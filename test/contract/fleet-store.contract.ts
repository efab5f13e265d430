// The contract of a store whose commits go to the log of a fleet: that of every store, and a database that is built from
// the log is the same.
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {describe, expect, test, vi} from 'vitest';
import type {FleetLog} from '../../src/daemon/ports/fleet-log.ts';
import type {Store} from '../../src/daemon/ports/store.ts';
import {leaveCell} from '../../src/daemon/store/copy/cell-marks.ts';
import {addRows, aFact, forgotten, MAIN, openTestStore, recordingLog} from '../daemon/store/store-fixture.ts';
import {fakeClock} from '../support/fake-clock.ts';
import {expectRebuilt, type FleetHome, fleetWorld, openFleetStore} from '../support/fleet-store.ts';
import {seededRandom} from '../support/seeded-random.ts';
import {storeContract} from './store.contract.ts';

export const fleetStoreContract = (where: string, fleetLog: () => FleetLog): void => {
  storeContract(where, async options => {
    const world = fleetWorld(fleetLog());
    const store = await openFleetStore(world.home('one'), {...options, clock: fakeClock()});
    const close = store[Symbol.asyncDispose];
    return Object.assign(store, {
      [Symbol.asyncDispose]: async () => {
        await close();
        await expectRebuilt(world.home('one'));
        world[Symbol.dispose]();
      },
    });
  });

  describe(`${where}: a database that is built from the log is the same`, () => {
    test('after changes of every kind, several snapshots and a log that was cut', async () => {
      using world = fleetWorld(fleetLog());
      const at = world.home('one');
      {
        await using store = await open(at);
        for (let round = 1; round <= 5; round += 1) {
          await changeAll(store, `${round}`);
          await store.held.passed();
        }
      }
      await expect(Array.fromAsync(at.fleetLog.readCommits(at.cell, 0))).rejects.toThrow('no longer has all commits');
      await expectRebuilt(at);
    });

    test('with a snapshot that is made while others write', async () => {
      using world = fleetWorld(fleetLog());
      const at = world.home('one');
      {
        await using store = await open(at);
        for (let round = 1; round <= 200; round += 1) {
          store.transact(() => addRows(store, `${round}`));
          await new Promise(resolve => setImmediate(resolve));
        }
      }
      await expectRebuilt(at);
    });

    test('after a takeover in the middle; what the old holder adds is put aside', async () => {
      using world = fleetWorld(fleetLog());
      {
        await using old = await open(world.home('one'));
        await changeAll(old, 'before');
        await old.held.passed();
        await world.fleetLog.renew(old.lease, 0);
        old.transact(() => addRows(old, 'late'));
        await using store = await open(world.home('two'));
        await changeAll(store, 'after');
        old.transact(() => addRows(old, 'too late'));
        await expect.poll(old.isLost).toBe(true);
        expect(store.reminders.get('rem_before')?.message).toBe('reminder before');
        expect([store.reminders.get('rem_too late'), old.reminders.get('rem_after')]).toEqual([undefined, undefined]);
        expect(store.messages.search('before', {limit: 9})).toEqual(old.messages.search('before', {limit: 9}));
      }
      await expectRebuilt(world.home('two'));
      {
        await using store = await open(world.home('one'));
        expect(store.reminders.get('rem_after')?.message).toBe('reminder after');
        await changeAll(store, 'back');
      }
      await expectRebuilt(world.home('one'));
    });

    test('from the database here, if the log goes on from it: its snapshot is not read', async () => {
      using world = fleetWorld(fleetLog());
      for (const name of ['one', 'two', 'one', 'two']) {
        const at = withoutSnapshots(world.home(name));
        await using store = await open(at);
        await changeAll(store, `${at.count()} ${Math.random()}`);
      }
      const at = withoutSnapshots(world.home('one'));
      await open(at).then(store => store[Symbol.asyncDispose]());
      expect(at.count()).toBe(0);
      await expectRebuilt(at);
      expect(asideIn(at)).toEqual([]);
    });

    test('from the database here, if it is just that of the snapshot', async () => {
      using world = fleetWorld(fleetLog());
      const at = withoutSnapshots(world.home('one'));
      await open(at).then(store => store[Symbol.asyncDispose]());
      {
        await using other = await open(withoutSnapshots(world.home('two')));
        await changeAll(other, 'there');
      }
      await open(at).then(store => store[Symbol.asyncDispose]());
      expect(at.count()).toBe(0);
      await expectRebuilt(at);
    });

    test('and keeps what a holder could not send any more, if nobody has changed the cell since', async () => {
      using world = fleetWorld(fleetLog());
      const at = withoutSnapshots(world.home('one'));
      await changeUnseen(at, 'unseen');
      // One that takes it meanwhile, and ends before it writes anything.
      await openAndDie(world.home('two'));
      {
        await using store = await open(at);
        expect(store.cursors.get('note unseen')).toBe('unseen');
        await changeAll(store, 'after');
      }
      expect([at.count(), asideIn(at)]).toEqual([0, []]);
      await expectRebuilt(at);
      await using other = await open(world.home('two'));
      expect(other.cursors.get('note unseen')).toBe('unseen');
    });

    test.for(['fewer', 'more'])('from the snapshot, if another holder has written %s commits beside it', async some => {
      using world = fleetWorld(fleetLog());
      const at = withoutSnapshots(world.home('one'));
      await changeUnseen(
        at,
        ...(some === 'more' ? ['unseen'] : ['unseen', 'unseen too', 'unseen as well', 'all that']),
      );
      {
        await using other = await open(withoutSnapshots(world.home('two')));
        for (const name of some === 'more' ? ['a', 'b', 'c', 'd'] : ['a']) note(other, name);
      }
      {
        await using store = await open(at);
        expect([store.cursors.get('note unseen'), store.cursors.get('note a')]).toEqual([undefined, 'a']);
      }
      expect(at.count()).toBe(1);
      await expectRebuilt(at);
    });

    test('from the snapshot, if it has the commits that come next', async () => {
      using world = fleetWorld(fleetLog());
      const at = withoutSnapshots(world.home('one'));
      const number = await open(at).then(async store => {
        await store[Symbol.asyncDispose]();
        return store.commitLog.newest();
      });
      {
        await using other = await open(world.home('two'));
        other.cursors.set('large', 'x'.repeat(30_000));
        const read = () => Array.fromAsync(at.fleetLog.readCommits(at.cell, number)).catch(String);
        await expect.poll(read).toContain('no longer');
        other.transact(() => addRows(other, 'later'));
      }
      await open(at).then(store => store[Symbol.asyncDispose]());
      expect(at.count()).toBe(1);
      await expectRebuilt(at);
    });

    test('from the snapshot, if the database here was changed outside of the fleet', async () => {
      using world = fleetWorld(fleetLog());
      const at = withoutSnapshots(world.home('one'));
      {
        await using store = await open(at);
        await changeAll(store, 'here');
      }
      {
        using store = openTestStore({path: join(at.home, 'rooster.db')});
        leaveCell(store.cursors);
        note(store, 'outside');
      }
      {
        await using other = await open(withoutSnapshots(world.home('two')));
        note(other, 'there');
      }
      await open(at).then(store => store[Symbol.asyncDispose]());
      expect([at.count(), asideIn(at).length]).toEqual([1, 1]);
      await expectRebuilt(at);
    });

    test('from the snapshot, if the database here is damaged', async () => {
      using world = fleetWorld(fleetLog());
      const at = withoutSnapshots(world.home('one'));
      {
        await using store = await open(at);
        store.transact(() => addRows(store, 'here'));
      }
      {
        await using other = await open(withoutSnapshots(world.home('two')));
        other.transact(() => other.messages.forget('msg_here', forgotten('(gone)')));
      }
      {
        using database = new DatabaseSync(join(at.home, 'rooster.db'));
        database.exec('DELETE FROM messages');
      }
      await open(at).then(store => store[Symbol.asyncDispose]());
      expect(at.count()).toBe(1);
      await expectRebuilt(at);
    });

    test.for([1, 2])('after steps at random, beginning with %i', {tags: ['deep']}, async seed => {
      using world = fleetWorld(fleetLog());
      const random = seededRandom(seed);
      const names: string[] = [];
      for (let life = 1; life <= 5; life += 1) {
        const at = world.home(`home-${Math.floor(random() * 3)}`);
        await using store = await open(at);
        expect(names.filter(name => store.reminders.get(`rem_${name}`) === undefined)).toEqual([]);
        for (let step = Math.floor(random() * 6); step >= 0; step -= 1) {
          const name = `${life}.${step}`;
          await changeSome(store, name, random);
          await store.held.passed();
          names.push(name);
        }
        if (random() < 0.5) {
          // The next one takes over, and this one has something that nobody saw.
          store.transact(() => addRows(store, `${life}.unseen`));
          await world.fleetLog.renew(store.lease, 0);
          await using next = await open(world.home('other'));
          expect(names.filter(name => next.reminders.get(`rem_${name}`) === undefined)).toEqual([]);
        }
      }
      await open(world.home('last')).then(store => store[Symbol.asyncDispose]());
      await expectRebuilt(world.home('last'));
    });
  });
};

const open = (at: FleetHome) => openFleetStore(at, {clock: fakeClock(), log: recordingLog()});

/** The home with a log in which no snapshot comes after the first one. `count`: how often one was read. */
const withoutSnapshots = (at: FleetHome): FleetHome & {readonly count: () => number} => {
  const readSnapshot = vi.fn(at.fleetLog.readSnapshot);
  return {
    ...at,
    fleetLog: {...at.fleetLog, readSnapshot},
    snapshotBytes: 1e9,
    count: () => readSnapshot.mock.calls.length,
  };
};

/** A holder that is killed after these changes, before it sends them. */
const changeUnseen = async (at: FleetHome, ...names: readonly string[]): Promise<void> => {
  let sends = true;
  const append: FleetLog['append'] = async (...call) => sends && (await at.fleetLog.append(...call));
  await using store = await open({...at, fleetLog: {...at.fleetLog, append}});
  store.transact(() => addRows(store, 'seen'));
  await store.held.passed();
  sends = false;
  for (const name of names) note(store, name);
  await expect.poll(store.isLost).toBe(true);
  await at.fleetLog.renew(store.lease, 0);
};

/** A row whose key nothing else has: SQLite could apply the changes of others beside it. */
const note = (store: Store, name: string): void => store.cursors.set(`note ${name}`, name);

const openAndDie = async (at: FleetHome): Promise<void> => {
  const refuse = async () => false;
  await using store = await open({...at, fleetLog: {...at.fleetLog, append: refuse, writeSnapshot: refuse}});
  expect(store.isLost()).toBe(true);
  await at.fleetLog.renew(store.lease, 0);
};

const asideIn = ({home}: FleetHome): readonly string[] =>
  readdirSync(home).filter(name => /\.replaced-[^w]*$/u.test(name));

const changeAll = async (store: Store, name: string): Promise<void> => {
  for (const change of CHANGES) await change(store, name);
};

const changeSome = async (store: Store, name: string, random: () => number): Promise<void> => {
  store.transact(() => addRows(store, name));
  for (const change of CHANGES.slice(1)) if (random() < 0.5) await change(store, name);
};

const CHANGES: readonly ((store: Store, name: string) => unknown)[] = [
  (store, name) =>
    store.transact(emit => {
      addRows(store, name);
      emit(aFact(name));
    }),
  // A change outside of a transaction.
  (store, name) => store.cursors.set(`mark ${name}`, 'x\u0000y \u{1F41D}'),
  (store, name) =>
    Promise.all([1, 2, 3].map(each => store.transactBatched(() => addRows(store, `${name}-batch-${each}`)))),
  (store, name) =>
    expect(() =>
      store.transact(() => {
        addRows(store, `${name}-failed`);
        throw new Error('no');
      }),
    ).toThrow('no'),
  (store, name) =>
    store.transact(() => {
      addRows(store, `${name}-half`);
      expect(() => store.transact(() => addRows(store, `${name}-half`))).toThrow();
    }),
  (store, name) => {
    store.transact(() => addRows(store, `${name}-forgotten`));
    store.transact(() => store.messages.forget(`msg_${name}-forgotten`, forgotten('(gone)')));
  },
  (store, name) => {
    store.transact(() => addRows(store, `${name}-purged`, `rooster:chat:${name}`));
    store.transact(() => store.sessions.purge([`rooster:chat:${name}`], MAIN));
    while (store.sessions.work.isWaiting()) store.transact(store.sessions.work.doSome);
  },
  // More than one value of PostgreSQL for small queries.
  (store, name) => store.cursors.set(`large ${name}`, 'x'.repeat(400_000)),
];
