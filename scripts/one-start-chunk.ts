// Keeps what a program starts with in one file. esbuild makes a chunk for each set of modules that the same entries share,
// which cuts the start into a dozen files, each found, read and compiled on its own. Here whatever is loaded later also
// names the start as its own, so that the start is shared by all alike, and is one chunk. It costs nothing when it runs: the
// start has been loaded by then.
import {readFile} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import type {Plugin} from 'esbuild';

/**
 * `start` is the module, by its absolute path, that the program starts with; the entry must import it dynamically. What is
 * `apart` is loaded instead of it.
 */
export const oneStartChunk = (start: string, apart?: string): Plugin => ({
  name: 'one-start-chunk',
  setup: build => {
    const later = new Set<string>();
    build.onResolve({filter: /^\.{1,2}\/.*\.tsx?$/}, ({path, kind, resolveDir}) => {
      const target = resolve(resolveDir, path);
      if (kind === 'dynamic-import' && target !== start && target !== apart) later.add(target);
      return undefined;
    });
    build.onLoad({filter: /\.tsx?$/}, async ({path}) => {
      if (!later.has(path)) return undefined;
      const contents = `${await readFile(path, 'utf8')}\nimport ${JSON.stringify(start)};\n`;
      return {contents, loader: path.endsWith('x') ? 'tsx' : 'ts', resolveDir: dirname(path)};
    });
  },
});
