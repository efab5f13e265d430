import {spawnSync} from 'node:child_process';
import {chmodSync, mkdirSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {makeFolder} from '../../src/ipc/socket/make-folder.ts';
import {tempDir} from '../support/temp-dir.ts';

test('a folder is created with its parents, for its owner only; an existing one stays as it is', () => {
  using home = tempDir();
  makeFolder(join(home.path, 'a/b'));
  expect(statSync(join(home.path, 'a')).mode & 0o777).toBe(0o700);
  expect(statSync(join(home.path, 'a/b')).mode & 0o777).toBe(0o700);
  mkdirSync(join(home.path, 'open'));
  // Whatever the umask is.
  chmodSync(join(home.path, 'open'), 0o755);
  makeFolder(join(home.path, 'open'));
  expect(statSync(join(home.path, 'open')).mode & 0o777).toBe(0o755);
});

test('creating a folder throws where that is impossible', () => {
  using home = tempDir();
  writeFileSync(join(home.path, 'file'), '');
  expect(() => makeFolder(join(home.path, 'file/inside'))).toThrow();
});

test.skipIf(process.platform !== 'linux')(
  'a home where no folder can be created ends with one sentence, immediately',
  () => {
    const main = fileURLToPath(new URL('../../src/daemon/main.ts', import.meta.url));
    for (const home of ['/proc/rooster/home', '/dev/null/home']) {
      const {status, stderr, signal} = spawnSync(process.execPath, [main, 'run'], {
        env: {PATH: process.env['PATH'] ?? '', HOME: '/tmp', ROOSTER_HOME: home},
        timeout: 120_000,
        encoding: 'utf8',
      });
      expect({home, status, signal}).toEqual({home, status: 1, signal: null});
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stderr).toContain(home);
    }
  },
);
