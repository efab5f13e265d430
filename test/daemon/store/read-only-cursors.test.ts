import {existsSync} from 'node:fs';
import {expect, test} from 'vitest';
import {readOnlyCursors} from '../../../src/daemon/store/read-only-cursors.ts';
import {openTestStore, tempFolder} from './store-fixture.ts';

test('cursors are read while a daemon runs and without one; nothing is written', () => {
  using folder = tempFolder();
  const path = folder.in('rooster.db');
  const cursors = readOnlyCursors(path);
  expect(cursors.get('a')).toBeUndefined();
  expect(existsSync(path)).toBe(false);
  const store = openTestStore({path});
  store.transact(() => store.cursors.set('a', 'b'));
  cursors.set('a', 'c');
  cursors.remove('a');
  expect(cursors.get('a')).toBe('b');
  store[Symbol.dispose]();
  expect(cursors.get('a')).toBe('b');
  expect(cursors.get('other')).toBeUndefined();
});
