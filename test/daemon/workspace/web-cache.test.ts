import {readdirSync, readFileSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createFolder} from '../../../src/daemon/workspace/folder.ts';
import {createWebCache} from '../../../src/daemon/workspace/web-cache.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {tempDir} from '../../support/temp-dir.ts';

const open = () => {
  const dir = tempDir();
  const log = memoryLog();
  const cache = createWebCache({files: createFolder(dir.path), clock: fakeClock(), log});
  return {root: dir.path, log, cache, [Symbol.dispose]: () => dir[Symbol.dispose]()};
};

test('a page is kept with its address and instant on top, readable whatever the address contains', async () => {
  using house = open();
  const url = 'https://example.org/a: b#c"d\\e?x=1';
  const path = await house.cache.save({url, title: 'A "title": yes', text: 'Body.\n---\nmore'});
  expect(path).toMatch(/^\.web-cache\/example-org-a-b-c-d-e-x-1-[0-9a-f]{8}\.md$/u);
  const [start, ...rest] = readFileSync(join(house.root, path ?? ''), 'utf8').split('\n---\n');
  const fields = Object.fromEntries(
    (start ?? '')
      .split('\n')
      .slice(1)
      .map(line => line.split(/: (.*)/su)),
  );
  expect(JSON.parse(fields['source_url'])).toBe(url);
  expect(JSON.parse(fields['title'])).toBe('A "title": yes');
  expect(fields['fetched_at']).toBe('2026-11-21T11:00:00.000Z');
  expect(rest.join('\n---\n')).toBe('\nBody.\n---\nmore\n');
});

test('the same address is one file, two addresses are two', async () => {
  using house = open();
  const one = await house.cache.save({url: 'https://example.org/a', text: 'old'});
  expect(await house.cache.save({url: 'https://example.org/a', text: 'new'})).toBe(one);
  const other = await house.cache.save({url: 'https://example.org/a?', text: 'other'});
  expect(other).not.toBe(one);
  expect(readdirSync(join(house.root, '.web-cache'))).toHaveLength(2);
});

test('an address without a letter has a name, too, and a long one a short name', async () => {
  using house = open();
  expect(await house.cache.save({url: 'http://例え/', text: 'x'})).toMatch(/^\.web-cache\/page-[0-9a-f]{8}\.md$/u);
  const long = await house.cache.save({url: `https://example.org/${'x'.repeat(5_000)}`, text: 'x'});
  expect(long?.length).toBeLessThan(100);
});

test('what cannot be kept is no trouble to anyone', async () => {
  using house = open();
  using elsewhere = tempDir();
  symlinkSync(elsewhere.path, join(house.root, '.web-cache'));
  expect(await house.cache.save({url: 'https://example.org/', text: 'x'})).toBeUndefined();
  expect(readdirSync(elsewhere.path)).toEqual([]);
  expect(house.log.lines.map(line => line.level)).toEqual(['debug']);
});

test('only the newest five hundred pages are kept', async () => {
  using house = open();
  for (let index = 0; index < 503; index += 1) await house.cache.save({url: `https://example.org/${index}`, text: 'x'});
  const names = readdirSync(join(house.root, '.web-cache'));
  expect(names).toHaveLength(500);
  expect(names.some(name => name.startsWith('example-org-502-'))).toBe(true);
  expect(names.some(name => name.startsWith('example-org-0-'))).toBe(false);
});
