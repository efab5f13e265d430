// The inputs of a build, as one text: it differs when a source, a package or the build itself has changed.
import {createHash} from 'node:crypto';
import {readdirSync, statSync} from 'node:fs';
import {join} from 'node:path';

/** By the size and the time of each file, as make does it. A missing file is one that has changed. */
export const buildInputs = (root: string): string => {
  const hash = createHash('sha256');
  for (const path of [...FILES, ...FOLDERS.flatMap(folder => filesIn(root, folder))]) {
    const stats = statSync(join(root, path), {throwIfNoEntry: false});
    hash.update(`${path} ${stats?.size} ${stats?.mtimeMs}\n`);
  }
  return hash.digest('hex');
};

const filesIn = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder), {recursive: true, encoding: 'utf8'})
    .toSorted()
    .map(path => join(folder, path));

const FOLDERS = ['src'];
/** npm writes the last one with each installation. */
const FILES = [
  'build.ts',
  'scripts/build-inputs.ts',
  'scripts/bundle.ts',
  'scripts/man-page.ts',
  'scripts/left-out.ts',
  'scripts/third-party-notices.ts',
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
];
