// Bundles the two programs, the command with its terminal UI and the daemon, into dist/. What is imported dynamically (model SDKs,
// the terminal UI) is a file of its own, loaded when first needed. The programs never run in one process, so each is
// built alone: code that both use is in the files of both.
// The files contain the code of all packages but the sandbox, so an installed Rooster needs no other.
// `--if-changed` (npm start) builds only what isn't built yet, and says that it does.
import {execFileSync} from 'node:child_process';
import {chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import manifest from './package.json' with {type: 'json'};
import {buildInputs} from './scripts/build-inputs.ts';
import {type BundledFiles, bundle} from './scripts/bundle.ts';
import {thirdPartyNotices} from './scripts/third-party-notices.ts';

type Program = {
  readonly name: string;
  readonly entry: string;
  /** Names of files, for the code that starts them. */
  readonly files?: Readonly<Record<string, string>>;
};

const main = async (): Promise<void> => {
  const inputs = buildInputs(here('.'));
  if (IF_CHANGED && isBuiltFrom(inputs)) return;
  if (IF_CHANGED) console.log('Building…');
  // A build that breaks off isn't one.
  rmSync(BUILT_FROM, {force: true});
  const workers = await Promise.all(WORKERS.map(bundleWorker));
  const files = Object.fromEntries(workers.map(({variable, file}) => [variable, file]));
  const built = await Promise.all([
    bundleProgram({name: 'daemon', entry: 'src/daemon/main.ts', files}),
    bundleProgram({name: 'rooster', entry: 'src/tui/main.ts'}),
  ]);
  chmodSync(here('dist/rooster.js'), 0o755);
  const output = [...built, ...workers.map(worker => worker.output)].flat();
  removeOld(new Set(output.map(({fileName}) => fileName)));
  execFileSync(process.execPath, [here('scripts/man-page.ts')], {stdio: 'inherit'});
  const modules = output.flatMap(file => (file.type === 'chunk' ? file.moduleIds : []));
  writeFileSync(here('dist/THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(modules, here('node_modules')));
  if (!IS_PACKAGE) writeFileSync(BUILT_FROM, inputs);
};

const isBuiltFrom = (inputs: string): boolean =>
  existsSync(BUILT_FROM) && readFileSync(BUILT_FROM, 'utf8') === inputs && existsSync(here('dist/rooster.js'));

const bundleProgram = ({name, entry, files}: Program): Promise<BundledFiles> =>
  bundle(
    {name, entry, env: {ROOSTER_VERSION: manifest.version, ...files}},
    {...INTO_DIST, chunkFileNames: `${name}/[name]-[hash].js`},
  );

type Worker = {readonly name: string; readonly entry: string; readonly variable: string};

/** The program of a worker thread, beside the files of the daemon. Its name has a hash: a daemon that runs starts the one of its own build. */
const bundleWorker = async ({name, entry, variable}: Worker) => {
  const fileNames = 'daemon/[name]-[hash].js';
  const output = await bundle({name, entry}, {...INTO_DIST, entryFileNames: fileNames, chunkFileNames: fileNames});
  return {variable, file: `./${basename(output[0].fileName)}`, output};
};

/**
 * A daemon that runs loads files of the build it was started from, so those go only when they are old. A package holds one build:
 * `--package` leaves no other.
 */
const removeOld = (isOfThisBuild: ReadonlySet<string>): void => {
  for (const path of readdirSync(here('dist'), {recursive: true, encoding: 'utf8'})) {
    const stats = statSync(here(join('dist', path)));
    const isOld = Date.now() - stats.mtimeMs > LONGEST_KEPT_MS;
    if (stats.isFile() && isOld && !isOfThisBuild.has(path)) rmSync(here(join('dist', path)));
  }
};

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const INTO_DIST = {dir: here('dist'), sourcemap: true, sourcemapExcludeSources: true};
/** `variable`: how the code that starts it knows the file. */
const WORKERS: readonly Worker[] = [
  {
    name: 'mail-worker',
    entry: 'src/daemon/channels/mail/incoming/mail-worker.ts',
    variable: 'ROOSTER_MAIL_WORKER',
  },
  {
    name: 'calendar-worker',
    entry: 'src/daemon/bootstrap/calendar/calendar-worker.ts',
    variable: 'ROOSTER_CALENDAR_WORKER',
  },
  {name: 'page-worker', entry: 'src/daemon/tools/web/page-worker.ts', variable: 'ROOSTER_PAGE_WORKER'},
  {name: 'body-worker', entry: 'src/daemon/doors/http/body-worker.ts', variable: 'ROOSTER_BODY_WORKER'},
];
const BUILT_FROM = here('dist/.built-from');
const IF_CHANGED = process.argv.includes('--if-changed');
const IS_PACKAGE = process.argv.includes('--package');
const LONGEST_KEPT_MS = IS_PACKAGE ? 0 : 7 * 24 * 60 * 60 * 1_000;

await main();
