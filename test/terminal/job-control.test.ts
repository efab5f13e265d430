// Ctrl+Z under a shell with job control: however the program was started, the shell gets its terminal back, and `fg` the screen.
// @module-tag deep

import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {PROGRAM, programEnvironment, programLine} from '../../scripts/screens/program.ts';
import {hasTmux, openTmux, type Tmux} from '../../scripts/screens/tmux.ts';
import {writeOldNode} from '../support/own-node.ts';
import {PLAIN_MODES, type TerminalHome, terminalHome, terminalModes} from '../support/terminal-program.ts';

const found = hasTmux();

describe.skipIf(!found)(found ? 'job control' : 'job control (skipped: there is no tmux here)', () => {
  test.each([
    ['started directly', directly],
    ['started by an old Node, which starts the one of the package', throughOldNode],
    ['started by npm', throughNpm],
  ] as const)('%s: Ctrl+Z gives the shell its terminal, and fg brings the screen back', async (_, line) => {
    await using home = terminalHome();
    await using shell = await openShell(home);
    await run(shell, line(home));
    await shell.shows(/● live/u);
    await shell.type('a draft');
    await shell.shows(/> a draft/u);

    await shell.press('C-z');
    await shell.shows(/Stopped/u);
    await run(shell, 'stty -a | grep -wo icanon');
    await shell.shows(/^icanon$/mu);
    expect(await terminalModes(shell)).toBe(PLAIN_MODES);

    // Only the foreground job gets the new size.
    await shell.resize({columns: 100, rows: 30});
    await run(shell, 'fg');
    await shell.shows(/● live[\s\S]*> a draft/u);
    await expect.poll(async () => (await shell.text()).trimEnd().split('\n').length).toBe(30);
    await shell.type(' goes on');
    await shell.shows(/> a draft goes on/u);
    await shell.press('C-c');
    await shell.shows(/> write to rooster/u);
    await shell.press('C-d');
    await shell.shows(/The daemon keeps running/u);
    expect(await terminalModes(shell)).toBe(PLAIN_MODES);
  });

  test('a process stopped from outside comes back complete with fg', async () => {
    await using home = terminalHome();
    await using shell = await openShell(home);
    await run(shell, `sh -c 'echo $$ >pid; exec ${directly()}'`);
    await shell.shows(/● live/u);
    await shell.type('a draft');
    await shell.shows(/> a draft/u);
    await using other = await openShell(home, 'other');
    await run(other, 'kill -STOP $(cat pid)');
    await shell.shows(/Stopped/u);
    await run(shell, 'fg');
    await shell.type(' goes on');
    const screen = await shell.shows(/● live[\s\S]*> a draft goes on/u);
    expect(screen).not.toContain('Stopped');
  });
});

const directly = (): string => programLine();

const throughOldNode = (home: TerminalHome): string => `${process.execPath} ${writeOldNode(home.path, PROGRAM)}`;

const throughNpm = (home: TerminalHome): string => {
  writeFileSync(
    join(home.path, 'package.json'),
    JSON.stringify({name: 'home', scripts: {start: `true && ${throughOldNode(home)}`}}),
  );
  return 'npm start';
};

const openShell = async (home: TerminalHome, name = 'shell'): Promise<Tmux> => {
  const shell = await openTmux({
    socket: join(home.path, name),
    size: {columns: 80, rows: 24},
    cwd: home.path,
    env: programEnvironment(home.path),
    command: 'exec bash --norc --noprofile -i',
  });
  await shell.shows(/[$#]/u);
  return shell;
};

const run = async (shell: Tmux, line: string): Promise<void> => {
  await shell.type(line);
  await shell.press('Enter');
};
