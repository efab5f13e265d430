// A program of the tests as one file of JavaScript: Node takes longer to load it from its sources than most of these programs run.
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, renameSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {buildSync} from 'esbuild';

/** Returns its path. Named after its content, so whoever needs the same program shares the file, and none is outdated. */
export const builtProgram = (source: URL): string => {
  const known = built.get(source.href);
  if (known !== undefined) return known;
  const {outputFiles} = buildSync({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  const digest = createHash('sha256').update(code).digest('hex').slice(0, 16);
  const path = join(FOLDER, `${basename(source.pathname, '.ts')}-${digest}.mjs`);
  if (!existsSync(path)) {
    mkdirSync(FOLDER, {recursive: true});
    writeFileSync(`${path}.${process.pid}`, code);
    renameSync(`${path}.${process.pid}`, path);
  }
  built.set(source.href, path);
  return path;
};

const built = new Map<string, string>();
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/rooster-tests', import.meta.url));
