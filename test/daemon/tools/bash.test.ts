import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createBash} from '../../../src/daemon/tools/shell/bash.ts';
import {createFolder} from '../../../src/daemon/workspace/folder.ts';
import {systemClock} from '../../../src/shared/time/clock.ts';
import {memoryFileLimits} from '../../support/file-limits.ts';
import {tempDir} from '../../support/temp-dir.ts';
import {toolContext} from '../../support/tool-context.ts';

const open = () => {
  const dir = tempDir();
  const root = join(dir.path, 'workspace');
  const environment = {PATH: process.env['PATH'], SECRET_KEY: 'hunter2', MY_MODEL: 'hunter3', COLOUR: 'blue'};
  const tool = createBash({
    clock: systemClock(),
    root,
    files: createFolder(root),
    limits: memoryFileLimits(),
    environment,
    secretNames: () => ['MY_MODEL'],
  });
  return {
    root,
    tool,
    run: (input: unknown) => tool.run(input, toolContext()),
    [Symbol.dispose]: () => dir[Symbol.dispose](),
  };
};

test('the alarm tool needs full trust', () => {
  using shell = open();
  expect(shell.tool.needs).toBe('full');
});

test('a command runs in the workspace, and its files stay there', async () => {
  using shell = open();
  expect(await shell.run({command: 'echo hi > a.txt; pwd'})).toEqual({ok: true, text: shell.root});
  expect(await shell.run({command: 'cat a.txt'})).toEqual({ok: true, text: 'hi'});
});

test('a deleted workspace is created again', async () => {
  using shell = open();
  await shell.run({command: 'true'});
  rmSync(shell.root, {recursive: true});
  expect((await shell.run({command: 'pwd'})).text).toBe(shell.root);
});

test("secrets of the daemon don't reach a command, and clocks show the user's zone", async () => {
  using shell = open();
  const {text} = await shell.run({command: 'env; date -d @1795258800 +%H:%M'});
  expect(text).toContain('COLOUR=blue');
  expect(text).not.toContain('hunter');
  expect(text).toMatch(/12:00$/u);
});

test('the output shows success without output, a failure with its code, and an end by a signal', async () => {
  using shell = open();
  expect(await shell.run({command: 'true'})).toEqual({ok: true, text: 'Done; it wrote nothing.'});
  expect(await shell.run({command: 'echo no such luck; exit 3'})).toEqual({
    ok: false,
    text: 'no such luck\nExit code 3.',
  });
  expect((await shell.run({command: 'kill -9 $$'})).text).toMatch(/Exit code 137 \(ended by SIGKILL\)\.$/u);
});

test('the requested time limit applies, and output before it is kept', async () => {
  using shell = open();
  const output = await shell.run({command: 'echo working; sleep 30', timeout_seconds: 1});
  expect(output).toEqual({
    ok: false,
    text: 'working\nTimed out after 1 s and was ended. timeout_seconds can be up to 600.',
  });
});

test.each([
  [{command: ''}, '"command" must not be empty.'],
  [{command: 'true', timeout_seconds: 0}, '"timeout_seconds" must be at least 1.'],
  [{command: 'true', timeout_seconds: 601}, '"timeout_seconds" must be at most 600.'],
  [{command: 'true', cwd: '/'}, 'bash has no argument "cwd".'],
])('%j is refused', async (input, sentence) => {
  using shell = open();
  expect(await shell.run(input)).toEqual({ok: false, text: sentence});
});

test('a huge output keeps its beginning, its end and the exit code', async () => {
  using shell = open();
  const {text, ok} = await shell.run({command: 'echo first; seq 1 300000; echo last; exit 4'});
  expect(ok).toBe(false);
  expect(text).toMatch(/^first\n1\n2\n/u);
  expect(text).toMatch(/300000\nlast\nExit code 4\.$/u);
  expect(text.length).toBeLessThan(50_000);
  expect(text.split('\n').length).toBeLessThan(2_000);
});

test('a call is summarized by its command, without passwords', () => {
  using shell = open();
  expect(shell.tool.summarize({command: "curl -H 'Authorization: Bearer abc.def' http://ha.local\n  -d x"})).toBe(
    "curl -H 'Authorization: Bearer ••••' http://ha.local -d x",
  );
  expect(shell.tool.summarize({command: 'git clone https://bob:hunter2@example.org/x'})).toBe(
    'git clone https://bob:••••@example.org/x',
  );
  expect(shell.tool.summarize({command: 'run --password=hunter2 --token hunter2 API_KEY="x y"'})).not.toContain(
    'x y"x',
  );
});
