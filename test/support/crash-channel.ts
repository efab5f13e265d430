// The daemon with a channel of its own (crash-channel-daemon.ts), bundled from the current sources: a matrix starts it hundreds of times,
// and a bundle starts in less than half the time.
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {tempDir} from './temp-dir.ts';

export type CrashChannel = Disposable & {
  /** The daemon's entry. */
  readonly entry: string;
  /** Node's compile cache for it. */
  readonly compiled: string;
};

export const buildCrashChannel = async (): Promise<CrashChannel> => {
  const folder = tempDir();
  await build({
    entryPoints: [fileURLToPath(new URL('crash-channel-daemon.ts', import.meta.url))],
    outdir: folder.path,
    outExtension: {'.js': '.mjs'},
    bundle: true,
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
      'process.env.ROOSTER_MAIL_WORKER': JSON.stringify(MAIL_WORKER),
    },
    banner: {js: "const require=id=>process.getBuiltinModule('node:module').createRequire(import.meta.url)(id);"},
  });
  return {
    entry: `${folder.path}/crash-channel-daemon.mjs`,
    compiled: `${folder.path}/.compiled`,
    [Symbol.dispose]: folder[Symbol.dispose],
  };
};

const MAIL_WORKER = new URL('../../src/daemon/channels/mail/incoming/mail-worker.ts', import.meta.url).href;
