// Bundles the two programs, the command with its terminal UI and the daemon, into dist/. What is imported dynamically (model SDKs,
// the terminal UI, a verb) is a file of its own, loaded when first needed. The programs never run in one process, so each is
// built alone: code that both use is in the files of both.
import {chmodSync, readdirSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {rolldown} from 'rolldown';
import manifest from './package.json' with {type: 'json'};
import {compileStartEagerly} from './scripts/eager-start.ts';

type Program = {
  readonly name: string;
  readonly entry: string;
  /** The module that the entry goes on with. It and all that it imports are one file: Node takes a millisecond for two files more. */
  readonly start: RegExp;
};

const main = async (): Promise<void> => {
  const built = await Promise.all([
    bundle({name: 'daemon', entry: 'src/daemon/main.ts', start: /\/src\/daemon\/bootstrap\/run-daemon-verb\.ts$/}),
    bundle({name: 'rooster', entry: 'src/tui/main.ts', start: /\/src\/tui\/cli\/start-command\.ts$/}),
  ]);
  chmodSync(here('dist/rooster.js'), 0o755);
  await compileStartEagerly(here('dist'));
  removeOld(new Set(built.flat()));
};

/** Resolves with the files that it wrote, by their paths in dist/. */
const bundle = async ({name, entry, start}: Program): Promise<readonly string[]> => {
  await using bundled = await rolldown({
    cwd: here('.'),
    input: {[name]: entry},
    platform: 'node',
    resolve: {
      alias: {
        // Its main file finds its parts with a require that cannot be bundled; these are the same parts as modules.
        'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
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
      },
    },
  });
  const {output} = await bundled.write({
    dir: here('dist'),
    format: 'esm',
    // Node keeps a text with one wide character, such as …, in two bytes for each, and takes longer to load it.
    charset: 'ascii',
    chunkFileNames: `${name}/[name]-[hash].js`,
    codeSplitting: {groups: [{name: 'start', test: start}]},
    // Names are kept: they stand in the traces of errors.
    minify: {compress: true, mangle: false, codegen: {removeWhitespace: true}},
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  // A module that was moved would split its program into dozens of files without a word.
  if (!output.some(chunk => chunk.type === 'chunk' && chunk.name === 'start')) {
    throw new Error(`No module of ${name} matches ${start.source}: name the one that its entry goes on with.`);
  }
  return output.map(({fileName}) => fileName);
};

/** A daemon that runs loads files of the build it was started from, so those go only when they are old. */
const removeOld = (isOfThisBuild: ReadonlySet<string>): void => {
  for (const path of readdirSync(here('dist'), {recursive: true, encoding: 'utf8'})) {
    const stats = statSync(here(join('dist', path)));
    const isOld = Date.now() - stats.mtimeMs > LONGEST_KEPT_MS;
    if (stats.isFile() && isOld && !isOfThisBuild.has(path)) rmSync(here(join('dist', path)));
  }
};

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const LONGEST_KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

await main();
