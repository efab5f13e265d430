// `rooster update` with packages in a folder: forward, back, and whatever a new version may get wrong. The old one or the new one runs, never
// both, never none.
// @module-tag deep
import {execFileSync} from 'node:child_process';
import {cpSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {MIGRATIONS, versionAfter} from '../../src/daemon/store/database/migrations.ts';
import {
  beforeWork,
  contractingStep,
  FAILS_BEFORE_WORK,
  furtherStep,
  installedRooster,
  type Packages,
  packagesFolder,
  VERSION,
} from '../support/packages.ts';
import {openPty} from '../support/pty-program.ts';
import {ensureBuilt} from '../support/rooster-home.ts';
import {until, untilGiven} from '../support/until.ts';
import {writeConfig} from '../support/write-config.ts';

let packages: Packages;

beforeAll(() => {
  ensureBuilt();
  packages = packagesFolder();
  packages.add(VERSION);
  packages.add('8.1.0');
  packages.add('8.2.0', furtherStep('ALTER TABLE reminders ADD COLUMN mood TEXT'));
  packages.add('8.3.0', furtherStep('INSERT INTO nowhere VALUES (1)'));
  packages.add('8.4.0', ['startDaemon=async raw=>{', START_FAILS]);
  packages.add('8.5.0', furtherStep('DELETE FROM reminders'));
  packages.add('8.6.0', contractingStep());
  packages.add('8.7.0', [
    'programVersion=()=>',
    'programVersion=()=>process.argv[2]===`run`&&!process.argv.includes(`--trial`)?nothing():',
  ]);
  packages.add('8.10.0', contractingStep(), FAILS_BEFORE_WORK);
  packages.add('8.11.0', contractingStep(), beforeWork('process.kill(process.pid,`SIGKILL`)'));
  packages.add('8.12.0', contractingStep(), [AT_WORK, `${AT_WORK}await ${TWO_REMINDERS};`]);
  packages.add(
    '8.13.0',
    furtherStep(
      `ALTER TABLE reminders ADD COLUMN mood TEXT\`,\`UPDATE schema SET readableFrom = ${versionAfter(MIGRATIONS) + 2}`,
    ),
  );
});
afterAll(() => packages[Symbol.dispose]());

/** Only the real start fails: the trial doesn't show it. */
const START_FAILS = 'startDaemon=async raw=>{if(raw.trial!==!0)throw new Error(`The moon is full.`);';

/** In the start of the daemon: clients are answered already. */
const AT_WORK = 'stack.use(await rpc.open());';
/** Fails as soon as a second reminder was set. */
const TWO_REMINDERS =
  'new Promise((_,fails)=>setInterval(()=>core.store.reminders.list({limit:9}).length>1&&fails(new Error(`The moon is full.`)),20))';

type Installed = ReturnType<typeof installedRooster>;

const withReminder = async (): Promise<Installed> => {
  const rooster = installedRooster(packages);
  expect((await rooster.ask('remind', '2h', 'tea')).code).toBe(0);
  return rooster;
};

/** The version of the daemon that runs, and what the person sees of their reminder. */
const stateOf = async (rooster: Installed) => {
  const status = JSON.parse((await rooster.ask('status', '--json')).out);
  const {reminders} = JSON.parse((await rooster.ask('reminders', '--json')).out);
  return [status.version, reminders.map(({message}: {message: string}) => message)];
};

/** Also those on copies: their program is in this home, or beside it. */
const daemonsOf = ({path}: Installed): number => {
  const listed = execFileSync('ps', ['-ww', '-eo', 'args='], {encoding: 'utf8'}).split('\n');
  return listed.filter(line => line.includes(dirname(path)) && line.includes('daemon.js run')).length;
};

/** The database and its copies. */
const filesBeside = ({path}: Installed): readonly string[] =>
  readdirSync(path).filter(name => /^rooster\.db(?!-|\.pid$|\.lock$)/u.test(name));

const versionsIn = ({path}: Installed): readonly string[] =>
  readdirSync(join(path, 'versions'))
    .filter(name => /^\d/u.test(name))
    .toSorted();

/** A registry that has one version of Rooster, or doesn't know the package. */
const startRegistry = async (version?: string) => {
  const server = createServer((_, response) => {
    const known = version && {name: 'rooster', 'dist-tags': {latest: version}, versions: {[version]: {version}}};
    response.writeHead(known ? 200 : 404, {'content-type': 'application/json'});
    response.end(JSON.stringify(known || {error: 'Not found'}));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise<void>(resolve => server.close(() => resolve())),
  };
};

describe.concurrent('an update', () => {
  test('is tried, used by daemon and command, and taken back', {tags: ['fast']}, async () => {
    using rooster = await withReminder();
    expect(JSON.parse((await rooster.ask('update', '--check', '--json')).out)).toEqual({
      installed: VERSION,
      newest: '8.13.0',
    });
    expect((await rooster.ask('update', '8.1.0')).out).toBe(
      'Rooster 8.1.0 is in use. The way back: rooster update --back\n',
    );
    expect((await rooster.ask('--version')).out).toBe('8.1.0\n');
    expect(await stateOf(rooster)).toEqual(['8.1.0', ['tea']]);
    expect((await rooster.ask('update', '--back')).out).toContain(`Rooster ${VERSION} is in use again.`);
    expect((await rooster.ask('--version')).out).toBe(`${VERSION}\n`);
    expect(await stateOf(rooster)).toEqual([VERSION, ['tea']]);
  });

  test('that is not there, or no news, is said so, and nothing is loaded', async () => {
    using rooster = installedRooster(packages);
    const {code, err} = await rooster.ask('update', '--check', '9.9.9');
    expect([code, err]).toEqual([1, `error: There is no Rooster 9.9.9 in ${packages.path}.\n`]);
    expect((await rooster.ask('update', '9.9.9')).err).toBe(`error: There is no Rooster 9.9.9 in ${packages.path}.\n`);
    expect((await rooster.ask('update', '8.1.0', '--check')).out).toContain('To update: rooster update 8.1.0\n');
    expect((await rooster.ask('update', VERSION)).out).toBe(`Rooster ${VERSION} is in use already.\n`);
  });

  test('of a package that the registry does not know is one sentence, and says where to name another source', async () => {
    using rooster = installedRooster(packages);
    await using registry = await startRegistry();
    writeConfig(rooster.path, {update: {source: registry.address}});
    for (const argv of [['update'], ['update', '--check'], ['update', '--check', '--json'], ['update', '9.9.9']])
      expect(await rooster.ask(...argv)).toMatchObject({
        code: 1,
        out: '',
        err: `error: There is no package "rooster" at ${registry.address}. To name another source: rooster config set update.source ADDRESS\n`,
      });
  });

  test('says at a terminal which registry it waits for, and nowhere else', async () => {
    using rooster = installedRooster(packages);
    await using registry = await startRegistry('8.1.0');
    writeConfig(rooster.path, {update: {source: registry.address}});
    const found = `Rooster 8.1.0 is there, and ${VERSION} is in use. To update: rooster update`;
    expect(await rooster.ask('update', '--check')).toMatchObject({code: 0, out: `${found}\n`, err: ''});
    expect((await rooster.ask('update', '8.2.0')).err).toBe(
      `error: There is no Rooster 8.2.0 in ${registry.address}.\n`,
    );
    const screenOf = async (words: string): Promise<string> => {
      await using terminal = openPty({home: rooster.path, columns: 100, words});
      await terminal.shows(/left with 0/u);
      return terminal.written();
    };
    expect(await screenOf('update --check')).toContain(`Asking ${registry.address} for the newest version…`);
    expect(await screenOf('update --check --json')).not.toContain('Asking');
  });

  test('by itself never goes to an older version', async () => {
    using older = packagesFolder();
    older.add(VERSION);
    using rooster = installedRooster(older);
    rmSync(join(older.path, `rooster-${VERSION}.tgz`));
    older.add('0.0.9');
    const folder = join(older.path, '../with a space');
    cpSync(older.path, folder, {recursive: true});
    expect((await rooster.ask('config', 'set', 'update.source', folder)).code).toBe(0);
    for (const argv of [['update'], ['update', '--check']])
      expect((await rooster.ask(...argv)).out).toBe(`Rooster ${VERSION} is the newest version.\n`);
    expect((await rooster.ask('update', '0.0.9', '--check')).out).toContain('To update: rooster update 0.0.9\n');
  });

  test('goes from version to version, and keeps only the one before', async () => {
    using rooster = await withReminder();
    await rooster.ask('update', '8.1.0');
    expect((await rooster.ask('update', '8.2.0')).code).toBe(0);
    expect(await stateOf(rooster)).toEqual(['8.2.0', ['tea']]);
    // A service starts the installed version, which stays, and which hands over.
    expect((await rooster.ask('daemon', 'install', '--print')).out).toContain(
      `"${join(dirname(rooster.entry), 'daemon.js')}" "run"`,
    );
    expect(versionsIn(rooster)).toEqual(['8.1.0', '8.2.0']);
    // 8.2.0 has added a column, which 8.1.0 leaves alone.
    await rooster.ask('remind', '3h', 'cake');
    expect((await rooster.ask('update', '--back')).code).toBe(0);
    expect(await stateOf(rooster)).toEqual(['8.1.0', ['tea', 'cake']]);
    await rooster.ask('remind', '4h', 'walk');
    expect((await rooster.ask('update', '8.2.0')).code).toBe(0);
    expect(await stateOf(rooster)).toEqual(['8.2.0', ['tea', 'cake', 'walk']]);
  });

  test.for([
    ['8.3.0', /no such table: nowhere/u],
    ['8.5.0', /Rooster 8\.5\.0 finds other reminders in a copy of the database\. Nothing was changed/u],
    ['8.9.0', /There is no Rooster 8\.9\.0 in /u],
  ] as const)('that fails on the copy changes nothing: %s', async ([version, reason]) => {
    using rooster = await withReminder();
    const pid = rooster.pid();
    const {code, err} = await rooster.ask('update', version);
    expect([code, rooster.pid()]).toEqual([1, pid]);
    expect(err).toMatch(reason);
    expect(await stateOf(rooster)).toEqual([VERSION, ['tea']]);
  });

  test.for([
    ['8.4.0', 'The moon is full.'],
    ['8.7.0', 'nothing is not defined'],
  ] as const)('whose daemon does not start goes back by itself: %s', async ([version, reason]) => {
    using rooster = await withReminder();
    await rooster.ask('update', '8.1.0');
    const {code, err} = await rooster.ask('update', version);
    expect(code).toBe(1);
    expect(err).toContain(`Rooster ${version} did not start, and 8.1.0 is in use again. ${reason}`);
    expect(await stateOf(rooster)).toEqual(['8.1.0', ['tea']]);
    // The way back of the update before is still there.
    expect((await rooster.ask('update', '--back')).code).toBe(0);
    expect(await stateOf(rooster)).toEqual([VERSION, ['tea']]);
  });

  test('that failed is told by status and doctor until it is dismissed, or until the next one', async () => {
    using rooster = await withReminder();
    const told = async (): Promise<readonly string[]> => {
      const {problems} = JSON.parse((await rooster.ask('status', '--json')).out);
      const {findings} = JSON.parse((await rooster.ask('doctor', '--json')).out);
      const reasons: readonly {key: string; reason: string}[] = problems ?? [];
      const lines: readonly {name: string; what: string}[] = findings;
      const [problem] = reasons.flatMap(({key, reason}) => (key === 'update' ? [reason] : []));
      const [finding] = lines.flatMap(({name, what}) => (name === 'update' ? [what] : []));
      if (problem !== undefined) expect(finding).toContain(problem);
      return finding === undefined ? [] : [finding];
    };
    expect(await told()).toEqual([]);
    // On the copy.
    await rooster.ask('update', '8.5.0');
    const lost = `The update to Rooster 8.5.0 failed. Rooster 8.5.0 finds other reminders in a copy of the database. Rooster ${VERSION} is in use.`;
    expect(await told()).toEqual([lost]);
    await rooster.ask('daemon', 'restart');
    expect(await told()).toEqual([lost]);
    await rooster.ask('daemon', 'stop');
    expect(await told()).toEqual([lost]);
    await rooster.ask('daemon', 'start');
    expect(await rooster.ask('daemon', 'dismiss', 'update')).toMatchObject({
      code: 0,
      out: 'Dismissed the report of the failed update.\n',
    });
    expect(await told()).toEqual([]);
    expect((await rooster.ask('daemon', 'dismiss', 'update')).code).toBe(1);
    // At the start.
    await rooster.ask('update', '8.4.0');
    expect(await told()).toEqual([
      `The update to Rooster 8.4.0 failed. The moon is full. Rooster ${VERSION} is in use.`,
    ]);
    expect((await rooster.ask('update', '8.1.0')).code).toBe(0);
    expect(await told()).toEqual([]);
  });

  test('that the version before cannot read says so before, and is only taken back with what that loses', async () => {
    using rooster = await withReminder();
    const {code, err} = await rooster.ask('update', '8.6.0');
    expect(code).toBe(0);
    expect(err).toContain(
      `Rooster ${VERSION} can't read what 8.6.0 writes: the way back will lose what comes after this update.`,
    );
    await rooster.ask('remind', '3h', 'cake');
    const back = await rooster.ask('update', '--back');
    expect(back.code).toBe(1);
    expect(back.err).toContain('Only the database has 1 pending reminder.\n');
    expect(back.err).toContain(
      `Rooster ${VERSION} can't read what 8.6.0 has written, so 8.6.0 stays in use. To go back to that backup: rooster update --back --yes`,
    );
    expect(await stateOf(rooster)).toEqual(['8.6.0', ['tea', 'cake']]);
    expect(await rooster.ask('update', '--back', '--yes')).toMatchObject({
      code: 0,
      out: `Rooster ${VERSION} is in use again. Forward again: rooster update 8.6.0\n`,
    });
    expect(await stateOf(rooster)).toEqual([VERSION, ['tea']]);
    expect(daemonsOf(rooster)).toBe(1);
    // The replaced database is kept.
    expect(filesBeside(rooster).filter(name => name.includes('.replaced-'))).not.toEqual([]);
  });

  test('is taken back with the copy of this update, also without a daemon, and never with an older one', async () => {
    using rooster = await withReminder();
    await rooster.ask('update', '8.2.0');
    await rooster.ask('update', '--back');
    await rooster.ask('remind', '3h', 'cake');
    // The database has the first of its two steps already.
    await rooster.ask('update', '8.13.0');
    await rooster.ask('daemon', 'stop');
    expect((await rooster.ask('update', '--back', '--yes')).code).toBe(0);
    expect((await rooster.ask('status')).code).toBe(3);
    await rooster.ask('daemon', 'start');
    expect(await stateOf(rooster)).toEqual([VERSION, ['tea', 'cake']]);
    await rooster.ask('update', '8.13.0');
    for (const name of filesBeside(rooster).filter(each => each.endsWith('.backup'))) rmSync(join(rooster.path, name));
    expect((await rooster.ask('update', '--back', '--yes')).err).toContain(
      `so 8.13.0 stays in use. There is no copy from before the update.`,
    );
    expect(await stateOf(rooster)).toEqual(['8.13.0', ['tea', 'cake']]);
  });

  test('that the version before cannot read, and that does not start, puts the database from before back', async () => {
    using rooster = await withReminder();
    const {code, err} = await rooster.ask('update', '8.10.0');
    expect(code).toBe(1);
    expect(err).toContain(
      `Rooster 8.10.0 did not start, and ${VERSION} is in use again. The moon is full. The database is as before the update.`,
    );
    expect(await stateOf(rooster)).toEqual([VERSION, ['tea']]);
    expect(filesBeside(rooster)).toEqual(['rooster.db']);
  });

  test('whose daemon is killed at each start goes back with the database from before', async () => {
    using rooster = await withReminder();
    const {code, err} = await rooster.ask('update', '8.11.0');
    expect(code).toBe(1);
    expect(err).toContain(
      `Rooster 8.11.0 did not start, and ${VERSION} is in use again. Its daemon did not start, 3 times. The database is as before the update.`,
    );
    expect(await stateOf(rooster)).toEqual([VERSION, ['tea']]);
    expect([daemonsOf(rooster), filesBeside(rooster)]).toEqual([1, ['rooster.db']]);
  });

  test('whose daemon fails after it was told something stays, and says the way back and what it loses', async () => {
    using rooster = await withReminder();
    using updating = rooster.begin('update', '8.12.0');
    await untilGiven('the new daemon answers', async () =>
      (await rooster.ask('status', '--json')).out.includes('"8.12.0"') ? true : undefined,
    );
    expect((await rooster.ask('remind', '3h', 'cake')).code).toBe(0);
    const {code, err} = await updating.ended;
    expect(code).toBe(1);
    expect(err).toContain(
      `Rooster 8.12.0 did not start, and stays in use. The moon is full. Rooster ${VERSION} can't read what it has written. To use ${VERSION} again, without that: rooster update --back`,
    );
    const back = await rooster.ask('update', '--back', '--yes');
    expect([back.code, back.err]).toEqual([0, expect.stringContaining('Only the database has 1 pending reminder.\n')]);
    expect(await stateOf(rooster)).toEqual([VERSION, ['tea']]);
    expect(daemonsOf(rooster)).toBe(1);
  });

  test('without a daemon starts none; the next start uses it', async () => {
    using rooster = await withReminder();
    await rooster.ask('daemon', 'stop');
    expect((await rooster.ask('update', '8.1.0')).code).toBe(0);
    expect((await rooster.ask('status')).code).toBe(3);
    await rooster.ask('daemon', 'start');
    expect(await stateOf(rooster)).toEqual(['8.1.0', ['tea']]);
  });

  test('is one at a time', async () => {
    using rooster = await withReminder();
    const [one, other] = await Promise.all([rooster.ask('update', '8.1.0'), rooster.ask('update', '8.1.0')]);
    expect([one.code, other.code].toSorted()).toEqual([0, 1]);
    expect(one.err + other.err).toContain('Another update is running');
    expect(await stateOf(rooster)).toEqual(['8.1.0', ['tea']]);
  });

  test('that was killed just before its daemon was to change is finished by the next', async () => {
    using rooster = await withReminder();
    const chosen = join(rooster.path, 'versions/current.json');
    await rooster.ask('update', '8.1.0');
    const inUse = JSON.parse(readFileSync(chosen, 'utf8'));
    await rooster.ask('update', '--back');
    writeFileSync(chosen, JSON.stringify({...inUse, tries: 0}));
    expect((await stateOf(rooster))[0]).toBe(VERSION);
    expect((await rooster.ask('update', '8.1.0', '--check')).out).toBe(
      `Rooster 8.1.0 is chosen, and its daemon is still ${VERSION}. To finish the update: rooster update 8.1.0\n`,
    );
    expect((await rooster.ask('update', '8.1.0')).out).toBe(
      'Rooster 8.1.0 is in use. The way back: rooster update --back\n',
    );
    expect(await stateOf(rooster)).toEqual(['8.1.0', ['tea']]);
    expect((await rooster.ask('update', '8.1.0')).out).toBe('Rooster 8.1.0 is in use already.\n');
  });

  test.for([
    ['while it loads', /Loading/u, 0],
    ['while it tries', /Trying/u, 0],
    ['late in the trial', /Trying/u, 1_500],
    ['at the switch', 'current.json', 0],
    ['while the daemon changes', 'current.json', 200],
  ] as const)('that is killed %s leaves one daemon and loses nothing', async ([, when, pause]) => {
    using rooster = await withReminder();
    using running = rooster.begin('update', '8.1.0');
    const chosen = (): boolean =>
      readdirSync(rooster.path).includes('versions') &&
      readdirSync(join(rooster.path, 'versions')).includes('current.json');
    await until('the step has come', () => (typeof when === 'string' ? chosen() : when.test(running.err())));
    await new Promise(resolve => setTimeout(resolve, pause));
    running.signal('SIGKILL');
    await running.ended;
    const [version, reminders] = await untilGiven('a daemon answers', async () =>
      (await rooster.ask('status')).code === 0 ? await stateOf(rooster) : undefined,
    );
    expect(reminders).toEqual(['tea']);
    expect([VERSION, '8.1.0']).toContain(version);
    await until('the daemons of the trial have ended, too', () => daemonsOf(rooster) === 1);
    expect((await rooster.ask('update', '8.1.0')).code).toBe(0);
    expect(await stateOf(rooster)).toEqual(['8.1.0', ['tea']]);
    expect(versionsIn(rooster)).toEqual(['8.1.0']);
  });
});

test('is left to the program that has installed this Rooster', async () => {
  using rooster = installedRooster(packages);
  const clone = await rooster.run(['update', '8.1.0']);
  expect(clone.err).toContain('This Rooster runs from a clone. To update it, in ');
  expect(readFileSync(join(rooster.path, 'config.json'), 'utf8')).toContain(packages.path);
});
