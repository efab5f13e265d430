// Bundles the two programs, the command with its terminal UI and the daemon, into dist/. What is imported dynamically (model
// SDKs, the terminal UI, a verb) is a file of its own, loaded when first needed. They are two graphs, since they never run
// in one process: what both use is in the files of both, and neither start is cut into pieces for the sake of the other.
import {readdirSync, rmSync, statSync} from 'node:fs';
import {chmod} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {type BuildOptions, build} from 'esbuild';
import manifest from './package.json' with {type: 'json'};
import {enterAtOnce, oneStartChunk} from './scripts/one-start-chunk.ts';
import {quickBuiltins} from './scripts/quick-builtins.ts';
import {quickEmoji} from './scripts/quick-emoji.ts';
import {startFromScript} from './scripts/start-script.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const shared: BuildOptions = {
  absWorkingDir: here('.'),
  outdir: 'dist',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  minifySyntax: true,
  minifyWhitespace: true,
  keepNames: false,
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  define: {
    'process.env.NODE_ENV': '"production"',
    'process.env.DEV': '"false"',
    'process.env.ROOSTER_VERSION': JSON.stringify(manifest.version),
  },
  // For packages of the old kind. Made when one of them asks: it takes a millisecond, and each file has its own.
  banner: {js: "const require=id=>process.getBuiltinModule('node:module').createRequire(import.meta.url)(id);"},
};

const built = await Promise.all([
  build({
    ...shared,
    entryPoints: {daemon: 'src/daemon/main.ts'},
    // Its main file finds its parts with a require that cannot be bundled; these are the same parts as modules.
    alias: {'jsonc-parser': 'jsonc-parser/lib/esm/main.js'},
    chunkNames: 'daemon/[name]-[hash]',
    plugins: [quickBuiltins(), oneStartChunk(here('src/daemon/run-verb.ts'))],
  }),
  build({
    ...shared,
    entryPoints: {rooster: 'src/tui/main.ts'},
    chunkNames: 'rooster/[name]-[hash]',
    plugins: [
      quickBuiltins(),
      quickEmoji(),
      oneStartChunk(here('src/tui/cli/start-command.ts'), {
        packages: ['ink/build/devtools.js'],
        apart: {module: here('src/tui/cli/client/own-node.ts'), file: './rooster/own-node.js'},
      }),
    ],
    // Ink only wants its devtools in development; the import must resolve all the same.
    alias: {'react-devtools-core': here('scripts/no-devtools.ts')},
  }),
  build({...shared, entryPoints: {'rooster/own-node': 'src/tui/cli/client/own-node.ts'}, splitting: false}),
]);
const LONGEST_KEPT_MS = 7 * 24 * 60 * 60 * 1_000;
const fileAt = (path: string): {readonly mtimeMs: number; readonly isFile: boolean} => {
  const stats = statSync(path);
  return {mtimeMs: stats.mtimeMs, isFile: stats.isFile()};
};

await startFromScript(await enterAtOnce(here('dist/rooster.js'), {module: 'start-command', name: 'startCommand'}));
await startFromScript(await enterAtOnce(here('dist/daemon.js'), {module: 'run-verb', name: 'runVerb'}));
await chmod(here('dist/rooster.js'), 0o755);

// A daemon that runs loads files of the build it was started from, so those go only when they are old.
const isOfThisBuild = new Set(built.flatMap(({metafile}) => Object.keys(metafile?.outputs ?? {})));
for (const path of readdirSync(here('dist'), {recursive: true, encoding: 'utf8'}).map(name => join('dist', name))) {
  const {mtimeMs, isFile} = fileAt(here(path));
  if (isFile && !isOfThisBuild.has(path) && Date.now() - mtimeMs > LONGEST_KEPT_MS) rmSync(here(path));
}
