// The daemon with a channel of its own (crash-channel-daemon.ts), bundled from the current sources: a matrix starts it hundreds of times,
// and a bundle starts in less than half the time.
import {fileURLToPath} from 'node:url';
import {bundle} from '../../scripts/bundle.ts';
import {type Edit, replaceIn} from './packages.ts';
import {tempDir} from './temp-dir.ts';

export type CrashChannel = Disposable & {
  /** The daemon's entry. */
  readonly entry: string;
  /** Node's compile cache for it. */
  readonly compiled: string;
};

export const buildCrashChannel = async (edits: readonly Edit[]): Promise<CrashChannel> => {
  const folder = tempDir();
  const files = await bundle(
    {
      name: 'crash-channel-daemon',
      entry: fileURLToPath(new URL('crash-channel-daemon.ts', import.meta.url)),
      env: {ROOSTER_VERSION: 'crash', ROOSTER_MAIL_WORKER: MAIL_WORKER},
    },
    {dir: folder.path, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs'},
  );
  const paths = files.map(({fileName}) => `${folder.path}/${fileName}`);
  for (const edit of edits) replaceIn(paths, edit);
  return {
    entry: `${folder.path}/crash-channel-daemon.mjs`,
    compiled: `${folder.path}/.compiled`,
    [Symbol.dispose]: folder[Symbol.dispose],
  };
};

const MAIL_WORKER = new URL('../../src/daemon/channels/mail/incoming/mail-worker.ts', import.meta.url).href;
