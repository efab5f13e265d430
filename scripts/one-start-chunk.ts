// Keeps what a program starts with in one file. esbuild makes a chunk for each set of modules that the same entries share,
// which cuts the start into a dozen files, each found, read and compiled on its own. Here whatever is loaded later also
// names the start as its own, so that the start is shared by all alike, and is one chunk. It costs nothing when it runs: the
// start has been loaded by then.
import {readFile, writeFile} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import type {Plugin} from 'esbuild';
import type {Start} from './start-script.ts';

export type StartChunkOptions = {
  /** Modules that packages load later, by the ends of their paths: what ours load later is found by their imports. */
  readonly packages?: readonly string[];
  /** A module that is loaded instead of the start: it is left out, to be built on its own as the file of that name. */
  readonly apart?: {readonly module: string; readonly file: string};
};

/** `start` is the module, by its absolute path, that the program starts with; the entry must import it dynamically. */
export const oneStartChunk = (start: string, {packages = [], apart}: StartChunkOptions = {}): Plugin => ({
  name: 'one-start-chunk',
  setup: build => {
    const later = new Set<string>();
    const nameStart = async (path: string) => ({
      contents: `${await readFile(path, 'utf8')}\nimport ${JSON.stringify(start)};\n`,
      resolveDir: dirname(path),
    });
    build.onResolve({filter: /^\.{1,2}\/.*\.tsx?$/}, ({path, kind, resolveDir}) => {
      const target = resolve(resolveDir, path);
      if (target === apart?.module) return {path: apart.file, external: true};
      if (kind === 'dynamic-import' && target !== start) later.add(target);
      return undefined;
    });
    // A package may be of the old kind, which cannot name the start: a module that hands it on does.
    build.onResolve({filter: /^[^./]/}, ({path, kind, importer, resolveDir}) =>
      kind === 'dynamic-import' && !path.startsWith('node:') && !importer.includes('/node_modules/')
        ? {path, namespace: HANDED_ON, pluginData: {resolveDir}}
        : undefined,
    );
    build.onLoad({filter: /^/, namespace: HANDED_ON}, ({path, pluginData}) => {
      const name = JSON.stringify(path);
      const lines = [`import ${JSON.stringify(start)};`, `export * from ${name};`, `import * as all from ${name};`];
      return {
        contents: [...lines, `export default Reflect.get(all, 'default');`].join('\n'),
        resolveDir: pluginData.resolveDir,
      };
    });
    build.onLoad({filter: /\.tsx?$/}, async ({path}) => {
      if (!later.has(path)) return undefined;
      return {...(await nameStart(path)), loader: path.endsWith('x') ? 'tsx' : 'ts'};
    });
    build.onLoad({filter: /\/node_modules\/.*\.js$/}, async ({path}) =>
      packages.some(end => path.endsWith(`/node_modules/${end}`))
        ? {...(await nameStart(path)), loader: 'js'}
        : undefined,
    );
  },
});

const HANDED_ON = 'handed-on';

/**
 * Has the entry import the start's chunk itself, instead of the file that esbuild makes to hand it on: one file fewer. `name` is
 * the module, and what it exports. Resolves with both.
 */
export const enterAtOnce = async (entry: string, {module, name}: {module: string; name: string}): Promise<Start> => {
  const text = await readFile(entry, 'utf8');
  const [, handing] = new RegExp(`await import\\("(\\./[^"]*/${module}-[^"]*)"\\)`).exec(text) ?? [];
  if (handing === undefined) throw new Error(`${entry} imports no ${module} any more.`);
  const handed = await readFile(resolve(dirname(entry), handing), 'utf8');
  const [, chunk] = new RegExp(`import\\{${name}\\}from"\\.(/chunk-[^"]*)"`).exec(handed) ?? [];
  if (chunk === undefined) throw new Error(`${handing} hands on no ${name} any more.`);
  // The line numbers of the source map stay right: only a name within one line changes.
  const path = `${dirname(handing)}${chunk}`;
  await writeFile(entry, text.replace(handing, path));
  return {entry, chunk: resolve(dirname(entry), path)};
};
