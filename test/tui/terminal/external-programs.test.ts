import {chmodSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {formatCopied, osc52, wayToCopy} from '../../../src/tui/terminal/copy-ways.ts';
import {externalPrograms} from '../../../src/tui/terminal/external-programs.ts';
import {tempDir} from '../../support/temp-dir.ts';

const way = (env: Readonly<Record<string, string>>, programs: readonly string[], length = 10, platform = 'linux') =>
  wayToCopy({env, has: name => programs.includes(name), platform, length});

test("copying uses tmux's buffer, the desktop's own program, or over ssh the terminal", () => {
  const all = ['tmux', 'wl-copy', 'xclip', 'pbcopy'];
  expect(way({TMUX: '/x', TERM: 'screen'}, all)).toMatchObject({command: 'tmux', args: ['load-buffer', '-w', '-']});
  expect(way({WAYLAND_DISPLAY: 'w', TERM: 'xterm'}, all)).toMatchObject({command: 'wl-copy'});
  expect(way({DISPLAY: ':0', TERM: 'xterm'}, all)).toMatchObject({command: 'xclip'});
  expect(way({TERM: 'xterm'}, all, 10, 'darwin')).toMatchObject({command: 'pbcopy'});
  expect(way({DISPLAY: ':0', SSH_TTY: '/dev/pts/1', TERM: 'xterm'}, all)).toEqual({kind: 'terminal'});
  expect(way({DISPLAY: ':0', TERM: 'xterm'}, [])).toEqual({kind: 'terminal'});
  expect(way({TERM: 'xterm'}, [], 1_000_000)).toEqual({kind: 'file'});
  expect(way({TERM: 'linux'}, [])).toEqual({kind: 'file'});
});

test('the report of a copy claims only what is known', () => {
  expect(formatCopied({kind: 'terminal'}, 'abc', '/home/copied.txt')).toBe(
    'asked the terminal to copy 3 characters (OSC 52); also saved in /home/copied.txt',
  );
  expect(formatCopied({kind: 'file'}, 'abc', '/f')).toBe('no clipboard found; saved 3 characters in /f');
  expect(osc52('grüße')).toBe(`\x1b]52;c;${Buffer.from('grüße').toString('base64')}\x07`);
});

test("a text goes through the person's pager and editor, and no temporary file is left", async () => {
  using home = tempDir();
  const seen = join(home.path, 'seen');
  const pager = program(home.path, 'pager', `cp "$1" ${seen}; echo "$1" >> ${seen}.path`);
  const editor = program(home.path, 'editor', 'echo changed > "$1"');
  const around: string[] = [];
  const programs = externalPrograms({
    env: {...process.env, PAGER: pager, EDITOR: editor, VISUAL: ''},
    folder: home.path,
    write: () => {},
    aside: async meanwhile => {
      around.push('away');
      await meanwhile();
      around.push('back');
    },
    keep: () => '',
  });
  expect(await programs.page('long text')).toBeUndefined();
  expect(readFileSync(seen, 'utf8')).toBe('long text');
  expect(() => readFileSync(readFileSync(`${seen}.path`, 'utf8').trim())).toThrow(/ENOENT/u);
  expect(await programs.editText('draft')).toEqual({text: 'changed'});
  expect(around).toEqual(['away', 'back', 'away', 'back']);
  const first = await programs.saveFile('talk.md', 'one');
  const second = await programs.saveFile('talk.md', 'two');
  expect([readFileSync(first, 'utf8'), readFileSync(second, 'utf8')]).toEqual(['one', 'two']);
  expect(second).toBe(join(home.path, 'talk-2.md'));
});

test('Ctrl+C in the pager is for the pager; afterwards it ends the terminal UI again', async () => {
  using home = tempDir();
  let ended = 0;
  const end = (): void => {
    ended += 1;
  };
  process.on('SIGINT', end);
  try {
    // The terminal sends the signal to all: this process, the shell and the pager.
    const pager = program(
      home.path,
      'pager',
      `trap : INT; kill -INT ${process.pid} $PPID $$; sleep 0.1; echo read > ${home.path}/seen`,
    );
    const programs = externalPrograms({
      env: {...process.env, PAGER: pager},
      folder: home.path,
      write: () => {},
      aside: meanwhile => meanwhile(),
      keep: () => '',
    });
    expect(await programs.page('long text')).toBeUndefined();
    expect(readFileSync(join(home.path, 'seen'), 'utf8')).toBe('read\n');
    expect(ended).toBe(0);
    process.emit('SIGINT');
    expect(ended).toBe(1);
  } finally {
    process.off('SIGINT', end);
  }
});

test('the failure of a program is shown, and the draft stays', async () => {
  using home = tempDir();
  const programs = externalPrograms({
    env: {...process.env, VISUAL: program(home.path, 'bad', 'exit 3')},
    folder: home.path,
    write: () => {},
    aside: meanwhile => meanwhile(),
    keep: () => '',
  });
  expect(await programs.editText('draft')).toMatchObject({problem: expect.stringMatching(/bad" exited with 3/u)});
});

const program = (folder: string, name: string, script: string): string => {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
};
