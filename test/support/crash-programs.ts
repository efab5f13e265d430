// The daemon as one file (and once with its own channel), bundled from the current sources. A matrix starts it hundreds of times, and a
// bundle starts in less than half the time.
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {tempDir} from './temp-dir.ts';

export type CrashPrograms = Disposable & {
  /** The daemon's own entry. */
  readonly daemon: string;
  /** The same daemon with a channel. */
  readonly daemonWithPost: string;
  /** To be loaded before either. */
  readonly knife: string;
  /** Node's compile cache for them. */
  readonly compiled: string;
};

export const buildCrashPrograms = async (): Promise<CrashPrograms> => {
  const folder = tempDir();
  await build({
    entryPoints: {
      daemon: here('../../src/daemon/main.ts'),
      post: here('crash-daemon.ts'),
      knife: here('crash-knife.ts'),
    },
    outdir: folder.path,
    outExtension: {'.js': '.mjs'},
    bundle: true,
    // All of them load it once: each has the same knife.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'error',
    // As in build.ts: its CommonJS build loads its parts in a way that no bundler follows.
    alias: {'jsonc-parser': 'jsonc-parser/lib/esm/main.js'},
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.DEV': '"false"',
      'process.env.ROOSTER_VERSION': '"crash"',
    },
    banner: {js: "const require=id=>process.getBuiltinModule('node:module').createRequire(import.meta.url)(id);"},
  });
  return {
    daemon: `${folder.path}/daemon.mjs`,
    daemonWithPost: `${folder.path}/post.mjs`,
    knife: `${folder.path}/knife.mjs`,
    compiled: `${folder.path}/.compiled`,
    [Symbol.dispose]: folder[Symbol.dispose],
  };
};

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
