import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {thirdPartyNotices} from '../../scripts/third-party-notices.ts';
import {tempDir} from '../support/temp-dir.ts';

const addPackage = (folder: string, name: string, licence?: string): void => {
  mkdirSync(folder, {recursive: true});
  writeFileSync(join(folder, 'package.json'), JSON.stringify({name, version: '1.2.3'}));
  if (licence !== undefined) writeFileSync(join(folder, 'LICENSE'), licence);
};

test('the notices have the licence of each bundled package once, inner ones too', () => {
  using folder = tempDir();
  const packages = join(folder.path, 'node_modules');
  addPackage(join(packages, 'typescript'), 'typescript', 'Apache');
  addPackage(join(packages, '@alice/tea'), '@alice/tea', '(c) Alice');
  addPackage(join(packages, '@alice/tea/node_modules/cup'), 'cup', '(c) Bob');
  addPackage(join(packages, 'unused'), 'unused', '(c) Carol');
  const modules = ['tea/index.js', 'tea/lib/pot.js', 'tea/node_modules/cup/cup.js'].map(path =>
    join(packages, '@alice', path),
  );
  const text = thirdPartyNotices(['\0rolldown/runtime.js', join(folder.path, 'src/main.ts'), ...modules], packages);
  expect(text.split(/\n={80}\n\n/u)).toEqual([
    'Rooster contains code of these packages, under these licences.\n',
    '@alice/tea 1.2.3\n\n(c) Alice\n',
    'cup 1.2.3\n\n(c) Bob\n',
    'Apache License 2.0\n\nApache\n',
  ]);
});

test('a package without a licence stops the build', () => {
  using folder = tempDir();
  const packages = join(folder.path, 'node_modules');
  addPackage(join(packages, 'typescript'), 'typescript', 'Apache');
  addPackage(join(packages, 'tea'), 'tea');
  expect(() => thirdPartyNotices([join(packages, 'tea/index.js')], packages)).toThrow('tea has no licence file');
});
