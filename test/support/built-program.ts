// A program of the tests as one file of JavaScript: Node takes longer to load it from its sources than most of these programs run.
import {mkdirSync, mkdtempSync, renameSync, rmSync} from 'node:fs';
import {basename, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {bundle} from '../../scripts/bundle.ts';

/** Resolves with its path. Named after its content, so whoever needs the same program shares the file, and none is outdated. */
export const builtProgram = (source: URL): Promise<string> => {
  const program = built.get(source.href) ?? build(source);
  built.set(source.href, program);
  return program;
};

const build = async (source: URL): Promise<string> => {
  mkdirSync(FOLDER, {recursive: true});
  const folder = mkdtempSync(join(FOLDER, 'new-'));
  try {
    const [{fileName}] = await bundle(
      {name: basename(source.pathname, '.ts'), entry: fileURLToPath(source)},
      {dir: folder, entryFileNames: '[name]-[hash].mjs', codeSplitting: false},
    );
    const path = join(FOLDER, fileName);
    // At once: another test may run the same program just now.
    renameSync(join(folder, fileName), path);
    return path;
  } finally {
    rmSync(folder, {recursive: true});
  }
};

const built = new Map<string, Promise<string>>();
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/rooster-tests', import.meta.url));
