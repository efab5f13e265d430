// Bundles the two programs, the command with its terminal UI and the daemon, into dist/. What is imported dynamically (model SDKs,
// the terminal UI, a verb) is a file of its own, loaded when first needed. The programs never run in one process, so each is
// built alone: code that both use is in the files of both.
// The files contain the code of all packages, so an installed Rooster needs none of them.
import {chmodSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {isBuiltin} from 'node:module';
import {basename, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {type OutputOptions, type RolldownOutput, rolldown} from 'rolldown';
import manifest from './package.json' with {type: 'json'};
import {thirdPartyNotices} from './scripts/third-party-notices.ts';

type Program = {
  readonly name: string;
  readonly entry: string;
  /** The module that the entry goes on with. It and all that it imports are one file: Node takes a millisecond for two files more. */
  readonly start: RegExp;
  /** Names of files, for the code that starts them. */
  readonly files?: Readonly<Record<string, string>>;
};

const main = async (): Promise<void> => {
  const workers = await Promise.all(WORKERS.map(bundleWorker));
  const files = Object.fromEntries(workers.map(({variable, file}) => [variable, file]));
  const built = await Promise.all([
    bundle({
      name: 'daemon',
      entry: 'src/daemon/main.ts',
      start: /\/src\/daemon\/bootstrap\/run-daemon-verb\.ts$/,
      files,
    }),
    bundle({name: 'rooster', entry: 'src/tui/main.ts', start: /\/src\/tui\/cli\/start-command\.ts$/}),
  ]);
  chmodSync(here('dist/rooster.js'), 0o755);
  const output = [...built, ...workers.map(worker => worker.output)].flat();
  removeOld(new Set(output.map(({fileName}) => fileName)));
  const modules = output.flatMap(file => (file.type === 'chunk' ? file.moduleIds : []));
  writeFileSync(here('dist/THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(modules, here('node_modules')));
};

type Output = RolldownOutput['output'];

/** Resolves with the files that it wrote. */
const bundle = async ({name, entry, start, files}: Program): Promise<Output> => {
  const output = await write(
    {name, entry, files},
    {
      chunkFileNames: `${name}/[name]-[hash].js`,
      codeSplitting: {groups: [{name: 'start', test: start}]},
    },
  );
  // A module that was moved would split its program into dozens of files without a word.
  if (!output.some(chunk => chunk.type === 'chunk' && chunk.name === 'start')) {
    throw new Error(`No module of ${name} matches ${start.source}: name the one that its entry goes on with.`);
  }
  return output;
};

type Worker = {readonly name: string; readonly entry: string; readonly variable: string};

/** The program of a worker thread, beside the files of the daemon. Its name has a hash: a daemon that runs starts the one of its own build. */
const bundleWorker = async ({name, entry, variable}: Worker) => {
  const fileNames = 'daemon/[name]-[hash].js';
  const output = await write({name, entry}, {entryFileNames: fileNames, chunkFileNames: fileNames});
  return {variable, file: `./${basename(output[0].fileName)}`, output};
};

const write = async (
  {name, entry, files = {}}: Pick<Program, 'name' | 'entry'> & {readonly files?: Program['files']},
  options: OutputOptions,
): Promise<Output> => {
  await using bundled = await rolldown({
    cwd: here('.'),
    input: {[name]: entry},
    platform: 'node',
    resolve: {
      alias: {
        // Its main file finds its parts with a require that cannot be bundled; these are the same parts as modules.
        'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
        // The logger of imapflow, which is switched off. Its build for browsers does without the packages that write files.
        pino: 'pino/browser.js',
        // Ink only wants its devtools in development; the import must resolve all the same.
        'react-devtools-core': here('scripts/no-devtools.ts'),
      },
    },
    transform: {
      target: 'node24',
      define: {
        'process.env.NODE_ENV': '"production"',
        'process.env.DEV': '"false"',
        'process.env.ROOSTER_VERSION': JSON.stringify(manifest.version),
        ...Object.fromEntries(Object.entries(files).map(([key, file]) => [`process.env.${key}`, JSON.stringify(file)])),
      },
    },
  });
  const {output} = await bundled.write({
    ...options,
    dir: here('dist'),
    format: 'esm',
    // Node keeps a text with one wide character, such as …, in two bytes for each, and takes longer to load it.
    charset: 'ascii',
    // Names are kept: they stand in the traces of errors.
    minify: {compress: true, mangle: false, codegen: {removeWhitespace: true}},
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  const own = new Set(output.map(({fileName}) => fileName));
  const missing = output
    .flatMap(file => (file.type === 'chunk' ? [...file.imports, ...file.dynamicImports] : []))
    .filter(name => !own.has(name) && !isBuiltin(name));
  if (missing.length > 0) throw new Error(`Not in the bundle of ${name}: ${missing.join(', ')}.`);
  return output;
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
const LONGEST_KEPT_MS = process.argv.includes('--package') ? 0 : 7 * 24 * 60 * 60 * 1_000;

await main();
