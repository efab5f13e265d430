// Bundles the two programs, the command with its terminal UI and the daemon, into dist/. What is imported dynamically (model SDKs,
// the terminal UI, a verb) is a file of its own, loaded when first needed. The programs never run in one process, so each is
// built alone: code that both use is in the files of both.
import {readdirSync, rmSync, statSync} from 'node:fs';
import {chmod} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {type BuildOptions, build} from 'esbuild';
import manifest from './package.json' with {type: 'json'};

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
  // For CommonJS packages. The real `require` is made when one of them asks, since every file has its own.
  banner: {js: "const require=id=>process.getBuiltinModule('node:module').createRequire(import.meta.url)(id);"},
};

const built = await Promise.all([
  build({
    ...shared,
    entryPoints: {daemon: 'src/daemon/main.ts'},
    chunkNames: 'daemon/[name]-[hash]',
    // Its main file finds its parts with a require that cannot be bundled; these are the same parts as modules.
    alias: {'jsonc-parser': 'jsonc-parser/lib/esm/main.js'},
  }),
  build({
    ...shared,
    entryPoints: {rooster: 'src/tui/main.ts'},
    chunkNames: 'rooster/[name]-[hash]',
    // Ink only wants its devtools in development; the import must resolve all the same.
    alias: {'react-devtools-core': here('scripts/no-devtools.ts')},
  }),
]);
await chmod(here('dist/rooster.js'), 0o755);

const LONGEST_KEPT_MS = 7 * 24 * 60 * 60 * 1_000;
const fileAt = (path: string): {readonly mtimeMs: number; readonly isFile: boolean} => {
  const stats = statSync(path);
  return {mtimeMs: stats.mtimeMs, isFile: stats.isFile()};
};

// A daemon that runs loads files of the build it was started from, so those go only when they are old.
const isOfThisBuild = new Set(built.flatMap(({metafile}) => Object.keys(metafile?.outputs ?? {})));
for (const path of readdirSync(here('dist'), {recursive: true, encoding: 'utf8'}).map(name => join('dist', name))) {
  const {mtimeMs, isFile} = fileAt(here(path));
  if (isFile && !isOfThisBuild.has(path) && Date.now() - mtimeMs > LONGEST_KEPT_MS) rmSync(here(path));
}
