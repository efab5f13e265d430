import {mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import type {CachedPage} from '../../../src/daemon/ports/workspace.ts';
import {createFolder} from '../../../src/daemon/workspace/folder.ts';
import {createWebCache} from '../../../src/daemon/workspace/web-cache.ts';
import {reflectionSession} from '../../../src/shared/records/session-key.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {tempDir} from '../../support/temp-dir.ts';

const open = () => {
  const dir = tempDir();
  const log = memoryLog();
  const cache = createWebCache({files: createFolder(dir.path), clock: fakeClock(), log});
  return {root: dir.path, log, cache, [Symbol.dispose]: () => dir[Symbol.dispose]()};
};

test('a page is stored with its address and instant in front, readable for any address', async () => {
  using fixture = open();
  const url = 'https://example.org/a: b#c"d\\e?x=1';
  const path = await fixture.cache.save({url, title: 'A "title": yes', text: 'Body.\n---\nmore'}, 'rooster:main');
  expect(path).toMatch(/^\.web-cache\/example-org-a-b-c-d-e-x-1-[0-9a-f]{8}\.md$/u);
  const [start, ...rest] = readFileSync(join(fixture.root, path ?? ''), 'utf8').split('\n---\n');
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
  using fixture = open();
  const one = await fixture.cache.save({url: 'https://example.org/a', text: 'old'}, 'rooster:main');
  expect(await fixture.cache.save({url: 'https://example.org/a', text: 'new'}, 'rooster:main')).toBe(one);
  const other = await fixture.cache.save({url: 'https://example.org/a?', text: 'other'}, 'rooster:main');
  expect(other).not.toBe(one);
  expect(readdirSync(join(fixture.root, '.web-cache'))).toHaveLength(2);
});

test('an address without letters gets a name, and a long one a short name', async () => {
  using fixture = open();
  expect(await fixture.cache.save({url: 'http://例え/', text: 'x'}, 'rooster:main')).toMatch(
    /^\.web-cache\/page-[0-9a-f]{8}\.md$/u,
  );
  const long = await fixture.cache.save({url: `https://example.org/${'x'.repeat(5_000)}`, text: 'x'}, 'rooster:main');
  expect(long?.length).toBeLessThan(100);
});

test("a page that can't be stored causes no error", async () => {
  using fixture = open();
  using elsewhere = tempDir();
  symlinkSync(elsewhere.path, join(fixture.root, '.web-cache'));
  expect(await fixture.cache.save({url: 'https://example.org/', text: 'x'}, 'rooster:main')).toBeUndefined();
  expect(readdirSync(elsewhere.path)).toEqual([]);
  expect(fixture.log.lines.map(line => line.level)).toEqual(['debug']);
});

test('only the newest five hundred pages are kept', {tags: ['deep']}, async () => {
  using fixture = open();
  for (let index = 0; index < 503; index += 1)
    await fixture.cache.save({url: `https://example.org/${index}`, text: 'x'}, 'rooster:main');
  const names = readdirSync(join(fixture.root, '.web-cache'));
  expect(names).toHaveLength(500);
  expect(names.some(name => name.startsWith('example-org-502-'))).toBe(true);
  expect(names.some(name => name.startsWith('example-org-0-'))).toBe(false);
});

const ALICE = 'rooster:dm:signal:alice-uuid';
const BOB = 'rooster:dm:signal:bob-uuid';
const urls = (pages: readonly CachedPage[]) => pages.map(({url}) => url);

test('a YAML parser reads the front matter, even with : or # in the address, and the instant is a date', async () => {
  using fixture = open();
  const url = 'https://example.org/a: b#c"d\\e?x=1';
  const path = await fixture.cache.save(
    {url, finalUrl: `${url}#end`, title: '- no: "list" # here', text: 'Body.'},
    ALICE,
  );
  const top = readFileSync(join(fixture.root, path ?? ''), 'utf8').split('---\n')[1] ?? '';
  const fields = parse(top);
  expect(fields).toMatchObject({source_url: url, final_url: `${url}#end`, title: '- no: "list" # here'});
  expect(new Date(fields.fetched_at).toISOString()).toBe('2026-11-21T11:00:00.000Z');
});

test('a page belongs to its conversation, even when a reflection fetched it; its mark names nobody', async () => {
  using fixture = open();
  const path = await fixture.cache.save({url: 'https://example.org/a', text: 'x'}, ALICE);
  await fixture.cache.save({url: 'https://example.org/b', text: 'x'}, reflectionSession(ALICE));
  await fixture.cache.save({url: 'https://example.org/c', text: 'x'}, BOB);
  expect(urls(await fixture.cache.pages(ALICE))).toEqual(['https://example.org/a', 'https://example.org/b']);
  expect(urls(await fixture.cache.pages(reflectionSession(BOB)))).toEqual(['https://example.org/c']);
  expect(readFileSync(join(fixture.root, path ?? ''), 'utf8')).not.toContain('alice');
});

test('pages of conversations without reflections go to the reflection that takes the rest', async () => {
  using fixture = open();
  await fixture.cache.save({url: 'https://example.org/job', text: 'x'}, 'rooster:cron:morning');
  await fixture.cache.save({url: 'https://example.org/bob', text: 'x'}, BOB);
  writeFileSync(join(fixture.root, '.web-cache/by-hand.md'), '---\nsource_url: https://example.org/hand\n---\nbody');
  writeFileSync(join(fixture.root, '.web-cache/plain.md'), 'no front matter');
  mkdirSync(join(fixture.root, '.web-cache/folder.md'));
  symlinkSync('plain.md', join(fixture.root, '.web-cache/link.md'));
  expect(await fixture.cache.pages(ALICE)).toEqual([]);
  expect(urls(await fixture.cache.pages(ALICE, {but: [BOB]}))).toEqual([
    'https://example.org/hand',
    'https://example.org/job',
    undefined,
  ]);
  expect(urls(await fixture.cache.pages(ALICE, {but: []}))).toHaveLength(4);
});

test('a page opens as its text and its front matter, without the mark of its conversation', async () => {
  using fixture = open();
  const url = 'https://example.org/a';
  const path = (await fixture.cache.save({url, title: 'A', text: 'Body.\n---\nmore'}, ALICE)) ?? '';
  expect(await fixture.cache.open(path)).toEqual({
    url,
    matter: '---\nsource_url: "https://example.org/a"\ntitle: "A"\nfetched_at: 2026-11-21T11:00:00.000Z\n---\n',
    body: 'Body.\n---\nmore\n',
  });
  await fixture.cache.remove(path);
  expect(await fixture.cache.open(path)).toBeUndefined();
});

test("only listed pages are cleared, and only if they haven't changed since", async () => {
  using fixture = open();
  for (const name of ['a', 'b']) await fixture.cache.save({url: `https://example.org/${name}`, text: 'x'}, ALICE);
  const listed = await fixture.cache.pages(ALICE);
  await fixture.cache.save({url: 'https://example.org/b', text: 'something new'}, ALICE);
  await fixture.cache.save({url: 'https://example.org/c', text: 'x'}, ALICE);
  expect(await fixture.cache.clear(listed)).toBe(1);
  expect(urls(await fixture.cache.pages(ALICE))).toEqual(['https://example.org/b', 'https://example.org/c']);
  expect(await fixture.cache.clear(listed)).toBe(0);
});

test('a cache that is a link to another folder is ignored: nothing is listed or cleared', async () => {
  using fixture = open();
  mkdirSync(join(fixture.root, 'notes'));
  writeFileSync(join(fixture.root, 'notes/diary.md'), 'dear diary');
  symlinkSync('notes', join(fixture.root, '.web-cache'));
  expect(await fixture.cache.pages(ALICE, {but: []})).toEqual([]);
  expect(await fixture.cache.clear([{path: '.web-cache/diary.md', size: 10, changedAt: 0}])).toBe(0);
  expect(readdirSync(join(fixture.root, 'notes'))).toEqual(['diary.md']);
});
