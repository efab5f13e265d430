// Bundles the three programs (command, daemon, terminal UI) into dist/. One bundle graph: what two of them share is one
// chunk, and what is imported dynamically (model SDKs, the terminal UI) is loaded when first needed.
import {rmSync} from 'node:fs';
import {chmod} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import manifest from './package.json' with {type: 'json'};

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

rmSync(here('dist'), {recursive: true, force: true});
await build({
  absWorkingDir: here('.'),
  entryPoints: {rooster: 'src/tui/main.ts', daemon: 'src/daemon/main.ts'},
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
  chunkNames: 'chunks/[name]-[hash]',
  // Ink only wants its devtools in development; the import must resolve all the same.
  alias: {'react-devtools-core': here('scripts/no-devtools.ts')},
  define: {
    'process.env.NODE_ENV': '"production"',
    'process.env.DEV': '"false"',
    'process.env.ROOSTER_VERSION': JSON.stringify(manifest.version),
  },
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
});
await chmod(here('dist/rooster.js'), 0o755);
