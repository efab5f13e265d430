// The inputs of a build: they differ after each change that a build must follow, and only then.
import {mkdirSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {buildInputs} from '../../scripts/build-inputs.ts';
import {tempDir} from '../support/temp-dir.ts';

const project = () => {
  const root = tempDir();
  for (const folder of ['src/daemon', 'docs']) mkdirSync(join(root.path, folder), {recursive: true});
  const write = (path: string, text: string): void => writeFileSync(join(root.path, path), text);
  write('src/daemon/main.ts', 'one');
  write('package.json', '{}');
  return {root, write};
};

test('without a change they are the same', () => {
  const {root, write} = project();
  using _ = root;
  const before = buildInputs(root.path);
  write('docs/page.md', 'a page');
  expect(buildInputs(root.path)).toBe(before);
});

test.each([
  ['a changed source', 'src/daemon/main.ts', 'other'],
  ['a new source', 'src/daemon/new.ts', 'new'],
  ['a change of the build', 'build.ts', 'build'],
  ['another package', 'package-lock.json', '{}'],
])('%s makes them differ', (_, path, text) => {
  const {root, write} = project();
  using _root = root;
  const before = buildInputs(root.path);
  write(path, text);
  expect(buildInputs(root.path)).not.toBe(before);
});

test('a removed source, and one of the same size and a new time, make them differ', () => {
  const {root} = project();
  using _ = root;
  const source = join(root.path, 'src/daemon/main.ts');
  const before = buildInputs(root.path);
  utimesSync(source, 1, 1);
  const touched = buildInputs(root.path);
  expect(touched).not.toBe(before);
  rmSync(source);
  expect(buildInputs(root.path)).not.toBe(touched);
});
