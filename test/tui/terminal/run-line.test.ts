import {expect, test} from 'vitest';
import {systemClock} from '../../../src/shared/time/clock.ts';
import type {RunningLine} from '../../../src/tui/state/local-command.ts';
import {lineRunner} from '../../../src/tui/terminal/run-line.ts';
import {tempDir} from '../../support/temp-dir.ts';

const runner = (folder: string) => lineRunner({...process.env, SHELL: '/bin/sh'}, folder, systemClock());

const read = async ({output, ended}: RunningLine) => {
  let text = '';
  for await (const piece of output) text += piece;
  return {text, end: await ended};
};

test('a line runs in its folder, with errors between the output, and ends with its exit code', async () => {
  using home = tempDir();
  using lines = runner(home.path);
  const {text, end} = await read(lines.run('pwd; echo wrong >&2; echo grüße; exit 3'));
  expect(text).toBe(`${home.path}\nwrong\ngrüße\n`);
  expect(end).toEqual({kind: 'exit', code: 3});
});

test('a line has no terminal and no input, so a program that asks for one is refused', async () => {
  using home = tempDir();
  using lines = runner(home.path);
  const {text} = await read(lines.run('cat; (: </dev/tty) 2>/dev/null || echo no terminal'));
  expect(text).toBe('no terminal\n');
});

test('stopping is Ctrl+C to all of the line, and the second time kills it', async () => {
  using home = tempDir();
  using lines = runner(home.path);
  const polite = lines.run('sleep 100 | cat');
  lines.stop();
  expect((await read(polite)).end).toMatchObject({kind: 'signal', signal: 'SIGINT'});
  const stubborn = lines.run('trap "echo no" INT; echo on; while :; do sleep 0.05; done');
  const pieces = stubborn.output[Symbol.asyncIterator]();
  expect((await pieces.next()).value).toBe('on\n');
  lines.stop();
  expect((await pieces.next()).value).toBe('no\n');
  lines.stop();
  expect(await stubborn.ended).toEqual({kind: 'signal', signal: 'SIGKILL'});
});

test('what a line leaves in the background does not keep it open', async () => {
  using home = tempDir();
  using lines = runner(home.path);
  const {text, end} = await read(lines.run('sleep 600 & echo $!'));
  expect(end).toEqual({kind: 'exit', code: 0});
  // It still sleeps.
  expect(process.kill(Number(text), 'SIGKILL')).toBe(true);
});

test('a line that runs when the terminal UI ends is hung up on', async () => {
  using home = tempDir();
  const lines = runner(home.path);
  const running = lines.run('sleep 100');
  lines[Symbol.dispose]();
  expect(await running.ended).toEqual({kind: 'signal', signal: 'SIGHUP'});
});

test('a folder that is gone is a sentence, not a crash', async () => {
  using lines = runner('/nowhere/at/all');
  expect((await read(lines.run('ls'))).end).toMatchObject({kind: 'failed', reason: expect.stringMatching(/ENOENT/u)});
});
