import {mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createReferenceManage} from '../../../src/daemon/tools/files/reference-manage.ts';
import {createReferenceWrite} from '../../../src/daemon/tools/files/reference-write.ts';
import {createFolder} from '../../../src/daemon/workspace/folder.ts';
import {createWebCache} from '../../../src/daemon/workspace/web-cache.ts';
import {reflectionSession} from '../../../src/shared/records/session-key.ts';
import {fakeClock} from '../../support/fake-clock.ts';
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
  const manage = createReferenceManage({files, cache, pagesFor: ({session}) => cache.pages(session)});
  const write = createReferenceWrite({files});
  const by = toolContext({session: reflectionSession('rooster:main')});
  return {
    outside: dir.path,
    root,
    cache,
    page,
    manage: (input: Readonly<Record<string, unknown>>) => manage.run({cache_file: page, ...input}, by),
    write: (input: unknown) => write.run(input, by),
    cached: () => readdirSync(join(root, '.web-cache')).map(name => `.web-cache/${name}`),
    text: (path: string) => readFileSync(join(root, path), 'utf8'),
    [Symbol.dispose]: () => dir[Symbol.dispose](),
  };
};

test('a page moves into a topic with its address, and leaves the cache', async () => {
  using house = await open();
  mkdirSync(join(house.root, 'references/garden'), {recursive: true});
  expect(await house.manage({action: 'move', topic: 'garden', file: 'pruning figs.md'})).toEqual({
    ok: true,
    text: `Moved ${house.page} to references/garden/pruning figs.md.`,
  });
  expect(house.text('references/garden/pruning figs.md')).toBe(
    `---\nsource_url: ${JSON.stringify(URL)}\ntitle: "Figs"\nfetched_at: 2026-11-21T11:00:00.000Z\n---\n\nPrune in March.\n`,
  );
  expect(house.cached()).toEqual([]);
});

test('an unknown topic is an error that names the existing ones, and the file stays', async () => {
  using house = await open();
  expect(await house.manage({action: 'move', topic: 'garden', file: 'figs'})).toMatchObject({
    ok: false,
    text: 'There is no topic "garden". There are none yet; reference_write makes one with its first file.',
  });
  expect((await house.write({topic: 'kitchen', file: 'about', content: 'Cooking.'})).text).toBe(
    'Wrote references/kitchen/about.md; the topic is new.',
  );
  expect((await house.manage({action: 'move', topic: 'garden', file: 'figs'})).text).toContain('There are: kitchen;');
  expect(house.cached()).toEqual([house.page]);
});

test('a useless page is deleted', async () => {
  using house = await open();
  expect(await house.manage({action: 'delete'})).toEqual({ok: true, text: `Deleted ${house.page}.`});
  expect(house.cached()).toEqual([]);
  expect(await house.manage({action: 'delete'})).toMatchObject({ok: false});
});

test.each(['delete', 'move'])('%s accepts no path outside the cache: dots, absolute paths, links', async action => {
  using house = await open();
  mkdirSync(join(house.root, 'references/garden'), {recursive: true});
  writeFileSync(join(house.root, 'MEMORY.md'), 'private');
  writeFileSync(join(house.outside, 'passwords.md'), 'secret');
  symlinkSync('../MEMORY.md', join(house.root, '.web-cache/link.md'));
  symlinkSync('../..', join(house.root, '.web-cache/up'));
  const paths = [
    'MEMORY.md',
    '.web-cache/../MEMORY.md',
    '.web-cache/./../MEMORY.md',
    join(house.root, house.page),
    join(house.outside, 'passwords.md'),
    '/etc/passwd',
    '.web-cache/link.md',
    '.web-cache/up/passwords.md',
    '.web-cache/..',
    '.web-cache',
    '.web-cache/a\u0000.md',
  ];
  for (const path of paths) {
    expect(await house.manage({action, cache_file: path, topic: 'garden', file: 'x'}), path).toMatchObject({ok: false});
  }
  expect(house.text('MEMORY.md')).toBe('private');
  expect(readdirSync(join(house.root, 'references/garden'))).toEqual([]);
  expect(house.cached().sort()).toEqual(['.web-cache/link.md', '.web-cache/up', house.page].sort());
});

test('a topic and a name stay in place: no dots, no slashes, no links to files that shape the agent', async () => {
  using house = await open();
  mkdirSync(join(house.root, 'references/garden'), {recursive: true});
  mkdirSync(join(house.root, 'cron'));
  symlinkSync('../cron', join(house.root, 'references/jobs'));
  symlinkSync('../../AGENTS.md', join(house.root, 'references/garden/agents.md'));
  writeFileSync(join(house.root, 'AGENTS.md'), 'be kind');
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
    expect(await house.manage({action: 'move', replace: true, ...place}), JSON.stringify(place)).toMatchObject({
      ok: false,
    });
    expect(await house.write({...place, content: 'x'}), JSON.stringify(place)).toMatchObject({ok: false});
  }
  expect(readdirSync(join(house.root, 'cron'))).toEqual([]);
  expect(house.text('AGENTS.md')).toBe('be kind');
  expect(house.cached()).toEqual([house.page]);
});

test('an existing reference is replaced only on request or by the same page', async () => {
  using house = await open();
  await house.write({topic: 'garden', file: 'figs', content: 'My own words.'});
  const move = {action: 'move', topic: 'garden', file: 'figs'};
  expect(await house.manage(move)).toMatchObject({ok: false, text: expect.stringContaining('from elsewhere')});
  expect(house.text('references/garden/figs.md')).toBe('My own words.\n');
  expect((await house.manage({...move, replace: true})).ok).toBe(true);
  // As after a crash between the two steps of a move.
  await house.cache.save({url: URL, text: 'Prune in April.'}, 'rooster:main');
  expect((await house.manage(move)).ok).toBe(true);
  expect(house.text('references/garden/figs.md')).toContain('Prune in April.');
});

test("a page of another conversation can't be changed", async () => {
  using house = await open();
  const other = await house.cache.save({url: 'https://example.org/bob', text: 'x'}, 'rooster:dm:signal:bob-uuid');
  expect(await house.manage({action: 'delete', cache_file: other})).toMatchObject({
    ok: false,
    text: `There is no page ${other} of yours.`,
  });
  expect(house.cached()).toHaveLength(2);
});

test("a reference in the agent's own words may name its source, and is replaced whole", async () => {
  using house = await open();
  await house.write({topic: 'garden', file: 'figs', content: 'Prune.', source_url: 'https://example.org/#x'});
  expect(house.text('references/garden/figs.md')).toBe('---\nsource_url: "https://example.org/#x"\n---\n\nPrune.\n');
  expect((await house.write({topic: 'garden', file: 'figs.md', content: 'Water.'})).text).toBe(
    'Replaced references/garden/figs.md.',
  );
  expect(house.text('references/garden/figs.md')).toBe('Water.\n');
});
