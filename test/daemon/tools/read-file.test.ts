import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {toolContext} from '../../support/tool-context.ts';
import {toolWorkspace} from '../../support/tool-workspace.ts';

const numbered = (count: number): string => Array.from({length: count}, (_, index) => `line ${index + 1}\n`).join('');

test('a file is read unchanged', async () => {
  using fixture = toolWorkspace();
  await fixture.files.write('notes/garden.md', '# Figs\n\nWater them.');
  expect(await fixture.read({path: 'notes/garden.md'})).toEqual({ok: true, text: '# Figs\n\nWater them.'});
  await fixture.files.write('empty.md', '');
  expect((await fixture.read({path: 'empty.md'})).text).toBe('(empty.md is empty)');
});

test('a long file comes in pages that say how to continue and add up to the file', async () => {
  using fixture = toolWorkspace();
  const text = numbered(4_500);
  await fixture.files.write('long.txt', text);
  let offset = 1;
  let read = '';
  for (let page = 0; page < 3; page += 1) {
    const {text: shown} = await fixture.read({path: 'long.txt', offset});
    const [mark = '', next] = /\[lines \d+ to \d+ of 4500; read on with offset (\d+)\]$/u.exec(shown) ?? [];
    read += shown.slice(0, shown.length - mark.length);
    offset = Number(next);
  }
  expect(read).toBe(text);
  expect(offset).toBeNaN();
});

test('part of a file can be requested', async () => {
  using fixture = toolWorkspace();
  await fixture.files.write('a.txt', numbered(10));
  expect((await fixture.read({path: 'a.txt', offset: 4, limit: 2})).text).toBe(
    'line 4\nline 5\n[lines 4 to 5 of 10; read on with offset 6]',
  );
  expect((await fixture.read({path: 'a.txt', offset: 10})).text).toBe('line 10\n');
  expect(await fixture.read({path: 'a.txt', offset: 11})).toEqual({
    ok: false,
    text: 'a.txt has 10 lines; there is no line 11.',
  });
});

test('a line longer than a page is cut, with a note', async () => {
  using fixture = toolWorkspace();
  await fixture.files.write('long.txt', `${'x'.repeat(200_000)}\nlast\n`);
  const {text} = await fixture.read({path: 'long.txt'});
  expect(text.length).toBeLessThan(50_000);
  expect(text).toMatch(/\[line 1 is longer than a page; the rest of it is left out, read on with offset 2\]$/u);
  expect((await fixture.read({path: 'long.txt', offset: 2})).text).toBe('last\n');
});

test('a missing file, a binary file, a folder or a path outside gets a sentence', async () => {
  using fixture = toolWorkspace();
  mkdirSync(join(fixture.root, 'notes'), {recursive: true});
  writeFileSync(join(fixture.root, 'b.bin'), Buffer.from([1, 0, 2]));
  const sentences = ['nowhere.md', 'b.bin', 'notes', '../config.json', '/etc/passwd'].map(
    async path => (await fixture.read({path})).text,
  );
  expect(await Promise.all(sentences)).toEqual([
    'No file nowhere.md in the workspace.',
    'b.bin is a binary file (3 bytes), not text.',
    'notes is a folder. list_files shows what it holds.',
    '../config.json leads outside the workspace. Use a path relative to the workspace, without "..".',
    '/etc/passwd leads outside the workspace. Use a path relative to the workspace, without "..".',
  ]);
});

test('the private memory needs full trust', async () => {
  using fixture = toolWorkspace();
  await fixture.files.write('MEMORY.md', 'private');
  expect((await fixture.read({path: 'MEMORY.md'})).text).toBe('private');
  const bob = toolContext({trust: 'inner', user: 'bob', session: 'rooster:dm:signal:bob-uuid'});
  for (const path of ['MEMORY.md', './MEMORY.md', `${fixture.root}/MEMORY.md`]) {
    expect(await fixture.read({path}, bob)).toMatchObject({ok: false, text: expect.stringContaining('private')});
  }
});

test("below full trust only one's own conversations are readable, even in a reminder's session", async () => {
  using fixture = toolWorkspace();
  await fixture.files.write('sessions/rooster_main.jsonl', 'what Alice said');
  await fixture.files.write('sessions/rooster_dm_signal_bob-uuid.jsonl', 'what Bob said');
  const bob = toolContext({trust: 'inner', user: 'bob', session: 'rooster:dm:signal:bob-uuid'});
  const bobsReminder = {...bob, session: 'rooster:cron:reminder-rem_1' as const};
  const nobody = {...toolContext({trust: 'inner'}), session: 'rooster:cron:morning' as const};
  for (const by of [bob, bobsReminder]) {
    expect((await fixture.read({path: 'sessions/rooster_dm_signal_bob-uuid.jsonl'}, by)).text).toBe('what Bob said');
    expect((await fixture.read({path: 'sessions/rooster_main.jsonl'}, by)).ok).toBe(false);
  }
  expect((await fixture.read({path: 'sessions/rooster_dm_signal_bob-uuid.jsonl'}, nobody)).ok).toBe(false);
  expect((await fixture.read({path: 'sessions/rooster_main.jsonl'})).text).toBe('what Alice said');
});
