import {mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {ToolContext} from '../../../src/daemon/ports/tool.ts';
import {createReferenceManage} from '../../../src/daemon/tools/files/reference-manage.ts';
import {createReferenceWrite} from '../../../src/daemon/tools/files/reference-write.ts';
import {createFolder} from '../../../src/daemon/workspace/folder.ts';
import {createWebCache} from '../../../src/daemon/workspace/web-cache.ts';
import {reflectionSession} from '../../../src/shared/records/session-key.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {memoryFileLimits} from '../../support/file-limits.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {tempDir} from '../../support/temp-dir.ts';
import {toolContext} from '../../support/tool-context.ts';

const URL = 'https://example.org/figs?a: b#c';

/** A workspace with one page of the main conversation in its cache. */
const open = async () => {
  const dir = tempDir();
  const root = join(dir.path, 'workspace');
  const files = createFolder(root);
  const cache = createWebCache({files, clock: fakeClock(), log: memoryLog()});
  const page = (await cache.save({url: URL, title: 'Figs', text: 'Prune in March.'}, 'rooster:main')) ?? '';
  const limits = memoryFileLimits();
  const manage = createReferenceManage({files, limits, cache, pagesFor: ({session}) => cache.pages(session)});
  const write = createReferenceWrite({files, limits});
  const by = toolContext({session: reflectionSession('rooster:main')});
  return {
    outside: dir.path,
    root,
    cache,
    page,
    manage: (input: Readonly<Record<string, unknown>>) => manage.run({cache_file: page, ...input}, by),
    write: (input: unknown, more: Partial<ToolContext> = {}) => write.run(input, {...by, ...more}),
    limits,
    by,
    cached: () => readdirSync(join(root, '.web-cache')).map(name => `.web-cache/${name}`),
    text: (path: string) => readFileSync(join(root, path), 'utf8'),
    [Symbol.dispose]: () => dir[Symbol.dispose](),
  };
};

test('a page moves into a topic with its address, and leaves the cache', async () => {
  using fixture = await open();
  mkdirSync(join(fixture.root, 'references/garden'), {recursive: true});
  expect(await fixture.manage({action: 'move', topic: 'garden', file: 'pruning figs.md'})).toEqual({
    ok: true,
    text: `Moved ${fixture.page} to references/garden/pruning figs.md.`,
  });
  expect(fixture.text('references/garden/pruning figs.md')).toBe(
    `---\nsource_url: ${JSON.stringify(URL)}\ntitle: "Figs"\nfetched_at: 2026-11-21T11:00:00.000Z\n---\n\nPrune in March.\n`,
  );
  expect(fixture.cached()).toEqual([]);
});

test('an unknown topic is an error that names the existing ones, and the file stays', async () => {
  using fixture = await open();
  expect(await fixture.manage({action: 'move', topic: 'garden', file: 'figs'})).toMatchObject({
    ok: false,
    text: 'No topic "garden". There are none yet; reference_write makes one with its first file.',
  });
  expect((await fixture.write({topic: 'kitchen', file: 'about', content: 'Cooking.'})).text).toBe(
    'Wrote references/kitchen/about.md; the topic is new.',
  );
  expect((await fixture.manage({action: 'move', topic: 'garden', file: 'figs'})).text).toContain('There are: kitchen;');
  expect(fixture.cached()).toEqual([fixture.page]);
});

test('a useless page is deleted', async () => {
  using fixture = await open();
  expect(await fixture.manage({action: 'delete'})).toEqual({ok: true, text: `Deleted ${fixture.page}.`});
  expect(fixture.cached()).toEqual([]);
  expect(await fixture.manage({action: 'delete'})).toMatchObject({ok: false});
});

test.each(['delete', 'move'])('%s accepts no path outside the cache: dots, absolute paths, links', async action => {
  using fixture = await open();
  mkdirSync(join(fixture.root, 'references/garden'), {recursive: true});
  writeFileSync(join(fixture.root, 'MEMORY.md'), 'private');
  writeFileSync(join(fixture.outside, 'passwords.md'), 'secret');
  symlinkSync('../MEMORY.md', join(fixture.root, '.web-cache/link.md'));
  symlinkSync('../..', join(fixture.root, '.web-cache/up'));
  const paths = [
    'MEMORY.md',
    '.web-cache/../MEMORY.md',
    '.web-cache/./../MEMORY.md',
    join(fixture.root, fixture.page),
    join(fixture.outside, 'passwords.md'),
    '/etc/passwd',
    '.web-cache/link.md',
    '.web-cache/up/passwords.md',
    '.web-cache/..',
    '.web-cache',
    '.web-cache/a\u0000.md',
  ];
  for (const path of paths) {
    expect(await fixture.manage({action, cache_file: path, topic: 'garden', file: 'x'}), path).toMatchObject({
      ok: false,
    });
  }
  expect(fixture.text('MEMORY.md')).toBe('private');
  expect(readdirSync(join(fixture.root, 'references/garden'))).toEqual([]);
  expect(fixture.cached().sort()).toEqual(['.web-cache/link.md', '.web-cache/up', fixture.page].sort());
});

test('a topic and a name stay in place: no dots, no slashes, no links to files that shape the agent', async () => {
  using fixture = await open();
  mkdirSync(join(fixture.root, 'references/garden'), {recursive: true});
  mkdirSync(join(fixture.root, 'cron'));
  symlinkSync('../cron', join(fixture.root, 'references/jobs'));
  symlinkSync('../../AGENTS.md', join(fixture.root, 'references/garden/agents.md'));
  writeFileSync(join(fixture.root, 'AGENTS.md'), 'be kind');
  const places = [
    {topic: '..', file: 'x'},
    {topic: 'a/b', file: 'x'},
    {topic: '.hidden', file: 'x'},
    {topic: '/etc', file: 'x'},
    {topic: 'garden', file: '../x'},
    {topic: 'garden', file: '..'},
    {topic: 'garden', file: 'x\ny'},
    {topic: 'jobs', file: 'evil'},
    {topic: 'garden', file: 'agents'},
  ];
  for (const place of places) {
    expect(await fixture.manage({action: 'move', replace: true, ...place}), JSON.stringify(place)).toMatchObject({
      ok: false,
    });
    expect(await fixture.write({...place, content: 'x'}), JSON.stringify(place)).toMatchObject({ok: false});
  }
  expect(readdirSync(join(fixture.root, 'cron'))).toEqual([]);
  expect(fixture.text('AGENTS.md')).toBe('be kind');
  expect(fixture.cached()).toEqual([fixture.page]);
});

test('an existing reference is replaced only on request or by the same page', async () => {
  using fixture = await open();
  await fixture.write({topic: 'garden', file: 'figs', content: 'My own words.'});
  const move = {action: 'move', topic: 'garden', file: 'figs'};
  expect(await fixture.manage(move)).toMatchObject({ok: false, text: expect.stringContaining('from elsewhere')});
  expect(fixture.text('references/garden/figs.md')).toBe('My own words.\n');
  expect((await fixture.manage({...move, replace: true})).ok).toBe(true);
  // As after a crash between the two steps of a move.
  await fixture.cache.save({url: URL, text: 'Prune in April.'}, 'rooster:main');
  expect((await fixture.manage(move)).ok).toBe(true);
  expect(fixture.text('references/garden/figs.md')).toContain('Prune in April.');
});

test("a page of another conversation can't be changed", async () => {
  using fixture = await open();
  const other = await fixture.cache.save({url: 'https://example.org/bob', text: 'x'}, 'rooster:dm:signal:bob-uuid');
  expect(await fixture.manage({action: 'delete', cache_file: other})).toMatchObject({
    ok: false,
    text: `No page ${other} of yours.`,
  });
  expect(fixture.cached()).toHaveLength(2);
});

test("a reference in the agent's own words may name its source, and is replaced whole", async () => {
  using fixture = await open();
  await fixture.write({topic: 'garden', file: 'figs', content: 'Prune.', source_url: 'https://example.org/#x'});
  expect(fixture.text('references/garden/figs.md')).toBe('---\nsource_url: "https://example.org/#x"\n---\n\nPrune.\n');
  expect((await fixture.write({topic: 'garden', file: 'figs.md', content: 'Water.'})).text).toBe(
    'Replaced references/garden/figs.md.',
  );
  expect(fixture.text('references/garden/figs.md')).toBe('Water.\n');
});

test.each([
  ['a turn that has read a page', [{trust: 'public', by: {kind: 'web', name: 'figs.example'}}]],
  ['a turn that has read nothing from elsewhere', []],
] as const)("a reference in the agent's own words limits its readers like %s", async (_, limits) => {
  using fixture = await open();
  await fixture.write({topic: 'garden', file: 'figs', content: 'Run bash.'}, {limits});
  const path = 'references/garden/figs.md';
  expect(fixture.limits.of(path, fixture.text(path), fixture.by)).toEqual(limits);
});
