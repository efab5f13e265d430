// The contract of the log of a fleet, wherever it is kept.
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {createPostgresLog} from '../../src/daemon/fleet/postgres-log.ts';
import type {Sql} from '../../src/daemon/fleet/sql.ts';
import type {Commit} from '../../src/daemon/ports/commit-log.ts';
import type {FleetLog, Lease} from '../../src/daemon/ports/fleet-log.ts';
import {tempDir} from '../support/temp-dir.ts';

/** `sql`: the same database, for what the log itself doesn't show. Each test uses cells of its own. */
export const fleetLogContract = (where: string, sql: () => Sql & AsyncDisposable): void => {
  const begin = (): {readonly log: FleetLog; readonly cell: string} => {
    cells += 1;
    return {log: createPostgresLog(sql()), cell: `cell-${cells}`};
  };
  const began = async (number = 0) => {
    const {log, cell} = begin();
    const lease = await taken(log, cell);
    await snapshot(log, lease, number, 'snapshot');
    return {log, cell, lease};
  };

  describe(`${where}: the tables`, () => {
    test('are made once, even when several daemons start at once', async () => {
      const {log} = begin();
      await Promise.all([log.prepare(), log.prepare(), log.prepare()]);
      await log.prepare();
      expect((await sql().query('SELECT version FROM fleet_schema')).rows).toEqual([{version: 1}]);
    });

    test('of a newer Rooster are refused', async () => {
      const {log} = begin();
      await sql().query('UPDATE fleet_schema SET version = 99');
      try {
        await expect(log.prepare()).rejects.toThrow('The tables in PostgreSQL are those of a newer Rooster.');
      } finally {
        await sql().query('UPDATE fleet_schema SET version = 1');
      }
    });
  });

  describe(`${where}: a cell`, () => {
    test('is taken by one daemon, and by the next when its lease is over', async () => {
      const {log, cell} = begin();
      expect(await log.holderOf(cell)).toBeUndefined();
      const lease = await log.take([cell], {...HOLDER, leaseMs: 60_000});
      expect(lease).toEqual({cell, fence: expect.any(Number), schema: 7});
      expect(await log.take([cell], {...HOLDER, holder: 'other'})).toBeUndefined();
      expect(await log.holderOf(cell)).toEqual({
        holder: 'one',
        address: 'ssh://me@server',
        http: undefined,
        fence: lease?.fence,
        isHeld: true,
      });
      if (lease === undefined) throw new Error('No lease.');
      expect(await log.renew(lease, 0)).toBe(true);
      expect(await log.holderOf(cell)).toMatchObject({holder: 'one', isHeld: false});
      // Nobody has taken it, so it can still be kept.
      expect(await log.renew(lease, 0)).toBe(true);
      const next = await log.take([cell], {...HOLDER, holder: 'other', address: undefined});
      expect(next?.fence).toBeGreaterThan(lease.fence);
      expect(await log.holderOf(cell)).toMatchObject({holder: 'other', address: undefined, isHeld: true});
      expect(await log.renew(lease, 60_000)).toBe(false);
      expect(await log.holderOf(cell)).toMatchObject({holder: 'other'});
    });

    test('is free at once when its holder gives it back, who then writes no more', async () => {
      const {log, cell, lease} = await began();
      await log.release(lease);
      expect(await log.append(lease, commits(1))).toBe(false);
      expect(await log.renew(lease, 60_000)).toBe(false);
      const next = await taken(log, cell);
      expect(next.fence).toBeGreaterThan(lease.fence);
      // The last holder can't give it back again.
      await log.release(lease);
      expect(await log.holderOf(cell)).toMatchObject({isHeld: true});
      expect(await log.append(next, commits(1))).toBe(true);
    });

    test('is taken again at once by the holder whose last process has ended, and by nobody else', async () => {
      const {log, cell, lease} = await began();
      expect(await log.take([cell], HOLDER)).toBeUndefined();
      expect(await log.take([cell], {...HOLDER, holder: 'other', again: true})).toBeUndefined();
      await expect(log.take([cell], {...HOLDER, schema: 6, again: true})).rejects.toMatchObject({code: 'refused'});
      const next = await log.take([cell], {...HOLDER, again: true});
      expect(next?.fence).toBeGreaterThan(lease.fence);
      expect(await log.append(lease, commits(1))).toBe(false);
    });

    test('never has the same fence twice, even in tables of an earlier moment', async () => {
      const {log, cell, lease} = await began();
      await sql().query(`UPDATE cells SET fence = 1, lease_until = '-infinity' WHERE cell = $1`, [cell]);
      expect(await log.append(lease, commits(1))).toBe(false);
      const next = await taken(log, cell);
      expect(next.fence).toBeGreaterThan(lease.fence);
      await log.release(next);
      expect((await taken(log, cell)).fence).toBeGreaterThan(next.fence + 1);
    });

    test('whose database is newer is left to a newer daemon', async () => {
      const {log, cell, lease} = await began();
      const old = {...HOLDER, schema: 6};
      expect(await log.take([cell], old)).toBeUndefined();
      await log.release(lease);
      await expect(log.take([cell], old)).rejects.toThrow(
        `The database of the cell "${cell}" is that of a newer Rooster. Update this one.`,
      );
      const other = `${cell}-other`;
      expect(await log.take([cell, other], old)).toMatchObject({cell: other, schema: 6});
      expect(await log.take([cell, other], {...HOLDER, schema: 8})).toMatchObject({cell, schema: 8});
    });

    test('is one of several, and each is given once', async () => {
      const {log, cell} = begin();
      const all = [1, 2, 3].map(each => `${cell}-${each}`);
      const leases = [await taken(log, ...all), await taken(log, ...all), await taken(log, ...all)];
      expect(leases.map(lease => lease.cell).toSorted()).toEqual(all);
      expect(await log.take(all, HOLDER)).toBeUndefined();
    });
  });

  describe(`${where}: the log of commits`, () => {
    test('continues a snapshot without a gap', async () => {
      const {log, cell} = begin();
      const lease = await taken(log, cell);
      expect(await log.newest(cell)).toBeUndefined();
      await expect(log.append(lease, commits(1))).rejects.toThrow(`The cell "${cell}" has no snapshot`);
      await snapshot(log, lease, 4, 'four');
      expect(await log.newest(cell)).toEqual({number: 4, fence: lease.fence});
      expect(await log.append(lease, commits(5, 6, 7))).toBe(true);
      expect(await log.append(lease, [])).toBe(true);
      await expect(log.append(lease, commits(9))).rejects.toThrow(`The commits from 9 on don't continue the log`);
      await expect(log.append(lease, commits(8, 10))).rejects.toThrow(`The commits from 8 on don't continue the log`);
      await expect(log.append(lease, commits(4))).resolves.toBe(true);
      expect(await log.append(lease, commits(8))).toBe(true);
      expect(await log.newest(cell)).toEqual({number: 8, fence: lease.fence});
      expect(await all(log, cell, 4)).toEqual(commits(5, 6, 7, 8));
      expect(await all(log, cell, 7)).toEqual(commits(8));
      expect(await all(log, cell, 8)).toEqual([]);
      expect(await log.sinceSnapshot(cell)).toEqual({bytes: 4 * 'changes 5'.length, commits: 4});
    });

    test('takes commits again whose answer was lost, also with new ones, and no other bytes', async () => {
      const {log, cell, lease} = await began();
      expect(await log.append(lease, commits(1, 2))).toBe(true);
      expect(await log.append(lease, commits(1, 2))).toBe(true);
      expect(await log.append(lease, commits(2, 3, 4))).toBe(true);
      const other = [...commits(4), {number: 5, changes: Buffer.from('five')}];
      expect(await log.append(lease, other)).toBe(true);
      await expect(log.append(lease, commits(4, 5, 6))).rejects.toMatchObject({code: 'conflict'});
      expect(await log.newest(cell)).toEqual({number: 5, fence: lease.fence});
      expect(await all(log, cell, 0)).toEqual([...commits(1, 2, 3), ...other]);
    });

    test('takes nothing under a lease that is over, and no number of another lease', async () => {
      const {log, cell, lease} = await began();
      expect(await log.append(lease, commits(1, 2))).toBe(true);
      await log.renew(lease, 0);
      const next = await taken(log, cell);
      expect(await log.append(lease, commits(3))).toBe(false);
      expect(await log.append(lease, commits(2))).toBe(false);
      expect(await log.append(lease, [])).toBe(false);
      await expect(log.append(next, commits(2))).rejects.toMatchObject({code: 'conflict'});
      expect(await log.newest(cell)).toEqual({number: 2, fence: lease.fence});
      expect(await log.append(next, commits(3))).toBe(true);
      expect(await log.newest(cell)).toEqual({number: 3, fence: next.fence});
      expect(await all(log, cell, 0)).toEqual(commits(1, 2, 3));
    });

    test('knows the lease of each commit that a build can go on from', async () => {
      const {log, cell, lease} = await began(4);
      expect(await log.append(lease, commits(5, 6))).toBe(true);
      await log.renew(lease, 0);
      const next = await taken(log, cell);
      expect(await log.append(next, commits(7))).toBe(true);
      const leases = async () => await Promise.all([3, 4, 5, 6, 7, 8].map(number => log.leaseOf(cell, number)));
      expect(await leases()).toEqual([undefined, lease, lease, lease, next, undefined]);
      await snapshot(log, next, 6, 'six');
      await sql().query(`INSERT INTO log (cell, n, fence, bytes) VALUES ($1, 5, $2, 'not yet gone')`, [
        cell,
        lease.fence,
      ]);
      expect(await leases()).toEqual([undefined, undefined, undefined, next, next, undefined]);
      expect(await log.leaseOf(`${cell}-other`, 0)).toBeUndefined();
    });

    test('has any bytes and any size, and is read in bounded amounts', {tags: ['deep']}, async () => {
      const {log, cell, lease} = await began();
      const many = Array.from({length: 40}, (_, index) => ({
        number: index + 1,
        changes: Buffer.alloc(index % 2 === 0 ? 220_000 : index, index),
      }));
      expect(await log.append(lease, many)).toBe(true);
      expect(await log.append(lease, [{number: 41, changes: Buffer.alloc(1_500_000, 255)}])).toBe(true);
      const read: number[] = [];
      let next = 0;
      for await (const part of log.readCommits(cell, 0)) {
        read.push(part.reduce((sum, {changes}) => sum + changes.length, 0));
        for (const {number, changes} of part) {
          next += 1;
          expect(number).toBe(next);
          const sent = many[number - 1]?.changes ?? Buffer.alloc(1_500_000, 255);
          expect(Buffer.compare(changes, sent)).toBe(0);
        }
      }
      expect(next).toBe(41);
      expect(read.length).toBe(2);
      expect(await log.sinceSnapshot(cell)).toEqual({bytes: read.reduce((sum, bytes) => sum + bytes), commits: 41});
    });

    test('takes no commits with the tables of another version before their snapshot', async () => {
      const {log, cell, lease} = await began();
      expect(await log.append(lease, commits(1))).toBe(true);
      await log.release(lease);
      const newer = await log.take([cell], {...HOLDER, schema: 8});
      if (newer === undefined) throw new Error('No lease.');
      await expect(log.append(newer, commits(2))).rejects.toThrow('has no snapshot of these tables yet.');
      await snapshot(log, newer, 1, 'new tables');
      expect(await log.append(newer, commits(2))).toBe(true);
      await log.release(newer);
      await expect(log.take([cell], HOLDER)).rejects.toMatchObject({code: 'refused'});
    });
  });

  describe(`${where}: a snapshot`, () => {
    test('comes back whole, and the log before it goes', async () => {
      using folder = tempDir();
      const {log, cell, lease} = await began();
      await log.append(lease, commits(1, 2, 3, 4, 5));
      const bytes = Buffer.from(Array.from({length: 1_100_000}, (_, index) => (index * 7919) % 256));
      writeFileSync(join(folder.path, 'copy.db'), bytes);
      expect(await log.writeSnapshot(lease, {number: 3, file: join(folder.path, 'copy.db')})).toBe(true);
      const file = join(folder.path, 'read.db');
      expect(await log.readSnapshot(cell, file)).toEqual({number: 3, fence: lease.fence, schema: 7});
      expect(Buffer.compare(readFileSync(file), bytes)).toBe(0);
      expect(await all(log, cell, 3)).toEqual(commits(4, 5));
      await expect(all(log, cell, 0)).rejects.toThrow(`no longer has all commits after 0`);
      expect(await log.sinceSnapshot(cell)).toEqual({bytes: 2 * 'changes 5'.length, commits: 2});
      expect(await log.newest(cell)).toEqual({number: 5, fence: lease.fence});
      expect(await rows(sql(), 'SELECT DISTINCT snapshot FROM snapshots WHERE cell = $1', cell)).toHaveLength(1);
    });

    test('may be ahead of the log, which then continues it', async () => {
      const {log, cell, lease} = await began();
      await log.append(lease, commits(1, 2));
      await snapshot(log, lease, 9, 'nine');
      expect(await log.newest(cell)).toEqual({number: 9, fence: lease.fence});
      expect(await all(log, cell, 9)).toEqual([]);
      // Their answer was lost, and the snapshot has them.
      expect(await log.append(lease, commits(8, 9, 10))).toBe(true);
      expect(await all(log, cell, 9)).toEqual(commits(10));
      expect(await content(log, cell)).toBe('nine');
    });

    test('is not there before it is complete', async () => {
      const {log, cell, lease} = await began();
      const incomplete = {...HOLDER, leaseMs: 0};
      await log.append(lease, commits(1, 2));
      await log.release(lease);
      const dying = await log.take([cell], incomplete);
      // It dies before the end: as after its first part.
      await sql().query(
        `INSERT INTO snapshots (cell, snapshot, part, bytes) VALUES ($1, gen_random_uuid(), 0, 'half'::bytea)`,
        [cell],
      );
      expect(await content(log, cell)).toBe('snapshot');
      const next = await taken(log, cell);
      expect(dying?.fence).toBeLessThan(next.fence);
      expect(await content(log, cell)).toBe('snapshot');
      expect(await all(log, cell, 0)).toEqual(commits(1, 2));
      await snapshot(log, next, 2, 'whole');
      expect(await content(log, cell)).toBe('whole');
      expect(await rows(sql(), 'SELECT bytes FROM snapshots WHERE cell = $1', cell)).toHaveLength(1);
    });

    test('is the old one or the new one, with all commits after it, wherever the daemon dies while it writes', async () => {
      for (let steps = 1, isDone = false; !isDone; steps += 1) {
        const {log, cell, lease} = await began();
        await log.append(lease, commits(1, 2, 3));
        const dying = createPostgresLog(endingAfter(sql(), steps));
        isDone = await snapshot(dying, lease, 2, 'new').then(
          () => true,
          () => false,
        );
        const number = (await content(log, cell)) === 'new' ? 2 : 0;
        expect(await all(log, cell, number), `after ${steps} steps`).toEqual(commits(1, 2, 3).slice(number));
        expect(await log.newest(cell)).toEqual({number: 3, fence: lease.fence});
        const next = await afterTakeover(log, lease);
        expect(await log.append(next, commits(4))).toBe(true);
        await snapshot(log, next, 3, 'newest');
        expect(await content(log, cell)).toBe('newest');
        expect(await all(log, cell, 3)).toEqual(commits(4));
        expect(await rows(sql(), 'SELECT 1 FROM snapshots WHERE cell = $1', cell)).toHaveLength(1);
        expect(await rows(sql(), 'SELECT 1 FROM log WHERE cell = $1', cell)).toHaveLength(1);
      }
    });

    test('is not written under a lease that is over, nor over a newer one', async () => {
      using folder = tempDir();
      const {log, cell, lease} = await began();
      await log.append(lease, commits(1, 2));
      await snapshot(log, lease, 2, 'two');
      const file = join(folder.path, 'old.db');
      writeFileSync(file, 'old');
      await expect(log.writeSnapshot(lease, {number: 1, file})).rejects.toMatchObject({code: 'conflict'});
      await log.renew(lease, 0);
      await taken(log, cell);
      expect(await log.writeSnapshot(lease, {number: 2, file})).toBe(false);
      expect(await content(log, cell)).toBe('two');
    });

    test('is not there for a new cell, and leaves no file', async () => {
      using folder = tempDir();
      const {log, cell} = begin();
      const file = join(folder.path, 'none.db');
      expect(await log.readSnapshot(cell, file)).toBeUndefined();
      await taken(log, cell);
      expect(await log.readSnapshot(cell, file)).toBeUndefined();
      expect(() => readFileSync(file)).toThrow('ENOENT');
    });

    test('of nothing is empty', async () => {
      const {log, cell} = begin();
      await snapshot(log, await taken(log, cell), 0, '');
      expect(await content(log, cell)).toBe('');
    });
  });

  describe(`${where}: the files of a cell`, () => {
    test('are written, replaced and removed', async () => {
      const {log, cell, lease} = await began();
      const file = (path: string, text: string | undefined, mode = 0o600) => ({
        path,
        mode,
        bytes: text === undefined ? undefined : Buffer.from(text),
      });
      expect(await log.putFiles(lease, [file('workspace/b', 'B'), file('a', ''), file('ä', 'Ä', 0o700)])).toBe(true);
      expect(
        await log.putFiles(lease, [file('workspace/b', 'longer'), file('a', undefined), file('none', undefined)]),
      ).toBe(true);
      expect(await log.putFiles(lease, [])).toBe(true);
      expect(await files(log, cell)).toEqual(['workspace/b 600 longer', 'ä 700 Ä']);
      expect(await files(log, `${cell}-other`)).toEqual([]);
    });

    test('are not written under a lease that is over', async () => {
      const {log, cell, lease} = await began();
      const file = {path: 'a', mode: 0o600, bytes: Buffer.from('A')};
      await log.putFiles(lease, [file]);
      await log.renew(lease, 0);
      await taken(log, cell);
      expect(await log.putFiles(lease, [{...file, bytes: Buffer.from('late')}])).toBe(false);
      expect(await log.putFiles(lease, [{...file, bytes: undefined}])).toBe(false);
      expect(await files(log, cell)).toEqual(['a 600 A']);
    });

    test('are read in bounded amounts, in order', {tags: ['deep']}, async () => {
      const {log, cell, lease} = await began();
      for (const at of [0, 1, 2])
        await log.putFiles(
          lease,
          [0, 1].map(each => ({path: `f${at * 2 + each}`, mode: 0o600, bytes: Buffer.alloc(900_000, at * 2 + each)})),
        );
      const read: string[] = [];
      for await (const {path, bytes} of log.readFiles(cell)) read.push(`${path} ${bytes.length} ${bytes[9]}`);
      expect(read).toEqual([0, 1, 2, 3, 4, 5].map(at => `f${at} 900000 ${at}`));
    });
  });
};

/** Takes one of the cells. Fails if all are held. */
export const taken = async (log: FleetLog, ...cells: readonly string[]): Promise<Lease> => {
  const lease = await log.take(cells, HOLDER);
  if (lease === undefined) throw new Error(`No lease of ${cells.join(', ')}.`);
  return lease;
};

/** Another daemon has the cell. */
const afterTakeover = async (log: FleetLog, lease: Lease): Promise<Lease> => {
  await log.renew(lease, 0);
  return await taken(log, lease.cell);
};

/** A connection that breaks for good after some queries. */
const endingAfter = (sql: Sql & AsyncDisposable, steps: number): Sql & AsyncDisposable => {
  let left = steps;
  const counted =
    (query: Sql['query']): Sql['query'] =>
    async (text, values) => {
      left -= 1;
      if (left < 0) throw new Error('The daemon has died.');
      return await query(text, values);
    };
  return {...sql, query: counted(sql.query), bulk: counted(sql.bulk)};
};

export const commits = (...numbers: readonly number[]): readonly Commit[] =>
  numbers.map(number => ({number, changes: Buffer.from(`changes ${number}`)}));

/** All commits after a number, their bytes comparable to those of `commits`. */
export const all = async (log: FleetLog, cell: string, after: number): Promise<readonly Commit[]> =>
  (await Array.fromAsync(log.readCommits(cell, after)))
    .flat()
    .map(({number, changes}) => ({number, changes: Buffer.from(changes)}));

export const snapshot = async (log: FleetLog, lease: Lease, number: number, text: string): Promise<void> => {
  using folder = tempDir();
  const file = join(folder.path, 'copy.db');
  writeFileSync(file, text);
  expect(await log.writeSnapshot(lease, {number, file})).toBe(true);
};

const content = async (log: FleetLog, cell: string): Promise<string> => {
  using folder = tempDir();
  const file = join(folder.path, 'read.db');
  await log.readSnapshot(cell, file);
  return readFileSync(file, 'utf8');
};

const files = async (log: FleetLog, cell: string): Promise<readonly string[]> =>
  (await Array.fromAsync(log.readFiles(cell))).map(
    ({path, mode, bytes}) => `${path} ${mode.toString(8)} ${Buffer.from(bytes).toString()}`,
  );

const rows = async (sql: Sql, text: string, cell: string) => (await sql.query(text, [cell])).rows;

const HOLDER = {holder: 'one', address: 'ssh://me@server', schema: 7, leaseMs: 60_000};
let cells = 0;
