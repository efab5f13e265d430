// The built program in a terminal of the operating system: for effects of its line discipline, its signals and its bytes.
// @module-tag deep
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {openPty, type PtyProgram} from '../support/pty-program.ts';
import {terminalHome} from '../support/terminal-program.ts';

const PLAIN = {alternate: false, autowrap: true, paste: false, focus: false};
const OURS = {alternate: true, autowrap: false, paste: true, focus: true};

/** Throws when the test asks from outside. */
const BREAKS = `--import data:text/javascript,process.on(%22SIGUSR2%22,()=%3E%7Bthrow%20new%20Error(%22something%20broke%22)%7D)`;

describe('in a terminal of the operating system', () => {
  test("the first frame is complete, with the terminal's modes set", {tags: ['fast']}, async () => {
    await using home = terminalHome();
    await using terminal = openPty({home: home.path});
    const frame = await terminal.shows(/● live[\s\S]*Enter send/u);
    expect(frame.split('\n')).toHaveLength(24);
    expect(terminal.modes()).toEqual(OURS);
    expect(terminal.titles.at(-1)).toBe('rooster: main');
  });

  test.each([
    ['Ctrl+D', 0],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['a crash', 1],
  ] as const)('%s restores the terminal', async (way, code) => {
    await using home = terminalHome();
    await using terminal = openPty({home: home.path, env: {NODE_OPTIONS: BREAKS}});
    await terminal.shows(/● live/u);
    end(terminal, way);
    const after = await terminal.shows(/left with \d+[\s\S]*after/u);
    expect(after).toContain(`left with ${code}\n`);
    expect(terminal.modes()).toEqual(PLAIN);
    const linesOf = () => /before (\S+)[\s\S]*after (\S+)\r\n/u.exec(terminal.written())?.slice(1) ?? [];
    await expect.poll(linesOf).toHaveLength(2);
    expect(linesOf()[1]).toBe(linesOf()[0]);
    // The earlier title is taken off the terminal's own stack, once.
    expect([...terminal.written().matchAll(/\x1b\[(22|23);0t/gu)].map(([, which]) => which)).toEqual(['22', '23']);
    if (way === 'a crash') expect(after.replaceAll('\n', '')).toContain('the terminal UI crashed (something broke).');
    // The shell gets nothing of the terminal's reports.
    terminal.type('\x1b[I\rdone\r');
    expect(await terminal.shows(/done/u)).not.toMatch(/\d+;rgb|\[\?/u);
  });

  test('a stopped daemon leaves the screen open, with a hint how to start it', async () => {
    await using home = terminalHome();
    await using terminal = openPty({home: home.path});
    await terminal.shows(/● live/u);
    {
      await using client = await home.connect();
      await client.call('daemon.stop', {});
    }
    await terminal.shows(/reconnecting, try \d[\s\S]*Enter retry now/u);
    // The command names the program's file, so the line break depends on the folder.
    expect((await terminal.shows(/daemon\s+start/u)).match(/daemon\s+start/gu)).toHaveLength(1);
  });

  test('text typed during the start is kept, and its Enter sends it', async () => {
    await using home = terminalHome();
    await using terminal = openPty({home: home.path});
    terminal.type('hello\r');
    // The letters that the terminal showed before are gone from its first row.
    await terminal.shows(/^ rooster ● live[\s\S]*you\s+hello/u);
  });

  test('a resized window shows a screen of that size', async () => {
    await using home = terminalHome();
    await using terminal = openPty({home: home.path, columns: 120, rows: 40});
    await terminal.shows(/NEXT[\s\S]*AGENT/u);
    terminal.resize(40, 15);
    await terminal.shows(/^ rooster ● {2}main/u);
    const small = await terminal.shows(/^ rooster ● {2}main[\s\S]* > write to rooster\n to main[\s\S]*Enter send/u);
    expect(small).not.toContain('AGENT');
    terminal.resize(19, 4);
    await terminal.shows(/terminal too small/u);
    terminal.resize(80, 24);
    await terminal.shows(/● live[\s\S]*\? help/u);
  });

  test('a reminder rings, and sends a desktop notification', {tags: ['fast']}, async () => {
    await using home = terminalHome();
    await using terminal = openPty({home: home.path});
    await terminal.shows(/● live/u);
    terminal.type('remind me in 1 second to stretch\r');
    await terminal.shows(/\breminder\s+stretch/u);
    await expect.poll(() => terminal.notes).toEqual(['rooster, reminder: stretch']);
    await expect.poll(terminal.written).toContain('\x07');
  });

  test('Ctrl+C stops a line with !, and Rooster and its screen stay', async () => {
    await using home = terminalHome();
    await using terminal = openPty({home: home.path});
    await terminal.shows(/● live/u);
    // A program that asks for the terminal is refused, so it can't write over the screen.
    terminal.type('!(echo over >/dev/tty) 2>/dev/null || { echo $$ >pid; echo no terminal; }; sleep 100\r');
    await terminal.shows(/no terminal\n +running · nothing is sent/u);
    const line = Number(readFileSync(join(home.path, 'pid'), 'utf8'));
    terminal.type('\x03');
    const screen = await terminal.shows(/stopped after [\d.]+s · not sent[\s\S]* > write to rooster/u);
    expect(screen).not.toMatch(/over\n|left with/u);
    expect(() => process.kill(line, 0)).toThrow(/ESRCH/u);
    expect(terminal.modes()).toEqual(OURS);
    await using client = await home.connect();
    expect((await client.call('session.list', {})).sessions).toEqual([]);
    terminal.type('!!echo for the agent\r');
    await terminal.shows(/I ran this in [\s\S]*\$ echo for the agent\n +for the agent\n/u);
  });

  test('a program that draws on the screen gets the terminal with !, and gives it back', async () => {
    await using home = terminalHome();
    writeFileSync(join(home.path, 'notes.txt'), 'water the plants\n');
    await using terminal = openPty({home: home.path});
    await terminal.shows(/● live/u);
    terminal.type('!less notes.txt\r');
    await terminal.shows(/^water the plants\nnotes/mu);
    terminal.type('q');
    await terminal.shows(/● live[\s\S]* > write to rooster/u);
    await expect.poll(terminal.modes).toEqual(OURS);
  });

  test('pasted lines are a draft, not messages', async () => {
    await using home = terminalHome();
    await using terminal = openPty({home: home.path});
    await terminal.shows(/● live/u);
    terminal.type('\x1b[200~one\rtwo\rthree\x1b[201~');
    await terminal.shows(/> one\n +two\n +three/u);
    await using client = await home.connect();
    expect((await client.call('session.list', {})).sessions).toEqual([]);
  });

  test('a terminal that reports a light background gets readable colours', async () => {
    await using home = terminalHome();
    await using dark = openPty({home: home.path, background: 'rgb:1111/1111/1111'});
    await dark.shows(/● live/u);
    expect(await dark.colourOf('>')).toBe(6);
    await using light = openPty({home: home.path, background: 'rgb:ffff/ffff/ffff'});
    await light.shows(/● live/u);
    await expect.poll(() => light.colourOf('>')).toBe(4);
  });

  test('the line-by-line mode writes no control code', async () => {
    await using home = terminalHome();
    await using terminal = openPty({home: home.path, words: '--plain'});
    await terminal.shows(/Connected\./u);
    terminal.type('hello\r');
    await terminal.shows(/\d\d:\d\d rooster: Hello/u);
    terminal.type('/quit\r');
    await terminal.shows(/left with 0/u);
    // The line discipline handles input and output on its own.
    expect(terminal.written().replaceAll('\r\n', '\n')).toMatch(/^[^\x00-\x09\x0b-\x1f\x7f-\x9f]*$/u);
  });
});

const end = (terminal: PtyProgram, way: 'Ctrl+D' | 'SIGTERM' | 'SIGHUP' | 'SIGINT' | 'a crash'): void => {
  if (way === 'Ctrl+D') terminal.type('\x04');
  else process.kill(terminal.pid(), way === 'a crash' ? 'SIGUSR2' : way);
};
