import {tmpdir} from 'node:os';
import {expect, test} from 'vitest';
import {fullDisks} from '../../../src/daemon/store/health.ts';

const KIB = 1024;

test('each full disk is named once, by the first folder on it', () => {
  const rooms: Readonly<Record<string, {readonly disk: number; readonly bytes: number}>> = {
    '/home': {disk: 1, bytes: 12 * KIB},
    '/home/workspace': {disk: 1, bytes: 12 * KIB},
    '/var/log': {disk: 2, bytes: 0},
    '/etc': {disk: 3, bytes: 5_000 * KIB},
  };
  const folders = ['/home', '/home/workspace', '/var/log', '/etc', '/gone'];
  expect(fullDisks(folders, folder => rooms[folder])).toEqual(['/home', '/var/log']);
});

test("the system's own answer counts, and a folder that doesn't exist or has no disk proves nothing", () => {
  expect(fullDisks([tmpdir(), '/proc', `${tmpdir()}/does/not/exist`])).toEqual([]);
});
