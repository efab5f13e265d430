import {expect, test} from 'vitest';
import {toolContext} from '../../support/tool-context.ts';
import {toolWorkspace} from '../../support/tool-workspace.ts';

const TEXT = 'one\ntwo\nthree\ntwo and a half\n';

const open = async () => {
  const fixture = toolWorkspace();
  await fixture.files.write('a.md', TEXT);
  return fixture;
};

test('one passage is replaced, and pattern characters are literal', async () => {
  using fixture = await open();
  expect(await fixture.edit({path: 'a.md', old_text: 'three\n', new_text: '$& $1 3\n'})).toEqual({
    ok: true,
    text: 'Changed a.md at line 3.',
  });
  expect(await fixture.files.read('a.md')).toBe('one\ntwo\n$& $1 3\ntwo and a half\n');
  await fixture.edit({path: 'a.md', old_text: '$& $1 3\n', new_text: ''});
  expect(await fixture.files.read('a.md')).toBe('one\ntwo\ntwo and a half\n');
});

test.each([
  [
    {old_text: 'two', new_text: 'x'},
    'old_text occurs 2 times in a.md (lines 2, 4). Take more of what is around the one you mean.',
  ],
  [{old_text: 'four', new_text: 'x'}, 'old_text is not in a.md. Read the file first and copy the passage exactly.'],
  [
    {old_text: 'three\nfour', new_text: 'x'},
    'old_text is not in a.md. Only its first line is there (line 3). Read the file from there and copy the passage exactly.',
  ],
  [
    {old_text: 'one two', new_text: 'x'},
    'old_text is in a.md with other white space. Read the file and copy the passage exactly.',
  ],
  [{old_text: 'one', new_text: 'one'}, 'old_text and new_text are the same; nothing would change.'],
  [{old_text: '', new_text: 'one'}, '"old_text" must not be empty.'],
])('%j leaves the file unchanged and says why', async (edit, sentence) => {
  using fixture = await open();
  expect(await fixture.edit({path: 'a.md', ...edit})).toEqual({ok: false, text: sentence});
  expect(await fixture.files.read('a.md')).toBe(TEXT);
});

test('a file with Windows line ends keeps them', async () => {
  using fixture = await open();
  await fixture.files.write('w.txt', 'one\r\ntwo\r\nthree\r\n');
  expect((await fixture.edit({path: 'w.txt', old_text: 'two\nthree', new_text: '2\n3'})).ok).toBe(true);
  expect(await fixture.files.read('w.txt')).toBe('one\r\n2\r\n3\r\n');
});

test('a missing file is reported and not created', async () => {
  using fixture = await open();
  expect((await fixture.edit({path: 'b.md', old_text: 'x', new_text: 'y'})).text).toBe(
    'No file b.md in the workspace.',
  );
  expect(await fixture.files.read('b.md')).toBeUndefined();
});

test('concurrent edits all take effect', async () => {
  using fixture = await open();
  await fixture.files.write('n.md', Array.from({length: 10}, (_, index) => `<${index}>`).join('\n'));
  await Promise.all(
    Array.from({length: 10}, (_, index) =>
      fixture.edit({path: 'n.md', old_text: `<${index}>`, new_text: `done ${index}`}),
    ),
  );
  expect(await fixture.files.read('n.md')).toBe(Array.from({length: 10}, (_, index) => `done ${index}`).join('\n'));
});

test('files that need full trust to write need full trust to edit', async () => {
  using fixture = await open();
  await fixture.files.write('MEMORY.md', 'figs');
  const edit = {path: 'MEMORY.md', old_text: 'figs', new_text: 'plums'};
  expect((await fixture.edit(edit, toolContext({trust: 'inner', user: 'bob'}))).ok).toBe(false);
  expect((await fixture.edit(edit)).ok).toBe(true);
});
