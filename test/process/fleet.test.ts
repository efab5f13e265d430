// Daemons of a fleet as processes, on Debian's PostgreSQL: one holds the cell, the others stand by and take it over.
// @module-tag deep

import {existsSync, mkdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {LEASE_MS} from '../../src/daemon/fleet/lease-keeper.ts';
import {ROUNDS} from '../support/crash-steps.ts';
import {type NtfyServer, startNtfyServer} from '../support/ntfy-server.ts';
import {packagesFolder} from '../support/packages.ts';
import {clientOf, type PostgresServer, startPostgres, whyNoPostgres} from '../support/postgres.ts';
import {ensureBuilt, ROOT, type RoosterHome, roosterHome} from '../support/rooster-home.ts';
import {slowness} from '../support/slowness.ts';
import {until, untilGiven} from '../support/until.ts';
import {writeConfig} from '../support/write-config.ts';

const why = whyNoPostgres();

describe.skipIf(why !== undefined)(why === undefined ? 'a fleet' : `a fleet (skipped: ${why})`, () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    ensureBuilt();
    postgres = await startPostgres();
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  test('takes over the cell of a machine that is gone, with all of it, and each reminder rings once', async () => {
    await using world = await aWorld(postgres, 'anna');
    const {one, two, ntfy} = world;
    await one.run(['remind', '20m', 'bread']);
    await one.run(['remind', '1s', 'milk']);
    await until('the first one rings', () => textsOf(ntfy).includes('milk'));
    mkdirSync(join(one.path, 'workspace/cron'), {recursive: true});
    writeFileSync(join(one.path, 'workspace/cron/daily.md'), '---\nschedule: "0 9 * * *"\n---\nSay the date.\n');
    await two.run(['daemon', 'start']);
    expect((await two.run(['daemon', 'status'])).out).toContain('Stands by for anna.');
    expect((await two.run(['doctor'])).out).toMatch(/ok +fleet +anna: held by the daemon on \S+ \(\S+one\S+\)/u);
    // A second for the files.
    await pause(2_000);
    const before = await statusOf(one, 'holder');
    const slow = await slowness(() => statusOf(one, 'holder'));
    // It comes due before the lease of the dead daemon is over.
    await one.run(['remind', '6s', 'tea']);
    const killedAt = performance.now();
    process.kill(one.pid(), 'SIGKILL');
    renameSync(one.path, `${one.path}.gone`);
    await until('the other one holds the cell', () => existsSync(join(two.path, 'rooster.db')));
    const {replica} = await untilGiven('it answers as the holder', () => statusOf(two, 'holder'));
    expect(performance.now() - killedAt).toBeLessThan(15_000 * slow);
    expect(replica).toMatchObject({host: 'anna'});
    expect(replica.fence).toBeGreaterThan(before?.replica.fence ?? Infinity);
    await until('what came due meanwhile rings, and says so', () =>
      ntfy.messages.some(({message}) => message.includes('Late:')),
    );
    expect(textsOf(ntfy).toSorted()).toEqual(['milk', 'tea']);
    const {reminders} = await two.json<{reminders: readonly {message: string}[]}>(['reminders', '--json']);
    expect(reminders.map(({message}) => message)).toEqual(['bread']);
    expect((await two.run(['cron'])).out).toContain('daily');
    expect(readFileSync(join(two.path, 'config.json'), 'utf8')).toContain('two/run/rooster.sock');
  });

  test('goes on at once in the same home after a kill, and when its holder is stopped', async () => {
    await using world = await aWorld(postgres, 'berta');
    const {one, two} = world;
    await one.run(['remind', '20m', 'bread']);
    const before = await statusOf(one, 'holder');
    process.kill(one.pid(), 'SIGKILL');
    await one.run(['daemon', 'start']);
    expect((await statusOf(one, 'holder'))?.replica.fence).toBeGreaterThan(before?.replica.fence ?? Infinity);
    await two.run(['daemon', 'start']);
    await one.run(['backup', join(one.path, 'copy.db')]);
    await one.run(['daemon', 'stop']);
    expect((await one.run(['restore', join(one.path, 'copy.db'), '--yes'])).err).toContain(
      'This home is a cell of a fleet.',
    );
    await untilGiven('the other one holds the cell', () => statusOf(two, 'holder'));
    expect((await two.run(['reminders'])).out).toContain('bread');
    await one.run(['daemon', 'start']);
    expect((await one.run(['daemon', 'status'])).out).toContain('Stands by for berta.');
  });

  test('acknowledges nothing while PostgreSQL is away, says so, and goes on when it is back', async () => {
    await using world = await aWorld(postgres, 'clara');
    const {one} = world;
    await one.run(['remind', '20m', 'bread']);
    const before = await statusOf(one, 'holder');
    postgres.freeze();
    const asked = one.run(['remind', '30m', 'butter']);
    let isAnswered = false;
    void asked.then(() => {
      isAnswered = true;
    });
    try {
      await untilGiven('it says so', async () => {
        const {problems} = await one.json<{problems: readonly {key: string}[]}>(['status', '--json']);
        return problems.some(({key}) => key === 'fleet') || undefined;
      });
      expect(isAnswered).toBe(false);
      const checked = await one.run(['doctor']);
      expect([checked.code, checked.out]).toEqual([
        1,
        expect.stringMatching(/BAD +fleet +PostgreSQL at \S+: no answer\./u),
      ]);
    } finally {
      postgres.thaw();
    }
    expect((await asked).out).toContain('butter');
    await postgres.kill();
    await postgres.start();
    await one.run(['remind', '40m', 'jam']);
    const {replica} = await untilGiven('it holds the cell', () => statusOf(one, 'holder'));
    expect(replica.fence).toBe(before?.replica.fence);
  });

  test('is left to its holder after an outage of PostgreSQL, also by a daemon that began meanwhile', async () => {
    await using world = await aWorld(postgres, 'dina');
    const {one, two} = world;
    await one.run(['remind', '20m', 'bread']);
    const before = await statusOf(one, 'holder');
    await postgres.kill();
    await two.run(['daemon', 'start']);
    await pause(LEASE_MS);
    // The other one is the first to ask.
    process.kill(one.pid(), 'SIGSTOP');
    try {
      await postgres.start();
      await pause(3_000);
    } finally {
      process.kill(one.pid(), 'SIGCONT');
    }
    await one.run(['remind', '30m', 'butter']);
    const {replica} = await untilGiven('it holds the cell', () => statusOf(one, 'holder'));
    expect(replica.fence).toBe(before?.replica.fence);
    expect(await roleOf(two)).toBe('standby');
  });

  test.for([
    ['rings once', [], 1],
    // The control: nothing asks before something leaves, and nobody notices that the cell is lost.
    ['would ring twice without the fence', WITHOUT_FENCE, 2],
  ] as const)('whose holder is stopped past its lease and goes on %s', async ([, edits, times]) => {
    using packages = packagesFolder();
    packages.add('8.1.0', ...edits);
    const entry = packages.program('8.1.0');
    await using world = await aWorld(postgres, `hanna-${times}`);
    const {one, two, ntfy} = world;
    for (const home of [one, two]) await home.run(['daemon', 'start'], {entry});
    await one.run(['remind', '16s', 'tea'], {entry});
    const pid = one.pid();
    process.kill(pid, 'SIGSTOP');
    await until('it rings on the other machine', () => textsOf(ntfy).includes('tea'));
    process.kill(pid, 'SIGCONT');
    if (times === 1) {
      await untilGiven('the first one stands by', () => statusOf(one, 'standby'));
      expect(one.pid()).not.toBe(pid);
    } else await until('it rings again', () => textsOf(ntfy).length > 1);
    expect(textsOf(ntfy)).toEqual(Array.from({length: times}, () => 'tea'));
  });

  // The crash matrix plays a part of it in each run (crash/matrix-takeover.test.ts).
  test.runIf(ROUNDS > 1)(
    'loses nothing when its holder dies around any commit, and nothing is there twice',
    async () => {
      using packages = packagesFolder();
      packages.add('8.1.0', DIES_AT_COMMIT);
      const entry = packages.program('8.1.0');
      const sql = await clientOf(postgres);
      const told = async (when: 'before' | 'after', at: number) => {
        await using world = await aWorld(postgres, `ida-${when}-${at}`);
        const {one, two, ntfy} = world;
        const env = {DIES_WHEN: when, DIES_AT: String(at)};
        await one.run(['daemon', 'start'], {entry, env});
        const acknowledged: string[] = [];
        for (const word of ['tea', 'milk', 'bread']) {
          // A command starts no other daemon.
          const {code} = await one.run(['remind', '1s', word], {entry, env: {...env, ROOSTER_HOST: ''}});
          if (code === 0) acknowledged.push(word);
        }
        await until('all rang, or it died', () => textsOf(ntfy).length === 3 || !isAlive(one.pid()));
        if (isAlive(one.pid())) return true;
        renameSync(one.path, `${one.path}.gone`);
        await sql.query(`UPDATE cells SET lease_until = '-infinity' WHERE cell = $1`, [`ida-${when}-${at}`]);
        await two.run(['daemon', 'start'], {entry});
        await until(
          () => `${when} ${at}: ${acknowledged} rang, but only ${textsOf(ntfy)}`,
          () => acknowledged.every(word => textsOf(ntfy).includes(word)),
        );
        // A phone shows the copies of one delivery as one.
        const shown = ntfy.shown('top').map(({message}) => message.split('\n')[0]);
        expect(shown, `${when} ${at}`).toEqual([...new Set(shown)]);
        return false;
      };
      const deathsAround = async (when: 'before' | 'after'): Promise<number> => {
        let deaths = 0;
        while (!(await told(when, deaths + 1))) deaths += 1;
        return deaths;
      };
      const deaths = await Promise.all([deathsAround('before'), deathsAround('after')]);
      expect(Math.min(...deaths)).toBeGreaterThan(1);
      await sql[Symbol.asyncDispose]();
    },
  );

  test('has one holder a cell, also when two begin at once', async () => {
    await using world = await aWorld(postgres, 'dora');
    const {one, two} = world;
    await Promise.all([one.run(['daemon', 'start']), two.run(['daemon', 'start'])]);
    const roles = [await roleOf(one), await roleOf(two)];
    expect(roles.toSorted()).toEqual(['holder', 'standby']);
  });

  test('keeps several cells running in homes of their own, and starts one again that was killed', async () => {
    await using world = await aWorld(postgres, 'emma', 'frida');
    const {one} = world;
    await one.run(['daemon', 'start']);
    expect((await one.run(['status'])).out).toContain('Keeps the cells emma, frida running');
    const cell = {...one, path: join(one.path, 'cells/frida')};
    const inCell = (argv: readonly string[]) => one.run(argv, {env: {ROOSTER_HOME: cell.path}});
    await untilGiven('its daemon answers', async () => ((await inCell(['status'])).code === 0 ? true : undefined));
    expect((await inCell(['remind', '20m', 'bread'])).code).toBe(0);
    const {out} = await one.run(['doctor']);
    expect(out).toMatch(/ok +fleet +PostgreSQL at \S+ answers/u);
    expect(out).toMatch(/ok +fleet +frida: held by this home.*ROOSTER_HOME=\S+frida rooster doctor/u);
    expect(out).not.toMatch(/^BAD +(?!folder|\s)/mu);
    const pid = Number.parseInt(readFileSync(join(cell.path, 'rooster.db.pid'), 'utf8'), 10);
    process.kill(pid, 'SIGKILL');
    await untilGiven('it is back', async () =>
      (await inCell(['status'])).out.includes('Holds the cell frida.') ? true : undefined,
    );
    expect((await inCell(['reminders'])).out).toContain('bread');
    expect((await one.run(['remind', '20m', 'here'])).err).toContain('This daemon keeps the cells emma, frida running');
    await one.run(['daemon', 'stop']);
    expect((await inCell(['status'])).code).toBe(3);
    // A daemon that is alone would act beside the one that takes the cell over.
    const alone = await inCell(['remind', '20m', 'butter']);
    expect([alone.code, alone.err]).toEqual([
      3,
      expect.stringContaining(`its configuration is ${one.path}/config.json.`),
    ]);
    expect((await inCell(['status'])).code).toBe(3);
    await one.run(['daemon', 'start']);
    await untilGiven('it holds the cell again', async () =>
      (await inCell(['status'])).out.includes('Holds the cell frida.') ? true : undefined,
    );
    expect((await inCell(['reminders'])).out).toContain('bread');
    expect((await inCell(['doctor'])).out).toMatch(/ok +fleet +frida: held by this home/u);
    // Out of the fleet on purpose.
    await one.run(['daemon', 'stop']);
    writeConfig(one.path, {});
    expect((await inCell(['remind', '20m', 'butter'])).code).toBe(0);
    await inCell(['daemon', 'stop']);
  });

  test('leaves no daemon of a cell whose starter was killed, not even one that was still starting', async () => {
    await using world = await aWorld(postgres, 'olga', 'petra');
    const cell = join(world.one.path, 'cells/olga');
    const program = `${process.execPath} ${join(ROOT, 'dist/daemon.js')}`;
    using starter = world.one.shell(
      `ROOSTER_HOME=${cell} ${program} run --alone --cell olga ${world.one.path}/config.json $$ & echo $!; wait`,
    );
    await until('it has begun', () => starter.out().endsWith('\n'));
    starter.signal('SIGKILL');
    await until('it has ended by itself', () => !isAlive(Number(starter.out())));
    expect(readFileSync(join(cell, 'logs/daemon.log'), 'utf8')).toContain('The daemon has ended.');
  });

  test('keeps what a home changed outside of it, or refuses the home if the cell has gone on without it', async () => {
    await using world = await aWorld(postgres, 'ida');
    const {one, two} = world;
    await one.run(['remind', '20m', 'bread']);
    const file = join(one.path, '../bread.db');
    await one.run(['backup', file]);
    const alone = async (home: RoosterHome, args: readonly string[]) => {
      await home.run(['daemon', 'stop']);
      writeConfig(home.path, {});
      await home.run(['daemon', 'start']);
      expect((await home.run(args)).code).toBe(0);
      await home.run(['daemon', 'stop']);
      world.configure(home, {});
    };
    await alone(one, ['remind', '30m', 'butter']);
    await one.run(['remind', '40m', 'jam']);
    await two.run(['daemon', 'start']);
    const refused = await one.run(['restore', file, '--yes']);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('This home is a cell of a fleet.')]);
    await one.run(['daemon', 'stop']);
    await untilGiven('the other one holds the cell', () => statusOf(two, 'holder'));
    const {out} = await two.run(['reminders']);
    for (const text of ['bread', 'butter', 'jam']) expect(out).toContain(text);
    await alone(two, ['restore', file, '--yes']);
    expect((await two.run(['daemon', 'start'])).err).toBe('');
    await one.run(['daemon', 'start']);
    await two.run(['daemon', 'stop']);
    await untilGiven('the first one holds the cell', () => statusOf(one, 'holder'));
    expect((await one.run(['reminders'])).out).not.toContain('butter');
    await alone(two, ['remind', '50m', 'own']);
    await one.run(['remind', '60m', 'cheese']);
    const late = await two.run(['daemon', 'start']);
    expect([late.code, late.err]).toEqual([3, expect.stringContaining('ida has gone on without it')]);
    expect((await one.run(['reminders'])).out).toContain('cheese');
  });

  test('names the machine of a holder that can be reached only from there', async () => {
    await using world = await aWorld(postgres, 'karla');
    const {one, two} = world;
    await one.run(['daemon', 'start']);
    await one.run(['daemon', 'stop']);
    await using sql = await clientOf(postgres);
    await sql.query(
      "UPDATE cells SET holder = 'pod-1 id', address = '/sock', lease_until = now() + interval '1 hour' WHERE cell = 'karla'",
    );
    await two.run(['daemon', 'start']);
    expect((await two.run(['remind', '20m', 'x'])).err).toContain('The daemon on pod-1 holds karla now');
  });

  test('is left while PostgreSQL is silent', async () => {
    await using world = await aWorld(postgres, 'lara');
    const {one} = world;
    await one.run(['daemon', 'start']);
    postgres.freeze();
    try {
      const pid = one.pid();
      expect((await one.run(['daemon', 'stop'])).code).toBe(0);
      await until('it has ended', () => !isAlive(pid));
    } finally {
      postgres.thaw();
    }
  });

  test('is not followed as a second machine by one of its own homes', async () => {
    await using world = await aWorld(postgres, 'jana');
    const {one} = world;
    await one.run(['daemon', 'start']);
    const refused = await one.run(['follow', 'ssh://nobody@nowhere.invalid', '--replace']);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('This home is a cell of a fleet')]);
    expect(await statusOf(one, 'holder')).toBeDefined();
  });

  test('is not joined with a mistaken setting, nor by a home with content of its own, and both say why', async () => {
    await using world = await aWorld(postgres, 'gerda');
    const {one, two} = world;
    await one.run(['remind', '20m', 'bread']);
    writeConfig(two.path, {});
    await two.run(['remind', '20m', 'own']);
    await two.run(['daemon', 'stop']);
    world.configure(two, {});
    const refused = await two.run(['daemon', 'start']);
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('and so has the cell gerda')]);
    for (const [setting, reason] of [
      [{postgres: {env: 'NOWHERE'}, cells: ['gerda']}, 'The environment variable NOWHERE is not set.'],
      [{postgres: 'postgres://x', cells: []}, 'It must name at least one cell'],
      ['yes', 'It must be an object in braces'],
    ] as const) {
      writeConfig(two.path, {fleet: setting});
      await two.run(['daemon', 'start']);
      expect((await two.run(['status'])).out).toContain(reason);
      expect((await two.run(['remind', '20m', 'x'])).err).toContain("This daemon can't join its fleet.");
      await two.run(['daemon', 'stop']);
    }
    writeFileSync(join(two.path, 'config.json'), '{"fleet": ');
    await two.run(['daemon', 'start']);
    expect((await two.run(['remind', '20m', 'x'])).err).toContain("This daemon can't join its fleet.");
    await two.run(['daemon', 'stop']);
    // Out of the fleet on purpose.
    writeConfig(two.path, {});
    await two.run(['daemon', 'start']);
    expect((await two.run(['reminders'])).out).toContain('own');
  });
});

const WITHOUT_FENCE = [
  ['passed:()=>{if(!(waiting', 'passed:()=>{return;if(!(waiting'],
  ['lose=()=>{hasEnded=!0,isLost=!0', 'lose=()=>{return;hasEnded=!0,isLost=!0'],
] as const;

const APPEND = 'if(!await fleetLog.append(lease,commits))return lose();';
const DIE = (when: string): string =>
  `process.env.DIES_WHEN===\`${when}\`&&globalThis.appends===Number(process.env.DIES_AT)&&process.kill(process.pid,\`SIGKILL\`);`;
/** Kills the daemon before or after the append that the environment names. */
const DIES_AT_COMMIT = [
  APPEND,
  `globalThis.appends=(globalThis.appends??0)+1;${DIE('before')}${APPEND}${DIE('after')}`,
] as const;

type World = AsyncDisposable & {
  readonly one: RoosterHome;
  readonly two: RoosterHome;
  readonly ntfy: NtfyServer;
  readonly configure: (home: RoosterHome, more: object) => void;
};

/** Two homes of one fleet, and a phone. */
const aWorld = async (postgres: PostgresServer, ...cells: readonly string[]): Promise<World> => {
  const ntfy = await startNtfyServer();
  const [one, two] = [roosterHome('one'), roosterHome('two')];
  const secret = join(one.path, '../postgres');
  writeFileSync(secret, postgres.address, {mode: 0o600});
  const configure = (home: RoosterHome, more: object): void =>
    writeConfig(home.path, {
      fleet: {postgres: {file: secret}, cells, address: join(home.path, 'run/rooster.sock')},
      users: [{name: 'owner', trust: 'full', match: ['terminal:default', 'ntfy:default']}],
      ntfy: {url: ntfy.url, topic: 'top'},
      ...more,
    });
  for (const home of [one, two]) configure(home, {});
  return {
    ...{one, two, ntfy, configure},
    [Symbol.asyncDispose]: async () => {
      for (const home of [one, two]) {
        await home.run(['daemon', 'stop']);
        home[Symbol.dispose]();
      }
      await ntfy[Symbol.asyncDispose]();
    },
  };
};

type Status = {readonly replica: {readonly role: string; readonly fence: number}};

/** Undefined while it has another role, or doesn't answer. */
const statusOf = async (home: RoosterHome, role: string): Promise<Status | undefined> => {
  const {code, out} = await home.run(['daemon', 'status', '--json']);
  const status = code === 0 ? (JSON.parse(out) as Status) : undefined;
  return status?.replica?.role === role ? status : undefined;
};

const roleOf = async (home: RoosterHome): Promise<string> =>
  (await home.json<Status>(['daemon', 'status', '--json'])).replica.role;

const textsOf = ({messages}: NtfyServer): readonly string[] =>
  messages.map(({message}) => message.split('\n')[0] ?? '');

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
