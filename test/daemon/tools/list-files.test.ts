import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {toolContext} from '../../support/tool-context.ts';
import {toolWorkspace} from '../../support/tool-workspace.ts';

test('files and folders are listed with their sizes, two levels deep', async () => {
  using fixture = toolWorkspace();
  await fixture.files.write('AGENTS.md', 'x'.repeat(10));
  await fixture.files.write('notes/2026/deep.md', 'x');
  await fixture.files.write('notes/big.md', 'x'.repeat(2_048));
  symlinkSync('notes', join(fixture.root, 'zlink'));
  const lines = ['AGENTS.md (10 bytes)', 'notes/', 'notes/2026/', 'notes/big.md (2.0 KB)', 'zlink (link)'];
  expect((await fixture.list({})).text.split('\n')).toEqual(lines);
  expect((await fixture.list({path: '.', depth: 1})).text.split('\n')).toEqual([
    'AGENTS.md (10 bytes)',
    'notes/',
    'zlink (link)',
  ]);
  expect((await fixture.list({path: 'notes', depth: 3})).text.split('\n')).toContain('notes/2026/deep.md (1 bytes)');
});

test('an empty workspace, a file and a missing folder each have their own sentence', async () => {
  using fixture = toolWorkspace();
  expect((await fixture.list({})).text).toBe('(. is empty)');
  await fixture.files.write('a.md', 'abc');
  expect(await fixture.list({path: 'a.md'})).toEqual({ok: false, text: 'a.md is a file (3 bytes), not a folder.'});
  expect(await fixture.list({path: 'nowhere'})).toEqual({
    ok: false,
    text: 'No folder nowhere in the workspace.',
  });
  expect(await fixture.list({path: '..'})).toMatchObject({ok: false});
});

test('of very many files the first are listed, with a note that there are more', async () => {
  using fixture = toolWorkspace();
  mkdirSync(join(fixture.root, 'many'), {recursive: true});
  for (let index = 0; index < 600; index += 1) writeFileSync(join(fixture.root, 'many', `${index}`), '');
  const lines = (await fixture.list({})).text.split('\n');
  expect(lines).toHaveLength(501);
  expect(lines.at(-1)).toContain('more than 500');
});

test("below full trust other people's conversations aren't even named", async () => {
  using fixture = toolWorkspace();
  await fixture.files.write('sessions/rooster_main.jsonl', '');
  await fixture.files.write('sessions/rooster_dm_signal_bob-uuid.jsonl', '');
  await fixture.files.write('MEMORY.md', 'x');
  const bob = toolContext({trust: 'inner', user: 'bob', session: 'rooster:dm:signal:bob-uuid'});
  expect((await fixture.list({}, bob)).text.split('\n')).toEqual([
    'sessions/',
    'sessions/rooster_dm_signal_bob-uuid.jsonl (0 bytes)',
  ]);
  expect((await fixture.list({})).text.split('\n')).toHaveLength(4);
});
