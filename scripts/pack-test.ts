// `npm run pack-test -- [--node 24]…`: packs the tarball, installs it into an empty folder, and uses it as a person would: one reminder and
// the demo. With each Node that the package promises to run on, or with the named ones only. Ends after three minutes at most.
import {execFile} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs, promisify, stripVTControlCharacters} from 'node:util';
import {spawn} from '@lydell/node-pty';
import manifest from '../package.json' with {type: 'json'};

const main = async (): Promise<void> => {
  const {values} = parseArgs({options: {node: {type: 'string', multiple: true, default: NODES}}});
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rooster-pack-')));
  try {
    const tarball = pack(folder);
    await allDone(values.node.map(node => tryPackage(tarball, node, join(folder, node))));
  } finally {
    rmSync(folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 50});
  }
};

const pack = async (folder: string): Promise<string> => {
  const file = await run('npm', ['pack', '--silent', '--pack-destination', folder], {cwd: ROOT});
  return join(folder, file);
};

const tryPackage = async (packed: Promise<string>, node: string, folder: string): Promise<void> => {
  const [tarball, bin] = await Promise.all([packed, installNode(node, join(folder, 'node'))]);
  const PATH = [bin, process.env['PATH']].join(delimiter);
  const app = emptyFolder(join(folder, 'app'), {});
  const from = performance.now();
  // A package that doesn't support this Node is an error, not a warning.
  await run('npm', ['install', '--loglevel=error', '--engine-strict', tarball], {
    cwd: app,
    env: {...process.env, PATH},
  });
  // Its text has to go along with every copy. `statSync` fails without it.
  statSync(join(app, 'node_modules/rooster/dist/THIRD-PARTY-NOTICES.txt'));
  const home = emptyFolder(join(folder, 'home'), {});
  const env = {PATH, HOME: home, ROOSTER_HOME: join(home, 'rooster'), TMPDIR: home, TERM: 'xterm-256color'};
  const rooster = {program: join(app, 'node_modules/.bin/rooster'), home, env};
  let secondsToReminder = 0;
  const onReminder = (): void => {
    secondsToReminder = (performance.now() - from) / 1_000;
  };
  await allDone([setReminder(rooster, onReminder), playDemo(rooster)]);
  const seconds = `${secondsToReminder.toFixed(1)} s from "npm install" to the first reminder`;
  console.log(`Node ${await run('node', ['--version'], {env})}: the package works; ${seconds}.`);
};

/** Resolves with the folder of the program: that of this process, or of the npm package `node`, which is a Node of its version. */
const installNode = async (node: string, folder: string): Promise<string> => {
  if (process.version.startsWith(`v${node}.`)) return dirname(process.execPath);
  // Its install script puts the program in place.
  emptyFolder(folder, {allowScripts: {node: true}});
  await run('npm', ['install', '--loglevel=error', `node@${node}`], {cwd: folder});
  return join(folder, 'node_modules/node/bin');
};

type Rooster = {readonly program: string; readonly home: string; readonly env: Readonly<Record<string, string>>};

const setReminder = async ({program, env}: Rooster, onReminder: () => void): Promise<void> => {
  const expectLine = async (argv: readonly string[], line: RegExp): Promise<void> => {
    const printed = await run(program, argv, {env});
    if (!line.test(printed)) throw new Error(`"rooster ${argv.join(' ')}" printed: ${printed}`);
  };
  await expectLine(['--version'], new RegExp(`^${RegExp.escape(manifest.version)}$`, 'u'));
  try {
    await expectLine(['remind', '20m', 'tea'], /tea/u);
    onReminder();
    await expectLine(['reminders'], /tea/u);
  } finally {
    await run(program, ['daemon', 'stop'], {env, signal: AbortSignal.timeout(STOP_MS)});
  }
};

/** The demo needs a terminal. */
const playDemo = async ({program, home, env}: Rooster): Promise<void> => {
  const demo = spawn(program, ['demo'], {cols: 100, rows: 30, cwd: home, env});
  let written = '';
  demo.onData(data => {
    written += data;
  });
  const {promise: ended, resolve} = Promise.withResolvers<number>();
  demo.onExit(({exitCode}) => resolve(exitCode));
  const late = once(LIMIT, 'abort').then(() => undefined);
  const code = await Promise.race([ended, late]);
  if (code === undefined) demo.kill();
  if (code === 0 && written.includes('The demo is over')) return;
  throw new Error(`"rooster demo" ended with ${code ?? 'no code in time'}: ${stripVTControlCharacters(written)}`);
};

/** Rejects when all have ended: what still runs needs the folder. */
const allDone = async (parts: readonly Promise<void>[]): Promise<void> => {
  const failures = (await Promise.allSettled(parts)).flatMap(part => (part.status === 'rejected' ? [part.reason] : []));
  if (failures.length > 0) throw new AggregateError(failures);
};

type RunOptions = {readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly signal?: AbortSignal};

/** Resolves with the output, without its last line end; rejects with what the program wrote if it fails. */
const run = async (program: string, argv: readonly string[], options: RunOptions): Promise<string> => {
  const {stdout} = await promisify(execFile)(program, argv, {signal: LIMIT, ...options});
  return stdout.trimEnd();
};

const emptyFolder = (path: string, packageJson: object): string => {
  mkdirSync(path, {recursive: true});
  writeFileSync(join(path, 'package.json'), JSON.stringify(packageJson));
  return path;
};

/** The oldest that `engines` allows, and the one that the repository brings. */
const NODES = ['24', '26'];
const LIMIT = AbortSignal.timeout(3 * 60_000);
const STOP_MS = 15_000;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

await main();
