import {chmodSync, mkdirSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {homeFault, refuseForeignHome} from '../../../src/daemon/system/home-folders.ts';
import {placesOf} from '../../../src/shared/records/places.ts';
import {tempDir} from '../../support/temp-dir.ts';

const placesIn = (home: string) => placesOf({ROOSTER_HOME: home}, home);

test('a home that every user can write to is refused, with the command that fixes it', () => {
  using dir = tempDir();
  chmodSync(dir.path, 0o777);
  expect(() => refuseForeignHome(placesIn(dir.path))).toThrow(
    `${dir.path} is writable by every user, so Rooster does not start in it. Run "chmod go-w`,
  );
});

test('a home of another user is refused, whoever may write to it', () => {
  expect(homeFault({uid: 1000, mode: 0o700}, 65534)?.what).toBe('belongs to another user (uid 1000)');
  expect(homeFault({uid: 0, mode: 0o755}, 1000)?.what).toBe('belongs to another user (uid 0)');
  expect(homeFault({uid: 1000, mode: 0o755}, 1000)).toBeUndefined();
});

test('a home that only its group can write to becomes private, and a missing one is fine', () => {
  using dir = tempDir();
  const home = join(dir.path, 'home');
  refuseForeignHome(placesIn(home));
  mkdirSync(home);
  chmodSync(home, 0o775);
  refuseForeignHome(placesIn(home));
  expect((statSync(home).mode & 0o777).toString(8)).toBe('755');
});
