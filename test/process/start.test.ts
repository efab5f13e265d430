// `npm start` builds only after a change, and says so.
// @module-tag deep
import {spawnSync} from 'node:child_process';
import {appendFileSync, cpSync, readdirSync, readFileSync, statSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {ROOT} from '../support/rooster-home.ts';
import {tempDir} from '../support/temp-dir.ts';

test('it builds once, then not again until a source changes or a build broke off', () => {
  using copy = tempDir();
  for (const path of ['src', 'scripts', 'build.ts', 'package.json', 'package-lock.json', 'LICENSE'])
    cpSync(join(ROOT, path), join(copy.path, path), {recursive: true});
  symlinkSync(join(ROOT, 'node_modules'), join(copy.path, 'node_modules'));
  const build = (...more: readonly string[]): string => {
    const ran = spawnSync(process.execPath, ['build.ts', ...more], {cwd: copy.path, encoding: 'utf8'});
    expect(ran.stderr).toBe('');
    expect(ran.status).toBe(0);
    return ran.stdout;
  };
  const builtAt = (): readonly number[] =>
    readdirSync(join(copy.path, 'dist')).map(name => statSync(join(copy.path, 'dist', name)).mtimeMs);
  expect(build('--if-changed')).toBe('Building…\n');
  const first = builtAt();
  expect(build('--if-changed')).toBe('');
  expect(builtAt()).toEqual(first);
  appendFileSync(join(copy.path, 'src/tui/main.ts'), '\n');
  expect(build('--if-changed')).toBe('Building…\n');
  expect(build('--if-changed')).toBe('');
  // npm run build always builds, and counts.
  appendFileSync(join(copy.path, 'src/tui/main.ts'), '\n');
  expect(build()).toBe('');
  expect(build('--if-changed')).toBe('');
  build('--package');
  expect(readdirSync(join(copy.path, 'dist'))).not.toContain('.built-from');
  const {scripts} = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {scripts: {start: string}};
  expect(scripts.start).toBe('node build.ts --if-changed && node dist/rooster.js');
});
