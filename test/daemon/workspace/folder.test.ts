import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {chmod, rename, rm, symlink, unlink} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createFolder} from '../../../src/daemon/workspace/folder.ts';
import {tempDir} from '../../support/temp-dir.ts';

const yes = (): boolean => true;
const no = (): boolean => false;

const open = () => {
  const dir = tempDir();
  const root = join(dir.path, 'workspace');
  const outside = join(dir.path, 'outside');
  mkdirSync(root);
  mkdirSync(outside);
  writeFileSync(join(outside, 'secret.txt'), 'a secret');
  return {root, outside, files: createFolder(root), [Symbol.dispose]: () => dir[Symbol.dispose]()};
};

test('a written file reads back, in new folders, for the owner only', async () => {
  using fixture = open();
  await fixture.files.write('notes/2026/garden.md', 'Water the figs. ✓\n');
  expect(await fixture.files.read('notes/2026/garden.md')).toBe('Water the figs. ✓\n');
  expect(statSync(join(fixture.root, 'notes')).mode & 0o777).toBe(0o700);
  expect(statSync(join(fixture.root, 'notes/2026/garden.md')).mode & 0o777).toBe(0o600);
});

test('a missing file reads as undefined, even below a missing folder or a file', async () => {
  using fixture = open();
  writeFileSync(join(fixture.root, 'a.md'), 'a');
  expect(await fixture.files.read('b.md')).toBeUndefined();
  expect(await fixture.files.read('x/y/b.md')).toBeUndefined();
  expect(await fixture.files.locate('x/y/b.md')).toEqual({path: 'x/y/b.md', kind: 'missing', size: 0});
});

test('a deleted workspace reads as empty, and the first write creates it again', async () => {
  using dir = tempDir();
  const files = createFolder(join(dir.path, 'gone', 'workspace'));
  expect(await files.read('AGENTS.md')).toBeUndefined();
  expect(existsSync(join(dir.path, 'gone'))).toBe(false);
  await files.write('AGENTS.md', 'here');
  expect(await files.read('AGENTS.md')).toBe('here');
});

test.each([
  ['..'],
  ['../outside/secret.txt'],
  ['notes/../../outside/secret.txt'],
  ['./../outside/secret.txt'],
  ['/etc/passwd'],
  ['//etc/passwd'],
  ['/proc/self/environ'],
])('%s leads out of the workspace and is refused for reading, writing, listing and removing', async path => {
  using fixture = open();
  const refused = {code: 'refused', message: expect.stringContaining('leads outside the workspace')};
  await expect(fixture.files.read(path)).rejects.toMatchObject(refused);
  await expect(fixture.files.write(path, 'x')).rejects.toMatchObject(refused);
  await expect(fixture.files.append(path, 0, 'x')).rejects.toMatchObject(refused);
  await expect(fixture.files.entries(path)).rejects.toMatchObject(refused);
  await expect(fixture.files.remove(path)).rejects.toMatchObject(refused);
  expect(readFileSync(join(fixture.outside, 'secret.txt'), 'utf8')).toBe('a secret');
});

test('an absolute path inside the workspace is accepted', async () => {
  using fixture = open();
  await fixture.files.write(join(fixture.root, 'a.md'), 'a');
  expect(await fixture.files.read('a.md')).toBe('a');
  expect((await fixture.files.locate(fixture.root)).path).toBe('.');
});

test('a folder whose name starts like the workspace is not inside it', async () => {
  using fixture = open();
  mkdirSync(`${fixture.root}-two`);
  writeFileSync(`${fixture.root}-two/a.md`, 'a');
  await expect(fixture.files.read(`${fixture.root}-two/a.md`)).rejects.toMatchObject({code: 'refused'});
});

test('a NUL in a path, and a name too long for the system, give a sentence', async () => {
  using fixture = open();
  await expect(fixture.files.read('a\0b')).rejects.toThrow('NUL');
  await expect(fixture.files.write('x'.repeat(300), 'x')).rejects.toThrow('too long');
});

test.each(['a\u001b[31m.md', 'cron/a\nb.md', 'tab\t/x.md', 'a\u202etxt.md', 'a\u{e0041}.md', 'c1\u009b.md'])(
  'the name %j is refused for a new file',
  async path => {
    using dir = tempDir();
    const folder = createFolder(join(dir.path, 'workspace'));
    await expect(folder.write(path, 'x')).rejects.toThrow(
      'A file name cannot contain control or invisible characters.',
    );
    expect(await folder.entries('.')).toEqual([]);
  },
);

test('links that lead out are refused, to a file, to a folder, or to nothing yet', async () => {
  using fixture = open();
  symlinkSync(join(fixture.outside, 'secret.txt'), join(fixture.root, 'file-link'));
  symlinkSync(fixture.outside, join(fixture.root, 'folder-link'));
  symlinkSync(join(fixture.outside, 'new.txt'), join(fixture.root, 'dead-link'));
  symlinkSync('../outside', join(fixture.root, 'relative-link'));
  for (const path of [
    'file-link',
    'folder-link/secret.txt',
    'folder-link/new.txt',
    'dead-link',
    'relative-link/secret.txt',
  ]) {
    await expect(fixture.files.read(path), path).rejects.toMatchObject({code: 'refused'});
    await expect(fixture.files.write(path, 'mine now'), path).rejects.toMatchObject({code: 'refused'});
  }
  await expect(fixture.files.entries('folder-link')).rejects.toMatchObject({code: 'refused'});
  expect(readdirSync(fixture.outside)).toEqual(['secret.txt']);
  expect(readFileSync(join(fixture.outside, 'secret.txt'), 'utf8')).toBe('a secret');
});

test('links inside the workspace are followed, and writing through one changes the file and keeps the link', async () => {
  using fixture = open();
  await fixture.files.write('real.md', 'one');
  symlinkSync('real.md', join(fixture.root, 'link.md'));
  expect(await fixture.files.read('link.md')).toBe('one');
  await fixture.files.write('link.md', 'two');
  expect(await fixture.files.read('real.md')).toBe('two');
  expect((await fixture.files.locate('link.md')).path).toBe('real.md');
});

test('links in a circle give a sentence', async () => {
  using fixture = open();
  symlinkSync('b', join(fixture.root, 'a'));
  symlinkSync('a', join(fixture.root, 'b'));
  await expect(fixture.files.read('a')).rejects.toThrow(/circle/u);
});

test('a workspace reached through a link works', async () => {
  using fixture = open();
  const link = `${fixture.root}-link`;
  symlinkSync(fixture.root, link);
  const files = createFolder(link);
  await files.write('notes/a.md', 'a');
  expect(await files.read(join(link, 'notes/a.md'))).toBe('a');
  expect(readFileSync(join(fixture.root, 'notes/a.md'), 'utf8')).toBe('a');
});

test('a folder that is swapped for a link during an access never lets anything out or in', async () => {
  using fixture = open();
  const notes = join(fixture.root, 'notes');
  const aside = join(fixture.root, 'aside');
  mkdirSync(notes);
  writeFileSync(join(notes, 'secret.txt'), 'inside');
  let swapping = true;
  let turns = 0;
  const swap = (async () => {
    while (swapping) {
      await rename(notes, aside);
      // A write may have created the folder again: it is removed, with all its content.
      while (!(await symlink(fixture.outside, notes).then(yes, no)))
        await rm(notes, {recursive: true, force: true}).then(yes, no);
      await new Promise(resolve => setImmediate(resolve));
      await unlink(notes);
      while (!(await rename(aside, notes).then(yes, no))) await rm(notes, {recursive: true, force: true}).then(yes, no);
      // Longer each time, up to what a whole read takes: on some machines one turn of the loop never is.
      turns = (turns % 20) + 1;
      for (let turn = 0; turn < turns; turn += 1) await new Promise(resolve => setImmediate(resolve));
    }
  })();
  const seen = new Set<string>();
  // Until a read has found the folder too: the two loops can fall into step.
  for (let round = 0; round < 400 || !seen.has('inside'); round += 1) {
    seen.add((await fixture.files.read('notes/secret.txt').catch(() => undefined)) ?? 'refused or missing');
    await fixture.files.write('notes/written.txt', 'x').catch(() => undefined);
    await fixture.files.append('notes/secret.txt', 0, '').catch(() => undefined);
  }
  swapping = false;
  await swap;
  expect(seen.has('a secret')).toBe(false);
  expect(readdirSync(fixture.outside)).toEqual(['secret.txt']);
});

test('a file is replaced whole: a reader sees the old text or the new one', async () => {
  using fixture = open();
  const texts = ['a'.repeat(200_000), 'b'.repeat(200_000)];
  await fixture.files.write('big.txt', texts[0] ?? '');
  const seen = new Set<string | undefined>();
  const writing = (async () => {
    for (let round = 0; round < 20; round += 1) await fixture.files.write('big.txt', texts[round % 2] ?? '');
  })();
  for (let round = 0; round < 60; round += 1) seen.add(await fixture.files.read('big.txt'));
  await writing;
  expect([...seen].every(text => text !== undefined && texts.includes(text))).toBe(true);
  expect(readdirSync(fixture.root)).toEqual(['big.txt']);
});

test('two changes of one file wait for each other, and one that refuses changes nothing', async () => {
  using fixture = open();
  await fixture.files.write('count.txt', '0');
  const plusOne = () => fixture.files.change('count.txt', text => String(Number(text) + 1));
  await Promise.all(Array.from({length: 20}, plusOne));
  expect(await fixture.files.read('count.txt')).toBe('20');
  const refusing = fixture.files.change('count.txt', () => {
    throw new Error('no');
  });
  await expect(refusing).rejects.toThrow('no');
  expect(await fixture.files.read('count.txt')).toBe('20');
});

test('an executable script stays executable after a change', async () => {
  using fixture = open();
  await fixture.files.write('run.sh', '#!/bin/sh\n');
  await chmod(join(fixture.root, 'run.sh'), 0o755);
  await fixture.files.write('run.sh', '#!/bin/sh\necho hi\n');
  expect(statSync(join(fixture.root, 'run.sh')).mode & 0o777).toBe(0o700);
});

test("binary files and special files are reported, and a pipe without a writer isn't waited for", async () => {
  using fixture = open();
  writeFileSync(join(fixture.root, 'picture.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]));
  writeFileSync(join(fixture.root, 'latin1.txt'), Buffer.from([0x66, 0xfc, 0x72]));
  spawnSync('mkfifo', [join(fixture.root, 'pipe')]);
  await expect(fixture.files.read('picture.png')).rejects.toThrow('picture.png is a binary file (7 bytes)');
  await expect(fixture.files.read('latin1.txt')).rejects.toThrow('binary');
  await expect(fixture.files.read('pipe')).rejects.toThrow('a regular file');
  await expect(fixture.files.append('pipe', 0, 'x')).rejects.toThrow('a regular file');
  await expect(fixture.files.read('.')).rejects.toThrow('is a folder');
  await expect(fixture.files.write('.', 'x')).rejects.toThrow('is a folder');
});

test("entries have their kind, links aren't followed, and temporary files are hidden", async () => {
  using fixture = open();
  await fixture.files.write('b/c.md', 'c');
  await fixture.files.write('a.md', 'aa');
  symlinkSync(fixture.outside, join(fixture.root, 'l'));
  writeFileSync(join(fixture.root, '.rooster-1234.tmp'), '');
  const found = await fixture.files.entries('.');
  expect(found.map(({name, kind}) => [name, kind])).toEqual([
    ['a.md', 'file'],
    ['b', 'folder'],
    ['l', 'link'],
  ]);
  expect(found[0]?.size).toBe(2);
  await expect(fixture.files.entries('a.md')).rejects.toThrow('not a folder');
  await expect(fixture.files.entries('nowhere')).rejects.toMatchObject({code: 'not_found'});
});

test('part of a file is read from an offset, and removing twice is fine', async () => {
  using fixture = open();
  await fixture.files.append('log.txt', 0, 'one\n');
  await fixture.files.append('log.txt', 4, 'two\n');
  expect(new TextDecoder().decode(await fixture.files.readBytes('log.txt', {from: 4, limit: 100}))).toBe('two\n');
  await fixture.files.remove('log.txt');
  await fixture.files.remove('log.txt');
  expect(await fixture.files.readBytes('log.txt', {from: 0, limit: 1})).toBeUndefined();
});

test('what is appended to a file of a certain size changes no file of another size', async () => {
  using fixture = open();
  expect(await fixture.files.append('log.txt', 0, 'one\n')).toBe(true);
  expect(await fixture.files.append('log.txt', 3, 'two\n')).toBe(false);
  expect(await fixture.files.append('log.txt', 4, 'two\n')).toBe(true);
  expect(await fixture.files.read('log.txt')).toBe('one\ntwo\n');
});

test('half a surrogate pair is written as the replacement character, never as invalid bytes', async () => {
  using fixture = open();
  await fixture.files.write('odd.txt', 'a\ud83d');
  expect(await fixture.files.read('odd.txt')).toBe('a\ufffd');
});
