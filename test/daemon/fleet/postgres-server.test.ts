// @module-tag deep
// The log of a fleet on a real PostgreSQL server: several daemons at once, and a server that dies or stands still.
import {setTimeout as pause} from 'node:timers/promises';
import {inspect} from 'node:util';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {readPostgresAddress} from '../../../src/daemon/fleet/postgres-address.ts';
import {openPostgres} from '../../../src/daemon/fleet/postgres-client.ts';
import {createPostgresLog} from '../../../src/daemon/fleet/postgres-log.ts';
import type {Sql} from '../../../src/daemon/fleet/sql.ts';
import type {FleetLog} from '../../../src/daemon/ports/fleet-log.ts';
import {all, commits, fleetLogContract, snapshot, taken} from '../../contract/fleet-log.contract.ts';
import {clientOf, type PostgresServer, startPostgres, whyNoPostgres} from '../../support/postgres.ts';

const why = whyNoPostgres();

describe.skipIf(why !== undefined)(why === undefined ? 'on a server' : `on a server (skipped: ${why})`, () => {
  let server: PostgresServer;
  let sql: Sql & AsyncDisposable;
  let log: FleetLog;

  beforeAll(async () => {
    server = await startPostgres({synchronous_commit: 'off', default_transaction_isolation: 'serializable'});
    sql = await clientOf(server);
    log = createPostgresLog(sql);
    await log.prepare();
  });

  afterAll(async () => {
    await sql?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  fleetLogContract('on a server', () => sql);

  const anotherDaemon = async (): Promise<FleetLog> => createPostgresLog(await clientOf(server));

  describe('several daemons', () => {
    test('take twelve cells at once, none of them twice', async () => {
      await using one = await anotherDaemon();
      await using other = await anotherDaemon();
      for (let round = 1; round <= 10; round += 1) {
        const cells = Array.from({length: 12}, (_, index) => `twelve-${round}-${index}`);
        const takes = await Promise.all(
          Array.from({length: 24}, (_, index) =>
            (index % 2 === 0 ? one : other).take(cells, {holder: `${index}`, schema: 1, leaseMs: 60_000}),
          ),
        );
        const leases = takes.flatMap(lease => lease ?? []);
        expect(leases.map(({cell}) => cell).toSorted()).toEqual(cells.toSorted());
      }
    });

    test('create the tables at once', async () => {
      await using client = await clientOf(server);
      await client.query('CREATE DATABASE fresh');
      const address = server.address.replace('/postgres?', '/fresh?');
      const daemons = await Promise.all([1, 2, 3, 4].map(async () => createPostgresLog(await clientOf({address}))));
      await Promise.all(daemons.map(daemon => daemon.prepare()));
      await taken(daemons[0] as FleetLog, 'a');
      for (const daemon of daemons) await daemon[Symbol.asyncDispose]();
    });

    test('may use tables that they could not create', async () => {
      await sql.query(`CREATE ROLE guest LOGIN PASSWORD '${server.password}'`);
      const address = server.address.replace('//rooster:', '//guest:');
      await using guest = createPostgresLog(await clientOf({address}));
      await expect(guest.prepare()).rejects.toThrow('PostgreSQL at');
      await sql.query('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO guest');
      await guest.prepare();
      const lease = await taken(guest, 'guest');
      await snapshot(guest, lease, 0, 'snapshot');
      expect(await guest.append(lease, commits(1))).toBe(true);
      await using fresh = createPostgresLog(await clientOf({address: address.replace('/postgres?', '/template1?')}));
      await expect(fresh.prepare()).rejects.toThrow('permission denied for schema public.');
    });

    test('that fight for one cell write nothing under an old fence after the first commit of a newer one', async () => {
      const cell = 'fought-for';
      const first = await taken(log, cell);
      await snapshot(log, first, 0, 'snapshot');
      await log.release(first);
      const answered: {readonly number: number; readonly fence: number}[] = [];
      let takes = 0;
      const isFought = (): boolean => takes >= FEWEST_TAKES && answered.length >= FEWEST_ANSWERS;
      /** Its lease is over at once. It writes until it is told that it isn't the holder. */
      const fight = async (name: string): Promise<void> => {
        await using daemon = await anotherDaemon();
        while (!isFought()) {
          const lease = await daemon.take([cell], {holder: name, schema: 7, leaseMs: 0});
          if (lease === undefined) continue;
          takes += 1;
          let last = (await daemon.newest(cell))?.number ?? 0;
          for (let size = 1; !isFought(); size = (size % 3) + 1) {
            const next = Array.from({length: size}, (_, index) => last + 1 + index);
            const changes = next.map(number => ({number, changes: Buffer.from(`${lease.fence}`)}));
            // A new holder has written since.
            if (!(await daemon.append(lease, changes))) break;
            for (const number of next) answered.push({number, fence: lease.fence});
            last += size;
          }
        }
      };
      await Promise.all(['one', 'two', 'three', 'four'].map(fight));
      const {rows} = await sql.query('SELECT n, fence, bytes FROM log WHERE cell = $1 ORDER BY n', [cell]);
      const written = rows.map(({n, fence, bytes}) => ({
        n: Number(n),
        fence: Number(fence),
        by: Number(String(bytes)),
      }));
      expect(written.map(({n}) => n)).toEqual(written.map((_, index) => index + 1));
      expect(written.filter(({fence}, index) => fence < (written[index - 1]?.fence ?? 0))).toEqual([]);
      expect(written.filter(({fence, by}) => fence !== by)).toEqual([]);
      // Each answer is true: the commit is there, and nobody else's.
      expect(answered.filter(({number, fence}) => written[number - 1]?.fence !== fence)).toEqual([]);
    });

    test('are not kept from a cell by one that stands still in a transaction', async () => {
      await using still = await clientOf(server);
      await taken(log, 'stuck');
      const stands = Promise.withResolvers<void>();
      const standing = still.transaction(async inside => {
        await inside(`SELECT 1 FROM cells WHERE cell = 'stuck' FOR UPDATE`);
        stands.resolve();
        await pause(7_000);
        return await inside('SELECT 1');
      });
      standing.catch(() => {});
      await stands.promise;
      const holder = {holder: 'two', schema: 7, leaseMs: 60_000};
      await sql.query(`UPDATE cells SET lease_until = '-infinity' WHERE cell = 'stuck'`).catch(() => {});
      await expect.poll(() => log.take(['stuck'], holder)).toMatchObject({cell: 'stuck'});
      await expect(standing).rejects.toMatchObject({code: 'unavailable'});
    });
  });

  describe('the server', () => {
    test('keeps each answered commit once, however often it is killed', async () => {
      const cell = 'killed-server';
      const lease = await taken(log, cell);
      await snapshot(log, lease, 0, 'snapshot');
      let answered = 0;
      let failures = 0;
      let isOver = false;
      const write = async (): Promise<void> => {
        while (!isOver) {
          const next = commits(...Array.from({length: 1 + (answered % 7)}, (_, index) => answered + 1 + index));
          try {
            expect(await log.append(lease, next)).toBe(true);
            answered += next.length;
          } catch (error) {
            expect(error).toMatchObject({code: 'unavailable'});
            failures += 1;
            await pause(5);
          }
        }
      };
      const writing = write();
      for (let round = 1; round <= 4; round += 1) {
        const before = answered;
        await expect.poll(() => answered, {interval: 1}).toBeGreaterThan(before + 40 * round);
        await server.kill();
        expect((await all(log, cell, 0).catch(error => error)).code).toBe('unavailable');
        await server.start();
      }
      const before = answered;
      await expect.poll(() => answered).toBeGreaterThan(before);
      isOver = true;
      await writing;
      expect(await log.newest(cell)).toEqual({number: answered, fence: lease.fence});
      expect(await all(log, cell, 0)).toEqual(commits(...Array.from({length: answered}, (_, index) => index + 1)));
      expect(failures).toBeGreaterThan(0);
      expect(await log.renew(lease, 60_000)).toBe(true);
    });

    test('that stands still is noticed after seconds, once for all connections, and is used again when it goes on', async () => {
      await using daemon = await anotherDaemon();
      await taken(log, 'silent');
      const ask = (): Promise<unknown> => daemon.holderOf('silent');
      // Both connections are open, and don't answer any more.
      await Promise.all([ask(), ask(), ask()]);
      const from = performance.now();
      server.freeze();
      try {
        await expect(ask()).rejects.toMatchObject({code: 'unavailable'});
        expect(performance.now() - from).toBeGreaterThan(3_500);
        const next = performance.now();
        await expect(ask()).rejects.toMatchObject({code: 'unavailable'});
        // The other connection isn't asked as long.
        expect(performance.now() - next).toBeLessThan(3_900);
      } finally {
        server.thaw();
      }
      expect(await ask()).toMatchObject({holder: 'one'});
    });

    test('that stands still keeps no daemon from ending', async () => {
      const daemon = await anotherDaemon();
      await daemon.holderOf('silent');
      server.freeze();
      try {
        const asked = daemon.holderOf('silent').catch(error => error.code);
        await pause(50);
        const from = performance.now();
        await daemon[Symbol.asyncDispose]();
        expect(await asked).toBe('unavailable');
        // Less than a query waits.
        expect(performance.now() - from).toBeLessThan(3_500);
      } finally {
        server.thaw();
      }
    });

    test('stores a commit before it answers, and isolates as Rooster expects, whatever its own settings', async () => {
      for (const [name, value] of Object.entries({synchronous_commit: 'on', transaction_isolation: 'read committed'}))
        expect((await sql.query(`SHOW ${name}`)).rows).toEqual([{[name]: value}]);
    });
  });

  describe('the connection', () => {
    const over = (parameters: string, host = '127.0.0.1'): string =>
      `postgres://rooster:${server.password}@${host}:${server.port}/postgres${parameters}`;
    const ask = async (address: string, env: Readonly<Record<string, string>> = {}): Promise<unknown> => {
      await using client = await openPostgres(readPostgresAddress(address, env, '/nowhere'));
      const {rows} = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
      return rows[0]?.['ssl'];
    };

    test('is encrypted if the certificate is trusted, and refused if it is not', async () => {
      expect(await ask(over(`?sslmode=verify-full&sslrootcert=${server.certificate}`))).toBe(true);
      expect(await ask(over(`?sslrootcert=${server.certificate}`))).toBe(false);
      expect(await ask(over(''))).toBe(false);
      await expect(ask(over('?sslmode=verify-full'))).rejects.toThrow(
        'PostgreSQL at 127.0.0.1: its certificate is not trusted; name the file of its authority with sslrootcert.',
      );
    });

    test('is refused if the certificate is for another name, or if there is none', async () => {
      await using plain = await startPostgres({ssl: 'off', listen_addresses: '*'});
      const trusted = `?sslmode=verify-full&sslrootcert=${server.certificate}`;
      await expect(
        ask(`postgres://rooster:${plain.password}@127.0.0.1:${plain.port}/postgres${trusted}`),
      ).rejects.toThrow('The server does not support SSL connections.');
      await plain.kill();
      await using named = await startPostgres({listen_addresses: '*'});
      await expect(
        ask(`postgres://rooster:${named.password}@127.0.0.2:${named.port}/postgres${trusted}`),
      ).rejects.toThrow('PostgreSQL at 127.0.0.2: its certificate is for another name.');
    });

    test('says what is wrong, and never the password', async () => {
      const wrong = [
        [over('').replace(server.password, 'hidden-word'), 'PostgreSQL at 127.0.0.1: the password is wrong.'],
        [over('').replace(`:${server.password}`, ''), 'PostgreSQL at 127.0.0.1: the password is wrong.', 'hidden-word'],
        [over('').replace('/postgres', '/none'), 'PostgreSQL at 127.0.0.1: there is no such database.'],
        [over('').replace(`:${server.port}`, ':1'), 'PostgreSQL at 127.0.0.1: no server listens there.'],
        [over('', 'name.invalid'), 'PostgreSQL at name.invalid: '],
        [over('?sslmode=verify-full'), 'PostgreSQL at 127.0.0.1: its certificate is not trusted'],
      ] as const;
      for (const [address, sentence, password] of wrong) {
        const error: unknown = await ask(address, password === undefined ? {} : {PGPASSWORD: password}).catch(
          thrown => thrown,
        );
        expect(String(error)).toContain(sentence);
        const shown = inspect(error, {showHidden: true, depth: 10});
        expect(shown).not.toContain(server.password);
        expect(shown).not.toContain('hidden-word');
      }
    });
  });
});

/** Enough for each of them to take it often, and for several commits under most leases. */
const FEWEST_TAKES = 100;
const FEWEST_ANSWERS = 300;
