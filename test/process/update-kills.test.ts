// The way back from a version that has changed the database, killed at its steps: one daemon runs afterwards, of a version that can
// read the database, and nothing is lost.
// @module-tag deep
import {type ChildProcess, execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {cpSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {readChosen, writeChosen} from '../../src/ipc/versions/chosen-version.ts';
import {placesOf} from '../../src/shared/records/places.ts';
import {builtProgram} from '../support/built-program.ts';
import {everyNth, PLAYED} from '../support/crash-steps.ts';
import {connectTo} from '../support/daemon-client.ts';
import {
  contractingStep,
  FAILS_BEFORE_WORK,
  installedRooster,
  type Packages,
  packagesFolder,
  VERSION,
} from '../support/packages.ts';
import {ensureBuilt} from '../support/rooster-home.ts';
import {until, untilGiven} from '../support/until.ts';

const KNIFE = await builtProgram(new URL('../support/file-knife.ts', import.meta.url));

let packages: Packages;

beforeAll(() => {
  ensureBuilt();
  packages = packagesFolder();
  packages.add(VERSION);
  packages.add('8.6.0', contractingStep());
  packages.add('8.10.0', contractingStep(), FAILS_BEFORE_WORK);
});
afterAll(() => packages[Symbol.dispose]());

type Installed = ReturnType<typeof installedRooster>;

/** A home in which the next start of the daemon goes back to the version before. */
type Scene = {readonly rooster: Installed; readonly home: string};

const environment = (home: string, more: Readonly<Record<string, string>> = {}) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: dirname(home),
  TZ: 'UTC',
  LANG: 'C.UTF-8',
  ROOSTER_HOME: home,
  ...more,
});

/** As a service manager does. */
const startDaemon = ({rooster, home}: Scene, more: Readonly<Record<string, string>> = {}): ChildProcess =>
  spawn(process.execPath, ['--import', KNIFE, join(dirname(rooster.entry), 'daemon.js'), 'run'], {
    env: environment(home, more),
    stdio: 'ignore',
  });

const hasEnded = ({exitCode, signalCode}: ChildProcess): boolean => exitCode !== null || signalCode !== null;

const ask = ({rooster, home}: Scene, ...argv: readonly string[]) =>
  rooster.run(argv, {entry: rooster.entry, env: environment(home)});

/** Asks the daemon itself: a command for each look would take most of the time. */
const answers = async ({home}: Scene): Promise<boolean> => {
  try {
    await using _ = await connectTo(join(home, 'run/rooster.sock'));
    return true;
  } catch {
    return false;
  }
};

const statusOf = async (scene: Scene): Promise<string | undefined> => {
  if (!(await answers(scene))) return undefined;
  const {code, out} = await ask(scene, 'status', '--json');
  return code === 0 ? out : undefined;
};

const daemonsIn = ({home}: Scene): readonly number[] =>
  execFileSync('ps', ['-ww', '-eo', 'pid=,args='], {encoding: 'utf8'})
    .split('\n')
    .filter(line => line.includes('daemon.js run'))
    .map(line => Number.parseInt(line, 10))
    .filter(pid => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`ROOSTER_HOME=${home}`);
      } catch {
        return false;
      }
    });

/** Two at once, as often as none runs. Returns the version of the one that answers, and the reminders that it knows. */
const startUntilItRuns = async (scene: Scene): Promise<unknown> => {
  const children: ChildProcess[] = [];
  try {
    const status = await untilGiven('a daemon answers', async () => {
      if (daemonsIn(scene).length === 0) children.push(startDaemon(scene), startDaemon(scene));
      return await statusOf(scene);
    });
    await until('only one runs', () => daemonsIn(scene).length === 1);
    const {reminders} = JSON.parse((await ask(scene, 'reminders', '--json')).out);
    return [JSON.parse(status).version, reminders.map(({message}: {message: string}) => message)];
  } finally {
    for (const pid of daemonsIn(scene)) process.kill(pid, 'SIGKILL');
  }
};

/** Kills the next start after some of its steps, each time in a copy of the home. Returns what runs afterwards. */
const killAfterSteps = async (scene: Scene) => {
  const copied = (name: string): Scene => {
    const home = join(scene.home, '..', name);
    cpSync(scene.home, home, {recursive: true});
    return {...scene, home};
  };
  /** Ends also if it was not killed. */
  const startAndEnd = async (copy: Scene, more: Readonly<Record<string, string>>): Promise<void> => {
    const child = startDaemon(copy, more);
    await untilGiven('it ends or answers', async () => hasEnded(child) || (await answers(copy)) || undefined);
    child.kill('SIGKILL');
    if (!hasEnded(child)) await once(child, 'exit');
  };
  const notes = join(scene.home, '../notes');
  await startAndEnd(copied('whole'), {KILL_NOTES: notes});
  const steps = readFileSync(notes, 'utf8').trim().split('\n');
  const all = steps.flatMap((step, index) => (MATTERS.test(step) ? [index + 1] : []));
  expect(all.length).toBeGreaterThan(20);
  const left = [...everyNth(all, 6)];
  const found: [string | undefined, unknown, readonly string[]][] = [];
  const work = async (): Promise<void> => {
    for (let step = left.shift(); step !== undefined; step = left.shift()) {
      const copy = copied(`killed-${step}`);
      await startAndEnd(copy, {KILL_AT: `#${step}`});
      const running = await startUntilItRuns(copy);
      const unfinished = readdirSync(copy.home).filter(name => /\.restore|\.new$/u.test(name));
      found.push([steps[step - 1], running, unfinished]);
      rmSync(copy.home, {recursive: true, maxRetries: 9});
    }
  };
  await Promise.all([work(), work(), work()]);
  return found;
};

/** Not the files that nobody reads. */
const MATTERS = /^after (?!rmSync .*(?:-journal|-shm|\.new|\.pid)$)/u;

const updatedTo = async (version: string): Promise<Scene & Disposable> => {
  const rooster = installedRooster(packages);
  const scene = {rooster, home: rooster.path};
  await ask(scene, 'remind', '2h', 'tea');
  await ask(scene, 'daemon', 'stop');
  expect((await ask(scene, 'update', version)).code).toBe(0);
  return {...scene, [Symbol.dispose]: rooster[Symbol.dispose]};
};

test(`a new version that does not start${PLAYED}`, {timeout: 600_000}, async () => {
  using scene = await updatedTo('8.10.0');
  const found = await killAfterSteps(scene);
  for (const [step, ...state] of found) expect([step, ...state]).toEqual([step, [VERSION, ['tea']], []]);
});

test(`a person who goes back with the copy${PLAYED}`, {timeout: 600_000}, async () => {
  using scene = await updatedTo('8.6.0');
  await ask(scene, 'daemon', 'start');
  await ask(scene, 'remind', '3h', 'cake');
  await ask(scene, 'daemon', 'stop');
  // The command writes this before it restarts the daemon.
  const {versions} = placesOf({ROOSTER_HOME: scene.home}, dirname(scene.home));
  const chosen = readChosen(versions);
  if (chosen === undefined) throw new Error('No version is chosen.');
  writeChosen(versions, {...chosen, leaves: 'with the copy'});
  const found = await killAfterSteps(scene);
  for (const [step, ...state] of found) expect([step, ...state]).toEqual([step, [VERSION, ['tea']], []]);
});
